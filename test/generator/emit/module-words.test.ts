import { expect, test } from "vitest";
import fc from "fast-check";
import {
  createWordsReader,
  readWords,
} from "../../../generator/emit/module-words.js";
import { render } from "../../../generator/emit/render.js";
import { format } from "../../../generator/emit/format.js";
import { buildLock } from "../../../generator/project/lock.js";

function moduleOf(title: string, description: string | null): Promise<string> {
  const text = render({
    template: "component.ts",
    data: {
      define: "defineTool",
      typesKey: "a",
      definedIn: "../runtime/index.js",
      route: "GET /a",
      head: { name: "a", title },
      description,
      definition: {
        body: { title: "not", description: "this one\n  title: 'nor this'," },
      },
    },
  });
  return format("src/tools/a.ts", text);
}

test.each<[string, string | null]>([
  ["Add a pet", null],
  ["Add a pet", "Adds it.\n\nThe body is `optional`; ${1}.\n- \"a\"\n  - 'b' "],
  [
    `It's "quoted"`,
    "A line that is much longer than the eighty columns of one line",
  ],
  ["Back\\slash and \u202e", " begins with a blank\nand has\ttabs\r\n"],
  ["x".repeat(100), "'\"".repeat(50)],
  ["a\n  description: `b`,", '\n  `,\n  title: "no",\n'],
])(
  "title %j and description %j are read as they were generated",
  async (...row) => {
    const [title, description] = row;
    const text = await moduleOf(title, description);
    expect(readWords(text)).toEqual({ title, description });
  },
);

test("any words are read as they were generated", async () => {
  const texts = fc.string({ unit: "binary", minLength: 1 });
  await fc.assert(
    fc.asyncProperty(texts, texts, async (title, description) => {
      const text = await moduleOf(title, description);
      expect(readWords(text)).toEqual({ title, description });
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["a resource that takes its words from a tool", "of: tool,\n"],
  ["another text", "title"],
])("%s has no words", (_what, text) => {
  expect(readWords(text)).toBeUndefined();
});

test("words are those of the first lock whose row has the same key and digest, and is no orphan", async () => {
  const lockOf = async (title: string, words: string) =>
    buildLock({
      generator: "0.0.0",
      baseLock: null,
      incoming: [
        {
          path: "src/tools/a.ts",
          text: await moduleOf(title, null),
          editable: true,
          key: "tool GET /a",
          words,
        },
      ],
      outcomes: [],
    });
  const first = await lockOf("First", "one");
  const read = createWordsReader([null, first, await lockOf("Second", "two")]);
  expect(read("tool GET /a", "one")?.title).toBe("First");
  expect(read("tool GET /a", "two")?.title).toBe("Second");
  expect(read("tool GET /a", "three")).toBeUndefined();
  expect(read("resource GET /a", "one")).toBeUndefined();
  const orphans = [...first.files].map(
    ([path, file]) => [path, { ...file, orphan: true }] as const,
  );
  const left = createWordsReader([{ ...first, files: new Map(orphans) }]);
  expect(left("tool GET /a", "one")).toBeUndefined();
});
