import { expect, test } from "vitest";
import { preview, readToolTypes } from "../../../generator/commands/plan.js";
import { check, generate, report } from "../../../generator/index.js";
import { project } from "../regenerate/project.js";
import { clean } from "./document.js";

const OWN = `import { defineTool } from "../runtime/features/components/custom/define.js";
const greet = defineTool({
  name: "greet",
  description: "Say hello in many words, and then in a few more.",
  arguments: { who: { type: "string", required: true } },
  handler: () => "Hello",
});
export const custom = [greet];
`;

/** Project with a text that the user made longer, and with its own tool. */
async function edited() {
  const made = project();
  await made.generate(clean());
  const config = { out: made.out, allRoutesAsTools: true };
  const before = await preview(config, { text: clean() });
  made.edit("src/tools/add-note.ts", [
    'description: "Plain text."',
    `description: "Plain ${"and simple ".repeat(40)}text."`,
  ]);
  made.write("src/custom/index.ts", OWN);
  return { before, config, made };
}

test("plan --tokens counts edits and your own tools", async () => {
  const { before, config } = await edited();
  const after = await preview(config, { text: clean() });
  const [own] = after.ownTools;
  expect(own).toMatchObject({
    kind: "tool",
    name: "greet",
    file: "src/custom/index.ts",
    arguments: ["who"],
  });
  const [row] = after.components;
  expect(row?.tokens).toBeGreaterThan((before.components[0]?.tokens ?? 0) + 70);
  expect(after.costs.all).toEqual({
    tools: 2,
    tokens: (row?.tokens ?? 0) + (own?.tokens ?? 0),
  });
});

test("plan --types prints edited types, and your own tools", async () => {
  const { config, made } = await edited();
  made.edit("src/tools/add-note.ts", [
    'type: "string"',
    'type: ["string", "null"]',
  ]);
  const types = await readToolTypes(config, { text: clean() }, "all");
  expect(types.map(({ name }) => name)).toEqual(["addNote", "greet"]);
  expect(types[0]?.arguments).toContain("text: string | null");
  expect(types[1]?.arguments).toContain("who: string");
});

test("report shows what a model sees of the edited project", async () => {
  const { config } = await edited();
  const page = await report(config, { text: clean() });
  expect(page).toContain("Plain and simple and simple");
  expect(page).not.toContain("Plain text.");
  expect(page).toContain("Say hello in many words");
});

test("maxListingTokens counts edits, also after a run that the cache holds", async () => {
  const { before, config } = await edited();
  const budget = before.costs.all.tokens + 10;
  const result = await check(
    { ...config, maxListingTokens: budget },
    { text: clean() },
  );
  expect(result.findings.map(({ code }) => code)).toContain("over-budget");
  const { findings } = await generate(
    { ...config, maxListingTokens: budget },
    { text: clean() },
  );
  expect(findings.map(({ code }) => code)).toContain("over-budget");
  const { findings: planned } = await preview(
    { ...config, maxListingTokens: budget },
    { text: clean() },
  );
  expect(planned.map(({ code }) => code)).toContain("over-budget");
});

test("a tool that you removed from the list costs no tokens", async () => {
  const { config, made } = await edited();
  made.edit("src/tools/index.ts", [
    'export { default as addNote } from "./add-note.js";\n',
    "export {};\n",
  ]);
  const { costs } = await preview(config, { text: clean() });
  expect(costs.all.tools).toBe(1);
});
