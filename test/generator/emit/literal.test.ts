import { runInNewContext } from "node:vm";
import fc from "fast-check";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import {
  comment,
  writeCompact,
  literal,
  writeMembers,
  writeRawRows,
  writeTextProperty,
} from "../../../generator/emit/literal.js";
import { dedent } from "../../../runtime/tools.js";

const HOSTILE = [
  `"'\`\${process.exit(1)}`,
  "*/ import('fs') /*",
  "</script><!--",
  "line\u2028separators\u2029here",
  "nul\0 and \u001b[31m escape",
  "half \ud800 of a pair \udfff",
  "\u202Eright to left\u202C and \u200B nothing",
  "\u{E0041}\u{E0042} tag characters",
  "..\\..\\con C:\\",
  'He said "hi"',
  `He said "hi" and it's`,
  "tab\tand\r\nline",
  "back\\slash\\",
  "x".repeat(100_000),
];

function evaluate(source: string): unknown {
  return JSON.parse(
    runInNewContext(`JSON.stringify(${source})`) as string,
  ) as unknown;
}

describe("literal()", () => {
  it.each(HOSTILE)("prints %j as a string with the same characters", (text) => {
    const source = literal(text);
    expect(runInNewContext(source)).toBe(text);
    expect(source).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u2028-\u202e]/u);
  });

  it("prints __proto__ and constructor as plain properties", () => {
    const value = JSON.parse(
      '{"__proto__": {"a": 1}, "constructor": 2, "a-b": 3}',
    ) as object;
    const source = literal(value);
    expect(source).toBe(
      '{\n  ["__proto__"]: { a: 1 },\n  constructor: 2,\n  "a-b": 3,\n}',
    );
    expect(runInNewContext(`Object.keys(${source}).join()`)).toBe(
      "__proto__,constructor,a-b",
    );
  });

  it("prints what prettier leaves unchanged, and evaluates to the same value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const source = `const x = ${literal({ value })};\n`;
        expect(await prettier.format(source, { parser: "typescript" })).toBe(
          source,
        );
        expect(evaluate(literal({ value }))).toEqual(
          JSON.parse(JSON.stringify({ value })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [["a".repeat(30), "b".repeat(30), "c".repeat(30)]],
    [Array.from({ length: 60 }, (_, index) => index * 1000)],
    [[["a"], ["b", "c"]]],
    [
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [[{ a: 1 }, {}, []]],
    [{ anyOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }], not: { a: {} } }],
    [{ pattern: { pattern: "x".repeat(60) } }],
    [{ url: `https://example.com/${"x".repeat(80)}` }],
    [{ description: "x".repeat(80) }],
    [
      {
        "filter[name]": "x".repeat(70),
        $ref: "x".repeat(80),
        ab: "x".repeat(80),
      },
    ],
    [[-1, 0.5, 1e21, 1e-7]],
  ])("lays out %j like prettier", async (value) => {
    const source = `const x = ${literal({ value })};\n`;
    expect(await prettier.format(source, { parser: "typescript" })).toBe(
      source,
    );
  });
});

describe("writeTextProperty()", () => {
  it.each([
    "one line",
    "two\nlines",
    `long\n${"x".repeat(90)}`,
    "a\n\nb\n",
    "a\n  indented\n\tby a tab\n",
    "blanks at ends  \n   \n \nb ",
    "CRLF\r\nand\r\nso on\r",
    "`code`, ${x}, $`, \\` and \\${y}\n```js\nf(`${z}`)\n```",
    ...HOSTILE.map((text) => `a\n${text}\n${text}`),
    ...HOSTILE.map((text) => `${text}\nb`),
  ])(
    "prints %j with a line for each of its lines, like prettier",
    async (text) => {
      const source = `const x = {\n${writeTextProperty("description", text, 1)}};\n`;
      expect(await prettier.format(source, { parser: "typescript" })).toBe(
        source,
      );
      expect(dedent(runInNewContext(`${source}x.description`) as string)).toBe(
        text,
      );
      expect(source.split("\n")).toHaveLength(
        text.includes("\n") ? text.split("\n").length + 5 : 4,
      );
      expect(source).not.toMatch(/[ \t\r]$/m);
    },
  );

  it.each(["\n", "\na", " a\nb", "\ta\nb"])(
    "prints %j as a plain string, since a template could not hold it",
    (text) => {
      const source = `x = {\n${writeTextProperty("description", text, 1)}};\n`;
      expect(source).not.toContain("`");
      expect(runInNewContext(`${source}x.description`)).toBe(text);
    },
  );
});

describe("writeCompact()", () => {
  it("prints one line, and evaluates to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const source = writeCompact(value);
        expect(source).not.toContain("\n");
        expect(evaluate(source)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });
});

describe("writeRawRows()", () => {
  it.each(HOSTILE)("keeps %j inside its template", (text) => {
    const rows = writeRawRows({ a: text, [text]: [{ a: text }] }, 1);
    expect(rows.split("\n")).toHaveLength(4);
    const source = `JSON.parse(String.raw\`${rows}\`)`;
    expect(evaluate(source)).toEqual({ a: text, [text]: [{ a: text }] });
  });
});

describe("writeMembers()", () => {
  it("leaves out undefined members", () => {
    expect(writeMembers({ a: 1, b: undefined, c: null }, 1)).toBe(
      "  a: 1,\n  c: null,\n",
    );
  });
});

describe("comment()", () => {
  it.each(HOSTILE)("keeps %j inside its comment", (text) => {
    const source = `/** ${comment(text)} */ "end"`;
    expect(runInNewContext(source)).toBe("end");
    expect(source).not.toMatch(/[\n\r\u2028\u2029]/);
  });
});
