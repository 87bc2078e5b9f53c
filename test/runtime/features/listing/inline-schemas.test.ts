import { describe, expect, test } from "vitest";
import { inlineSchemas } from "../../../../runtime/features/listing/inline-schemas.js";
import { truncateSchemas } from "../../../../runtime/features/listing/truncate-schema.js";
import { refs } from "../../../../runtime/features/listing/refs.js";
import type {
  JsonSchema,
  Listing,
  Schemas,
} from "../../../../runtime/index.js";

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

/** `left`: places whose details are left out; undefined: all of it is short enough to be written out. */
const listed = (
  properties: Record<string, JsonSchema>,
  given: {
    readonly by?: Listing;
    readonly shared?: Schemas["$defs"];
    readonly left?: readonly string[] | undefined;
  } = {},
) => {
  const { by = inlineSchemas, left, shared = $defs } = given;
  const leftOut = left && { [REQUEST]: left };
  const schemas = { $defs: shared, arguments: {}, ...(leftOut && { leftOut }) };
  return by({ type: "object", properties }, schemas, REQUEST);
};

describe.each([
  ["inline", inlineSchemas],
  ["refs", refs],
  ["leaveOut", truncateSchemas(inlineSchemas)],
])("a listing by %s", (_name, by) => {
  const shown = (schema: JsonSchema) =>
    listed({ a: schema }, { by })["properties"];

  test("writes schemas inline and replaces recursion with a described object", () => {
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
      "data that looks like a reference",
      { enum: [ref], default: ref, examples: [ref] },
      { enum: [ref], default: ref, examples: [ref] },
    ],
    [
      "references at every place of schemas",
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

test.each<[string, JsonSchema, JsonSchema]>([
  [
    "a list",
    { type: "array", items: { $ref: "#/$defs/A" } },
    { type: "array", items: { description: "Any value.", type: "array" } },
  ],
  [
    "a schema that may be null",
    { type: ["object", "null"], properties: { a: { $ref: "#/$defs/A" } } },
    { type: ["object", "null"] },
  ],
  [
    "alternatives",
    { anyOf: [text, { type: "array", items: { $ref: "#/$defs/A" } }] },
    { type: ["string", "array"], items: { description: "Any value." } },
  ],
])("a recursion that is described keeps its type: %s", (_case, A, want) => {
  const shown = JSON.stringify(
    listed({ a: { $ref: "#/$defs/A" } }, { shared: { A } }),
  );
  const { items, type } = want;
  expect(shown).toContain(`"type":${JSON.stringify(type)}`);
  if (items) expect(shown).toContain('"items":{"description":"Any value."');
  expect(shown).toContain("A nested A, shaped like the one around it.");
});

test("a recursion is described with the title and required fields of its schema", () => {
  const Def = {
    title: "Order",
    type: "object",
    required: ["id"],
    properties: {
      id: text,
      parts: { type: "array", items: { $ref: "#/$defs/def-1" } },
    },
  };
  const shown = listed(
    { a: { $ref: "#/$defs/def-1" } },
    { shared: { "def-1": Def } },
  )["properties"];
  expect(shown).toMatchObject({
    a: {
      properties: {
        parts: {
          items: {
            type: "object",
            required: ["id"],
            description: "A nested Order, shaped like the one around it.",
          },
        },
      },
    },
  });
});

describe("values that another part of an object narrows", () => {
  const kind = { ...text, enum: ["cat", "dog"], description: "Its kind." };
  const cat = { ...kind, enum: ["cat"] };
  const Pet = { type: "object", properties: { kind }, required: ["kind"] };
  const Cat = {
    allOf: [{ $ref: "#/$defs/Pet" }, { properties: { lives: text } }],
    properties: { kind: { enum: ["cat"] } },
  };
  const shown = (schema: JsonSchema) =>
    (
      listed({ a: schema }, { shared: { Cat, Pet } })["properties"] as {
        a: JsonSchema;
      }
    )["a"];

  test("are merged, and keep their descriptions", () => {
    expect(shown({ $ref: "#/$defs/Cat" })).toEqual({
      allOf: [
        { ...Pet, properties: { kind: cat } },
        { properties: { lives: text } },
      ],
    });
  });

  test("are merged beside a reference", () => {
    const narrow = { properties: { kind: { enum: ["cat"] } } };
    expect(shown({ $ref: "#/$defs/Pet", ...narrow })).toEqual({
      ...Pet,
      properties: { kind: cat },
    });
  });

  test("stay separate if they are not a subset", () => {
    const other = { properties: { kind: { enum: ["cow"] } } };
    expect(shown({ $ref: "#/$defs/Pet", ...other })).toEqual({
      ...other,
      allOf: [Pet],
    });
  });
});

describe("a part that is left out", () => {
  const cut = (schema: JsonSchema, shared = $defs, left = ["/properties/a"]) =>
    listed({ a: schema }, { by: truncateSchemas(inlineSchemas), shared, left })[
      "properties"
    ];

  test.each<[string, JsonSchema, JsonSchema]>([
    [
      "an object, with its required properties",
      {
        type: "object",
        properties: { a: text, b: { enum: ["x"], title: "B" } },
        required: ["b"],
        description: "It.",
      },
      {
        type: "object",
        description: "It. Not listed in full.",
        required: ["b"],
        properties: { b: { enum: ["x"] } },
      },
    ],
    [
      "a list",
      { type: "array", items: { type: ["object", "null"], properties: {} } },
      {
        type: "array",
        items: { description: "Any value.", type: ["object", "null"] },
        description: "Not listed in full.",
      },
    ],
    [
      "a shared one that may be null",
      { anyOf: [{ $ref: "#/$defs/Named" }, { type: "null" }] },
      {
        type: ["object", "null"],
        description: "Not listed in full.",
        required: ["name"],
        properties: { name: text },
      },
    ],
    [
      "alternatives",
      { oneOf: [text, { $ref: "#/$defs/Named" }] },
      { type: ["string", "object"], description: "Not listed in full." },
    ],
    [
      "values",
      {
        anyOf: [{ type: "string", enum: ["low", "high"] }, { type: "null" }],
      },
      {
        type: ["string", "null"],
        enum: ["low", "high", null],
        description: "Not listed in full.",
      },
    ],
    [
      "many values",
      { type: "string", enum: Array.from({ length: 51 }, (_, at) => `v${at}`) },
      { type: "string", description: "Not listed in full." },
    ],
    ["anything", { not: {} }, { description: "Not listed in full." }],
  ])("is described: %s", (_case, given, want) => {
    expect(cut(given)).toEqual({ a: want });
  });

  test("of a shared schema is left out wherever the schema is used", () => {
    const Pet = { properties: { a: { $ref: "#/$defs/Owner" } } };
    const shared = { ...$defs, Pet };
    const left = ["$defs/Owner/properties/friends"];
    expect(
      listed(
        { a: { $ref: "#/$defs/Pet" } },
        { by: truncateSchemas(refs), shared, left },
      ),
    ).toEqual({
      type: "object",
      properties: { a: { $ref: "#/$defs/Pet" } },
      $defs: {
        Owner: {
          type: "object",
          properties: {
            email: text,
            friends: {
              type: "array",
              items: { description: "Any value.", type: "object" },
              description: "Not listed in full.",
            },
          },
        },
        Pet,
      },
    });
  });
});

describe("a listing with references", () => {
  test("contains all reachable schemas, sorted, and no others", () => {
    const shared = {
      ...$defs,
      Pet: { properties: { owner: { $ref: "#/$defs/Owner" } } },
    };
    const { Owner } = $defs;
    const { Pet } = shared;
    const properties = { a: { items: { $ref: "#/$defs/Pet" } } };
    const schema = listed(properties, { by: refs, shared, left: [] });
    expect(schema).toEqual({
      type: "object",
      properties,
      $defs: { Owner, Pet },
    });
    expect(Object.keys(schema["$defs"] ?? {})).toEqual(["Owner", "Pet"]);
  });

  test("leaves a schema without references unchanged", () => {
    const properties = { a: text };
    expect(listed(properties, { by: refs, left: [] })).toEqual({
      type: "object",
      properties,
    });
  });

  test("accepts anything for a reference to nothing", () => {
    const properties = { a: { $ref: "#/$defs/Gone" } };
    expect(listed(properties, { by: refs, left: [] })).toEqual({
      type: "object",
      properties,
      $defs: { Gone: { description: "Any Gone." } },
    });
  });
});

test.each([inlineSchemas, refs, truncateSchemas(inlineSchemas)])(
  "a listing keeps a property called __proto__",
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
