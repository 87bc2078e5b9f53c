import { describe, expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";

const read = (lines: string) =>
  load({ text: `openapi: 3.1.0\n${lines}`, name: "a.yaml" });

test.each<[string, string, unknown]>([
  [
    "dates and words stay text",
    "x: [2020-01-31, no, on, 12:30:45, 1_000]",
    ["2020-01-31", "no", "on", "12:30:45", "1_000"],
  ],
  [
    "keys become text",
    "x: { 200: a, 1.5: b, true: c, null: d }",
    { "200": "a", "1.5": "b", true: "c", null: "d" },
  ],
  [
    "numbers are those of YAML 1.2",
    "x: [010, 0o10, 0x10, 1e3]",
    [10, 8, 16, 1000],
  ],
  [
    "numbers and flags of a text are spelled as they are written",
    "x: { type: string, enum: [1.0, 007, 1e3, 12345678901234567890, True, 2], default: 1.10 }",
    {
      type: "string",
      enum: ["1.0", "007", "1e3", "12345678901234567890", "True", 2],
      default: "1.10",
    },
  ],
  [
    "so are those of lists, of parameters and of servers",
    `x:
  - { type: [array, "null"], items: { type: [string, "null"] }, default: [1.0] }
  - { schema: { type: string }, examples: { one: { value: 1.0 } } }
  - { url: "/{v}", variables: { v: { enum: [1.0], default: 1.0 } } }`,
    [
      {
        type: ["array", "null"],
        items: { type: ["string", "null"] },
        default: ["1.0"],
      },
      { schema: { type: "string" }, examples: { one: { value: "1.0" } } },
      { url: "/{v}", variables: { v: { enum: ["1.0"], default: "1.0" } } },
    ],
  ],
  [
    "numbers and flags stay such if no text is expected",
    `x:
  - { type: number, enum: [1.0, 007], default: 1e3, minimum: 1.0 }
  - { type: [string, number], enum: [1.0], nullable: TRUE }
  - { enum: [1.0], properties: { url: {}, variables: { default: 1.0 } } }`,
    [
      { type: "number", enum: [1, 7], default: 1000, minimum: 1 },
      { type: ["string", "number"], enum: [1], nullable: true },
      { enum: [1], properties: { url: {}, variables: { default: 1 } } },
    ],
  ],
  [
    "keys are spelled as they are written",
    "x: { 1.0: a, 007: b, True: c }",
    { "1.0": "a", "007": "b", True: "c" },
  ],
  [
    "merge keys are merged",
    "y: &y { a: 1, b: 2 }\nx: { <<: *y, b: 3 }",
    { a: 1, b: 3 },
  ],
  [
    "merge keys take lists",
    "y: &y { a: 1 }\nz: &z { b: 2 }\nx: { <<: [*y, *z] }",
    { a: 1, b: 2 },
  ],
  ["aliases share values", "y: &y [1]\nx: [*y, *y]", [[1], [1]]],
  [
    "unknown tags are passed over",
    "x: [!Ref a, !Map { b: 1 }, !Seq [c], !!binary aGk=]",
    ["a", { b: 1 }, ["c"], "aGk="],
  ],
  ["a byte order mark is not text", "x: 1", 1],
  [
    "prototypes stay out of reach",
    "x: { __proto__: { polluted: true }, constructor: 1 }",
    JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
  ],
])("%s", async (_, lines, want) => {
  const { document, findings } = await read(lines);
  expect(document["x"]).toEqual(want);
  expect(Object.getPrototypeOf(document["x"])).toBe(
    Object.getPrototypeOf(want),
  );
  expect(findings).toEqual([]);
});

test("info.version keeps its spelling in YAML", async () => {
  const { document } = await read("info: { title: A, version: 1.0 }");
  expect(document["info"]).toEqual({ title: "A", version: "1.0" });
});

describe("lenient YAML is accepted with a finding:", () => {
  test.each<[string, string, unknown, string[]]>([
    [
      "duplicate keys: the last counts",
      "x:\n  a: 1\n  b: 2\n  a: 3",
      { a: 3, b: 2 },
      ["duplicate-key 5:3 /x/a"],
    ],
    [
      "duplicates of several kinds",
      "x: 1\nx: { a: 1, a: 2 }",
      { a: 2 },
      ["duplicate-key 3:1 /x", "duplicate-key 3:12 /x/a"],
    ],
    [
      "duplicates of a number",
      "x: { 1.0: a, 1.0: b }",
      { "1.0": "b" },
      ["duplicate-key 2:14 /x/1.0"],
    ],
    [
      "brackets that close in the first column",
      'x: {\n  "a": [\n    1\n  ]\n}\ny: {\n}',
      { a: [1] },
      [],
    ],
    ["text that continues in the first column", 'x: "a\nb"', "a b", []],
    ["control characters", "x: a\u0007b", "a\uFFFDb", ["control-character 2:"]],
    [
      "several documents",
      "x: 1\n---\nopenapi: 3.0.0\n",
      1,
      ["several-documents :"],
    ],
  ])("%s", async (_, lines, want, told) => {
    const { document, findings } = await read(lines);
    expect(document["x"]).toEqual(want);
    expect(
      findings.map(({ code, line = "", column = "", pointer = "" }) =>
        `${code} ${line}:${column} ${pointer}`.trim(),
      ),
    ).toEqual(told);
  });
});

test.each<[string, string, RegExp]>([
  [
    "an alias that contains itself",
    "x: &x [*x]",
    /can't be used: an alias \(\*name\) contains itself/,
  ],
  [
    "a bomb",
    [
      "a: &a [0,0,0,0,0,0,0,0,0,0]",
      ..."bcdefgh".split("").map((name, index) => {
        const inner = `*${"abcdefgh".charAt(index)}`;
        return `${name}: &${name} [${Array(10).fill(inner).join(",")}]`;
      }),
    ].join("\n"),
    /expands to too many values/,
  ],
  [
    "a ladder of aliases",
    [
      "a0: &a0 [0]",
      ...Array.from(
        { length: 600 },
        (_, index) => `a${index + 1}: &a${index + 1} [*a${index}]`,
      ),
    ].join("\n"),
    /nests too deeply/,
  ],
  [
    "deep nesting",
    `x: ${"[".repeat(600)}${"]".repeat(600)}`,
    /nesting exceeded maxDepth \(500\)/,
  ],
])("parseYaml rejects %s", async (_, lines, message) => {
  await expect(read(lines)).rejects.toThrow(message);
});
