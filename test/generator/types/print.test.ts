import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { printMember } from "../../../generator/types/print.js";
import {
  combine,
  INDEX_SIGNATURE,
  type Type,
} from "../../../generator/types/type.js";

const word = (text: string): Type => ({ kind: "word", text });
const object = (...heads: string[]): Type => ({
  kind: "object",
  members: heads.map((head) => ({ head, type: word("string") })),
});
const long = (letter: string) => word(`"${letter.repeat(40)}"`);

describe("printMember", () => {
  test.each<[string, Type, string]>([
    ["a word", word("string"), "a: string;"],
    ["a short union", combine("union", [word("1"), word("2")]), "a: 1 | 2;"],
    [
      "a union that fits below",
      combine("union", [
        long("x"),
        word("string"),
        word(`"${"y".repeat(21)}"`),
      ]),
      `a:\n  "${"x".repeat(40)}" | string | "${"y".repeat(21)}";`,
    ],
    [
      "a long union",
      combine("union", [long("x"), long("y")]),
      `a:\n  | "${"x".repeat(40)}"\n  | "${"y".repeat(40)}";`,
    ],
    [
      "an object or null",
      combine("union", [object("b?"), word("null")]),
      "a: {\n  b?: string;\n} | null;",
    ],
    [
      "a list of alternatives",
      { kind: "array", of: combine("union", [word("B"), object("b")]) },
      "a: (\n  | B\n  | {\n      b: string;\n    }\n)[];",
    ],
    [
      "an extended type",
      combine("intersection", [word("B"), object("b")]),
      "a: B & {\n  b: string;\n};",
    ],
    [
      "a tuple",
      {
        kind: "tuple",
        parts: [word("1"), combine("union", [long("x"), long("y")])],
      },
      `a: [\n  1,\n  (\n    | "${"x".repeat(40)}"\n    | "${"y".repeat(40)}"\n  ),\n];`,
    ],
    [
      "type arguments",
      { kind: "generic", name: "Omit", parts: [long("x"), long("y")] },
      `a: Omit<\n  "${"x".repeat(40)}",\n  "${"y".repeat(40)}"\n>;`,
    ],
  ])("prints %s", (_, type, want) => {
    expect(printMember({ head: "a", type }, 0)).toBe(`${want}\n`);
  });

  test("leaves prettier nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(members, async (member) => {
        const text = `export interface x {\n${printMember(member, 2)}}\n`;
        expect(await format(text, { parser: "typescript" })).toBe(text);
      }),
      { numRuns: 600, seed: 1 },
    );
  });
});

const components = fc
  .integer({ min: 3, max: 70 })
  .map((length) => word(`Api["${"X".repeat(length)}"]`));

const words = fc.oneof(
  components,
  fc
    .constantFrom("string", "number", "null", '"日本語テスト"', '"né"')
    .map(word),
  fc
    .integer({ min: 3, max: 80 })
    .map((length) => word(`"${"x".repeat(length)}"`)),
);

const heads = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom("a", "b?", INDEX_SIGNATURE, '"a-b"?'),
  },
  fc.integer({ min: 20, max: 76 }).map((length) => "p".repeat(length)),
);

const { type: types } = fc.letrec<{ type: Type }>((tie) => {
  const some = (minLength: number) =>
    fc.uniqueArray(tie("type"), {
      minLength,
      maxLength: 4,
      selector: (type) => JSON.stringify(type),
    });
  return {
    type: fc.oneof(
      { maxDepth: 4 },
      words,
      some(2).map((parts) => combine("union", parts)),
      some(2).map((parts) => combine("intersection", parts)),
      tie("type").map((of): Type => ({ kind: "array", of })),
      some(1).map((parts): Type => ({ kind: "tuple", parts })),
      some(2).map((parts): Type => ({ kind: "generic", name: "Omit", parts })),
      components.map((part): Type => ({
        kind: "generic",
        name: "Partial",
        parts: [part],
      })),
      fc
        .uniqueArray(fc.record({ head: heads, type: tie("type") }), {
          minLength: 1,
          maxLength: 3,
          selector: ({ head }) => head.replace("?", ""),
        })
        .map((members): Type => ({ kind: "object", members })),
    ),
  };
});

const members = fc.record({ head: heads, type: types });
