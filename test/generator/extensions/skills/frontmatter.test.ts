import { expect, test } from "vitest";
import { lintSkillPage } from "../../../../generator/extensions/skills/lint-page.js";
import { parseFrontmatter } from "../../../../runtime/features/components/skills/frontmatter.js";

test.each<[head: string, want: unknown]>([
  ["name: a\ndescription: b c, d.", { name: "a", description: "b c, d." }],
  ['a: "x: \\"y\\" # z"', { a: 'x: "y" # z' }],
  ["a: 'it''s'", { a: "it's" }],
  ["# comment\n\na: b # c", undefined],
  [
    "metadata:\n  author: us\n  more: them\nb: c",
    {
      metadata: { author: "us", more: "them" },
      b: "c",
    },
  ],
  // Heads that a full reader of YAML would read differently.
  ["a: true", undefined],
  ["a: 1", undefined],
  ["a: [b]", undefined],
  ["a: >-\n  b", undefined],
  ["a: b: c", undefined],
  ["  a: b", undefined],
  ["- a", undefined],
])("parseFrontmatter reads the head %j", (head, want) => {
  expect(parseFrontmatter(`---\n${head}\n---\n# Page\n`)).toEqual(want);
  expect(
    parseFrontmatter(`---\r\n${head}\r\n---`.replace(/(?<!\r)\n/g, "\r\n")),
  ).toEqual(want);
});

test("parseFrontmatter returns nothing for a page without a head", () => {
  expect(parseFrontmatter("# Page\n")).toEqual({});
});

test.each([
  ["blanks", `a:${" ".repeat(200_000)}b`],
  ["blanks before another line end", `a:${" ".repeat(200_000)}\u2028`],
  ["blanks behind", `a: b${" ".repeat(200_000)}x`],
  ["quotes", `a: '${"''".repeat(100_000)}x`],
  ["invalid ends", "a: b\n--- x".repeat(20_000)],
])("parseFrontmatter reads a long head of %s in linear time", (_name, head) => {
  const started = performance.now();
  parseFrontmatter(`---\n${head}\n---\n`);
  expect(performance.now() - started).toBeLessThan(1000); // by the square it is half a minute
});

test("parseFrontmatter keeps __proto__ and constructor as fields", () => {
  const head = "__proto__:\n  name: a\nconstructor: b";
  const fields = parseFrontmatter(`---\n${head}\n---\n`);
  expect(fields?.["name"]).toBeUndefined();
  expect(Object.keys(fields ?? {})).toEqual(["__proto__", "constructor"]);
});

test.each<[name: string, isRight: boolean]>([
  ["pet-store-2", true],
  ["%2e%2e", false],
  ["A", false],
  ["a--b", false],
  ["-a", false],
  ["a_b", false],
  ["a".repeat(65), false],
])("a skill's folder may be named %s: %s", (name, isRight) => {
  const text = `---\nname: "${name}"\ndescription: "x"\n---\n`;
  const known = { tools: new Map(), words: new Set<string>() };
  const problems = lintSkillPage(`skills/${name}/SKILL.md`, text, known);
  expect(problems.map(({ message }) => message)).toEqual(
    isRight ? [] : [`Invalid name of a skill: ${name}.`],
  );
});
