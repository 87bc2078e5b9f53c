import { describe, expect, test } from "vitest";
import { inline } from "../../../runtime/features/inline.js";
import { shortened } from "../../../runtime/features/listing.js";
import { refs } from "../../../runtime/features/refs.js";
import type { JsonSchema, Schemas } from "../../../runtime/index.js";

const text = { type: "string" };

const $defs: Schemas["$defs"] = {
  Named: {
    type: "object",
    properties: { name: { type: "string", description: "A name." } },
    required: ["name"],
  },
  Owner: {
    type: "object",
    properties: {
      email: text,
      friends: { type: "array", items: { $ref: "#/$defs/Owner" } },
    },
  },
};

const REQUEST = "POST /pets";

function schemasOf(
  $defs: Schemas["$defs"],
  levels: Schemas["levels"] = {},
): Schemas {
  return { $defs, arguments: {}, levels };
}

const listed = (
  properties: Record<string, JsonSchema>,
  { by = shortened, shared = $defs, levels = {} } = {},
) => by({ type: "object", properties }, schemasOf(shared, levels), REQUEST);

describe.each([
  ["inline", inline],
  ["shortened", shortened],
])("%s", (_name, by) => {
  const shown = (schema: JsonSchema) =>
    listed({ a: schema }, { by })["properties"];

  test("writes schemas out and cuts recursion to a described object", () => {
    expect(shown({ $ref: "#/$defs/Owner" })).toEqual({
      a: {
        type: "object",
        properties: {
          email: text,
          friends: {
            type: "array",
            items: {
              type: "object",
              description: "A nested Owner, shaped like the one around it.",
            },
          },
        },
      },
    });
  });

  const ref = { $ref: "#/$defs/Named" };
  const named = $defs["Named"];
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      "a description beside a reference",
      { ...ref, description: "Who?" },
      { ...named, description: "Who?" },
    ],
    [
      "a description beside the only part",
      { allOf: [ref], description: "Who?" },
      { ...named, description: "Who?" },
    ],
    [
      "a rule beside a reference",
      { ...ref, maxProperties: 1 },
      { maxProperties: 1, allOf: [named] },
    ],
    [
      "a reference to nothing",
      { $ref: "#/$defs/Gone" },
      { description: "Any Gone." },
    ],
    [
      "what looks like a reference in data",
      { enum: [ref], default: ref, examples: [ref] },
      { enum: [ref], default: ref, examples: [ref] },
    ],
    [
      "references wherever schemas stand",
      { items: ref, anyOf: [ref], additionalProperties: ref, not: ref },
      { items: named, anyOf: [named], additionalProperties: named, not: named },
    ],
    [
      "a property that is called like a keyword",
      { properties: { $ref: text, items: text } },
      { properties: { $ref: text, items: text } },
    ],
  ])("%s", (_case, given, want) => {
    expect(shown(given)).toEqual({ a: want });
  });
});

describe("what is shortened", () => {
  const names = Array.from({ length: 12 }, (_, index) => `S${index}`);
  const web = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: "object",
        description: "Deep.",
        properties: Object.fromEntries(
          names.map((other) => [other, { $ref: `#/$defs/${other}` }]),
        ),
      },
    ]),
  );

  test("describes in words what refers to itself in too many ways", () => {
    const properties = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/$defs/${name}` }]),
    );
    const text = JSON.stringify(listed(properties, { shared: web }));
    expect(text.length).toBeLessThan(24 * 1024);
    expect(text).not.toContain("$ref");
    expect(text).toContain(
      '{"type":"object","description":"Deep. Its details are left out of this listing."}',
    );
  });

  const nest = (levels: number): JsonSchema =>
    levels === 0
      ? text
      : { type: "object", properties: { a: nest(levels - 1) } };

  test.each([
    [undefined, 21],
    [7, 7],
    [1, 1],
  ])("with %s levels %i are written out", (levels, want) => {
    const asked = levels === undefined ? {} : { [REQUEST]: levels };
    const schema = listed({ a: nest(20) }, { levels: asked });
    expect(JSON.stringify(schema).split("properties").length - 1).toBe(want);
  });

  test.each<[string, JsonSchema, JsonSchema]>([
    [
      "an object",
      { type: "object", properties: { a: text }, description: "It." },
      {
        type: "object",
        description: "It. Its details are left out of this listing.",
      },
    ],
    [
      "a list",
      { type: "array", items: text },
      { description: "Its details are left out of this listing." },
    ],
    [
      "a shared one",
      { $ref: "#/$defs/Named" },
      {
        type: "object",
        description: "Its details are left out of this listing.",
      },
    ],
    [
      "a leaf",
      { type: "string", minLength: 1 },
      { type: "string", minLength: 1 },
    ],
    ["a shared leaf", { $ref: "#/$defs/Leaf" }, { enum: ["a"] }],
  ])("what lies too deep is described: %s", (_case, given, want) => {
    const shared = { ...$defs, Leaf: { enum: ["a"] } };
    const levels = { [REQUEST]: 1 };
    const schema = listed({ a: given }, { shared, levels });
    expect(schema["properties"]).toEqual({ a: want });
  });
});

describe("refs", () => {
  test("adds what can be reached, sorted, and nothing else", () => {
    const shared = {
      ...$defs,
      Pet: { properties: { owner: { $ref: "#/$defs/Owner" } } },
    };
    const { Owner } = $defs;
    const { Pet } = shared;
    const properties = { a: { items: { $ref: "#/$defs/Pet" } } };
    const schema = listed(properties, { by: refs, shared });
    expect(schema).toEqual({
      type: "object",
      properties,
      $defs: { Owner, Pet },
    });
    expect(Object.keys(schema["$defs"] ?? {})).toEqual(["Owner", "Pet"]);
  });

  test("a schema without references stays as it is", () => {
    const properties = { a: text };
    expect(listed(properties, { by: refs })).toEqual({
      type: "object",
      properties,
    });
  });

  test("a reference to nothing stands for anything", () => {
    const properties = { a: { $ref: "#/$defs/Gone" } };
    expect(listed(properties, { by: refs })).toEqual({
      type: "object",
      properties,
      $defs: { Gone: { description: "Any Gone." } },
    });
  });

  test("what is too long with all of them is written out as far as said", () => {
    const levels = { [REQUEST]: 1 };
    const properties = { a: { $ref: "#/$defs/Named" } };
    expect(listed(properties, { by: refs, levels })).toEqual(
      listed(properties, { levels }),
    );
  });
});

test.each([inline, shortened, refs])(
  "a property called __proto__ stays one",
  (by) => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Record<
      string,
      JsonSchema
    >;
    expect(JSON.stringify(listed(properties, { by }))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    );
  },
);
