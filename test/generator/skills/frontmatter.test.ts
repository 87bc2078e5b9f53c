import { expect, test } from "vitest";
import { frontmatterOf } from "../../../runtime/features/skills/frontmatter.js";

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
  // What a full reader of YAML would make something else of.
  ["a: true", undefined],
  ["a: 1", undefined],
  ["a: [b]", undefined],
  ["a: >-\n  b", undefined],
  ["a: b: c", undefined],
  ["  a: b", undefined],
  ["- a", undefined],
])("the head %j of a skill", (head, want) => {
  expect(frontmatterOf(`---\n${head}\n---\n# Page\n`)).toEqual(want);
  expect(
    frontmatterOf(`---\r\n${head}\r\n---`.replace(/(?<!\r)\n/g, "\r\n")),
  ).toEqual(want);
});

test("a page without a head says nothing", () => {
  expect(frontmatterOf("# Page\n")).toEqual({});
});
