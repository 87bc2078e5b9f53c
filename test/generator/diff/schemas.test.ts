import { describe, expect, it } from "vitest";
import type { Schema } from "../../../generator/model.js";
import {
  breaksInputs,
  breaksResponses,
} from "../../../generator/diff/schema-change.js";
import { createComparer } from "../../../generator/diff/schema-changes.js";

const text = { type: "string" };
const integer = { type: "integer" };
const NULL = { type: "null" };
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});

const BEFORE = {
  Pet: object({ name: text }),
  Base: object({ at: text }),
  Other: object({ by: integer }),
};
const AFTER = {
  ...BEFORE,
  // Schemas of Base, and more, combined of two.
  Part: object({ at: text }),
  Both: { allOf: [ref("Part"), object({ more: text })] },
};

/** Reported lines, with their meaning for arguments and for responses. */
function told(was: Schema, is: Schema): string[] {
  return createComparer(BEFORE, AFTER)(was, is).map((change) =>
    [
      change.path === "" ? change.text : `${change.path}: ${change.text}`,
      breaksInputs(change) ? "refuses" : "",
      breaksResponses(change) ? "surprises" : "",
    ]
      .filter(Boolean)
      .join(", "),
  );
}

describe("changes that accept all former values refuse nothing:", () => {
  it.each<[string, Schema, Schema, string[]]>([
    [
      "one more type",
      text,
      { anyOf: [text, integer] },
      ["a new alternative: integer, surprises"],
    ],
    [
      "one more of `oneOf`",
      { oneOf: [text, integer] },
      { oneOf: [text, integer, ref("Pet")] },
      ["a new alternative: Pet, surprises"],
    ],
    [
      "the same in another order",
      { oneOf: [text, ref("Pet")] },
      { oneOf: [ref("Pet"), text] },
      [],
    ],
    [
      "items of one more kind",
      { type: "array", items: text },
      { type: "array", items: { anyOf: [text, ref("Pet")] } },
      ["[]: a new alternative: Pet, surprises"],
    ],
    [
      "types as alternatives",
      { type: ["string", "null"] },
      { anyOf: [text, NULL] },
      [],
    ],
    [
      "an empty part",
      { allOf: [ref("Base")] },
      { allOf: [ref("Base"), { description: "All of it." }] },
      ["description changed"],
    ],
    [
      "a part with a field that may be left out",
      { allOf: [ref("Base")] },
      { allOf: [ref("Base"), object({ by: integer })] },
      ["by: added, optional"],
    ],
    [
      "fields that went into a part of a part",
      { allOf: [ref("Base")] },
      { allOf: [ref("Both")] },
      ["more: added, optional"],
    ],
    [
      "fields that moved into the place where they were shared",
      object({ at: text, by: integer }),
      { allOf: [ref("Base"), ref("Other")] },
      [],
    ],
  ])("%s", (_what, was, is, want) => {
    expect(told(was, is)).toEqual(want);
  });
});

describe("diff of schemas reports", () => {
  it.each<[string, Schema, Schema, string[]]>([
    [
      "a removed alternative",
      { anyOf: [text, ref("Pet")] },
      { anyOf: [text] },
      ["no longer an alternative: Pet, refuses"],
    ],
    [
      "one that is another",
      text,
      { anyOf: [integer, NULL] },
      [
        "may now also be null, surprises",
        "string → integer, refuses, surprises",
      ],
    ],
    [
      "a change below an alternative",
      { anyOf: [object({ a: text, b: text }), NULL] },
      { anyOf: [object({ b: integer }), NULL] },
      [
        "a: removed, refuses, surprises",
        "b: string → integer, refuses, surprises",
      ],
    ],
    [
      "words beside a reference",
      { ...ref("Pet"), description: "One." },
      { ...ref("Pet"), description: "Another one." },
      ["description changed"],
    ],
    [
      "a requirement of a shared part",
      { allOf: [ref("Base")] },
      { allOf: [ref("Base")], required: ["at"] },
      ["at: became required, refuses"],
    ],
    [
      "many values by the first ones",
      { enum: ["a"] },
      { enum: ["a", ...Array.from({ length: 30 }, (_, at) => `value ${at}`)] },
      [
        'enum gained "value 0", "value 1", "value 2", "value 3", "value 4", "value 5" and 24 more',
      ],
    ],
    [
      "a part that narrows",
      { allOf: [ref("Base")] },
      { allOf: [ref("Base"), { anyOf: [text, integer] }] },
      ["has to be string or integer, refuses"],
    ],
  ])("%s", (_what, was, is, want) => {
    expect(told(was, is)).toEqual(want);
  });
});

describe("schemas that refer back to themselves under other names are compared once:", () => {
  type Names = readonly [string, string];
  const words = { description: "One of them." };
  it.each<
    [string, (names: Names, name: Schema) => Record<string, Schema>, string[]]
  >([
    [
      "in `allOf`, beside words",
      ([a], name) => ({
        [a]: object({ name, child: { allOf: [ref(a)], ...words } }),
      }),
      ["name", "child.name"],
    ],
    [
      "as an alternative",
      ([a], name) => ({
        [a]: object({
          name,
          child: { anyOf: [{ allOf: [ref(a)], ...words }, NULL] },
        }),
      }),
      ["name", "child.name"],
    ],
    [
      "by way of each other",
      ([a, b], name) => ({
        [a]: object({ b: { allOf: [ref(b)], ...words } }),
        [b]: object({ name, a: { allOf: [ref(a)], ...words } }),
      }),
      ["b.name"],
    ],
    [
      "in a field of both parts",
      ([a, b], name) => ({
        [a]: { allOf: [ref(b)], ...object({ child: ref(a) }) },
        [b]: object({ name, child: ref(b) }),
      }),
      ["child.name", "name"],
    ],
  ])("%s", (_where, defs, want) => {
    const compare = createComparer(
      defs(["Node", "Base"], text),
      defs(["Tree", "Root"], integer),
    );
    expect(
      compare(ref("Node"), ref("Tree")).map(
        ({ path: place, text: what }) => `${place}: ${what}`,
      ),
    ).toEqual(want.map((place) => `${place}: string → integer`));
  });
});
