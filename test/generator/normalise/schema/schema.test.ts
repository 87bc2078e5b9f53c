import { describe, expect, test } from "vitest";
import { convert } from "../api-of.js";

const HERE = "/paths/~1a/post/requestBody/content/application~1json/schema";

test.each<[string, unknown, unknown]>([
  [
    "names of numbers",
    { enum: [0, 1], "x-enum-varnames": ["New", "Paid"] },
    { enum: [0, 1], description: "* `0` - New\n* `1` - Paid" },
  ],
  [
    "meanings of values that the description lacks",
    {
      description: "a: The one.",
      enum: ["a", "b"],
      "x-enum-descriptions": ["The one.", "The other."],
      "x-enum-varnames": ["A", "B"],
    },
    { description: "a: The one.\n\n* `b` - The other.", enum: ["a", "b"] },
  ],
  [
    "words of a part of `allOf`",
    { allOf: [{ type: "object" }, { description: "It.", example: 1 }] },
    { allOf: [{ type: "object" }], description: "It.", examples: [1] },
  ],
  ["booleans", true, {}],
  ["booleans", false, { not: {} }],
  ["a value that is not a schema", "text", {}],
  [
    "booleans below keywords",
    {
      properties: { a: true, b: false },
      additionalProperties: false,
      items: true,
      anyOf: [true],
    },
    {
      properties: { a: {}, b: { not: {} } },
      additionalProperties: false,
      items: {},
      anyOf: [{}],
    },
  ],
  [
    "every place of a sub-schema",
    Object.fromEntries(
      [
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "not",
        "if",
        "then",
        "else",
      ].map((key) => [key, { example: 1 }]),
    ),
    Object.fromEntries(
      [
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "not",
        "if",
        "then",
        "else",
      ].map((key) => [key, { examples: [1] }]),
    ),
  ],
  [
    "lists and maps of sub-schemas",
    {
      allOf: [{ example: 1 }],
      prefixItems: [{ example: 2 }],
      dependentSchemas: { a: { example: 3 } },
      patternProperties: { "^a": { example: 4 } },
    },
    {
      allOf: [{ examples: [1] }],
      prefixItems: [{ examples: [2] }],
      dependentSchemas: { a: { examples: [3] } },
      patternProperties: { "^a": { examples: [4] } },
    },
  ],
  [
    "lists of items",
    { items: [{ type: "string" }, true] },
    { prefixItems: [{ type: "string" }, {}] },
  ],
  [
    "values without another description",
    {
      items: { unevaluatedProperties: { example: 1 } },
      not: { unevaluatedProperties: { type: "string" }, allOf: [{}] },
      if: { unevaluatedProperties: {}, additionalProperties: false },
      then: { unevaluatedProperties: false },
      else: { unevaluatedProperties: true },
    },
    {
      items: { additionalProperties: { examples: [1] } },
      not: { additionalProperties: true, allOf: [{}] },
      if: { unevaluatedProperties: {}, additionalProperties: false },
      then: { unevaluatedProperties: false },
      else: { additionalProperties: true },
    },
  ],
  ["one type", { type: ["string"] }, { type: "string" }],
  ["several types", { type: ["string", "null"] }, { type: ["string", "null"] }],
  ["files", { type: "file" }, { type: "string", format: "binary" }],
  ["any type", { type: "any", title: "A" }, { title: "A" }],
  [
    "exclusive bounds of old",
    { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
    { exclusiveMinimum: 1, maximum: 5 },
  ],
  [
    "exclusive bounds of today",
    { minimum: 1, exclusiveMinimum: 2 },
    { minimum: 1, exclusiveMinimum: 2 },
  ],
  ["examples", { example: 1, examples: [2, 3] }, { examples: [1, 2, 3] }],
  [
    "examples as OpenAPI writes them elsewhere",
    { examples: { a: { value: 1 }, b: 2 } },
    { examples: [1, 2] },
  ],
  [
    "values of an enum, each once",
    { enum: [1, "1", 1, null] },
    { enum: [1, "1", null] },
  ],
  [
    "numbers for the type string",
    { type: "string", enum: [1.5, true, "a"] },
    { type: "string", enum: ["1.5", "true", "a"] },
  ],
  [
    "numbers for the type string or null",
    { type: ["string", "null"], enum: ["1.0", 2, null] },
    { type: ["string", "null"], enum: ["1.0", "2", null] },
  ],
  [
    "text for the type number",
    { type: "integer", enum: ["1", 2] },
    { type: "integer", enum: [1, 2] },
  ],
  [
    "text for the type boolean",
    { type: "boolean", enum: ["true", "false", true] },
    { type: "boolean", enum: [true, false] },
  ],
  [
    "values of a list that are those of its items",
    { type: "array", enum: ["a", "1"], items: { type: "string" } },
    { type: "array", items: { type: "string", enum: ["a", "1"] } },
  ],
  [
    "values of a list and of its items",
    { type: "array", items: { enum: ["b"] }, enum: ["a"], nullable: true },
    { type: ["array", "null"], items: { enum: ["b"] } },
  ],
  [
    "values that are lists",
    { type: ["array", "null"], enum: [["a"], null] },
    { type: ["array", "null"], enum: [["a"], null] },
  ],
  ["values of another type", { type: "object", enum: ["a"] }, { enum: ["a"] }],
  [
    "values of which some fit",
    { type: "integer", enum: [1, "last"] },
    { type: "integer", enum: [1, "last"] },
  ],
  [
    "properties that a closed object requires and does not describe",
    {
      required: ["a", "b"],
      properties: { a: {} },
      additionalProperties: false,
    },
    {
      required: ["a"],
      properties: { a: {}, b: {} },
      additionalProperties: false,
    },
  ],
  [
    "flags that are off",
    { uniqueItems: false, readOnly: false, writeOnly: true, deprecated: true },
    { writeOnly: true, deprecated: true },
  ],
  [
    "defaults that do not fit",
    { type: "string", default: 1 },
    { type: "string", default: 1 },
  ],
  [
    "properties, items and values that are objects without keywords",
    {
      type: "object",
      properties: {
        any: { type: "object", title: "T", example: 1, "x-a": 1 },
        list: { type: "array", items: { type: "object" } },
        map: { additionalProperties: { type: "object", description: "D" } },
        none: { type: "object", additionalProperties: false },
        fields: { type: "object", properties: { a: {} } },
        least: { type: "object", minProperties: 1 },
      },
      patternProperties: { "^x": { type: "object" } },
      dependentSchemas: { any: { type: "object" } },
    },
    {
      type: "object",
      properties: {
        any: { type: "object", title: "T", examples: [1] },
        list: { type: "array", items: { type: "object" } },
        map: { additionalProperties: { type: "object", description: "D" } },
        none: { type: "object", additionalProperties: false },
        fields: { type: "object", properties: { a: {} } },
        least: { type: "object", minProperties: 1 },
      },
      patternProperties: { "^x": { type: "object" } },
      dependentSchemas: { any: { type: "object" } },
    },
  ],
  [
    "an invalid default of a boolean",
    { type: "boolean", default: "no" },
    { type: "boolean" },
  ],
  [
    "a default of a truth value in text",
    { type: ["boolean", "null"], default: "false" },
    { type: ["boolean", "null"], default: false },
  ],
  [
    "an invalid default of a number",
    { type: "integer", default: "all" },
    { type: "integer" },
  ],
  [
    "a default of null",
    { type: "integer", default: null },
    { type: "integer", default: null },
  ],
  ["unknown formats", { format: "mac-address" }, { format: "mac-address" }],
  [
    "keywords that are not of JSON Schema",
    {
      xml: {},
      externalDocs: {},
      "x-a": 1,
      $id: "a",
      $schema: "b",
      $comment: "c",
      $defs: {},
      definitions: {},
      other: 1,
    },
    {},
  ],
  [
    "halves of characters",
    { title: "a\ud800b\0", description: "😀" },
    { title: "a\uFFFDb\uFFFD", description: "😀" },
  ],
  [
    "a discriminator of old",
    { discriminator: "kind" },
    { discriminator: { propertyName: "kind" } },
  ],
])("a schema is converted: %s", async (_, given, want) => {
  const { schema } = await convert(given);
  expect(schema).toEqual(want);
});

test("repairs that lose nothing are not reported", async () => {
  const { schema, told } = await convert({
    type: ["datetime", "Int", "Object"],
    enum: [],
    properties: { a: { required: true }, b: { required: false } },
  });
  expect(schema).toEqual({
    type: ["string", "integer", "object"],
    properties: { a: {}, b: {} },
    required: ["a"],
  });
  expect(told).toEqual([]);
});

test("a schema keeps properties named __proto__ and constructor", async () => {
  const given: unknown = JSON.parse(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__"]}',
  );
  const { schema } = await convert(given);
  expect(JSON.stringify(schema)).toBe(JSON.stringify(given));
});

test.each<[string, unknown, unknown, string]>([
  ["types of no kind", { type: "zebra" }, {}, "unknown-type /type"],
  ["an enum that is not a list", { enum: "a" }, {}, "bad-schema /enum"],
  ["counts below zero", { minLength: -1 }, {}, "bad-schema /minLength"],
  ["bounds that are text", { minimum: "1" }, {}, "bad-schema /minimum"],
  [
    "required that is not a list",
    { required: "a" },
    {},
    "bad-schema /required",
  ],
  [
    "required names that are not text",
    { required: [1] },
    {},
    "bad-schema /required",
  ],
  ["allOf that is not a list", { allOf: {} }, {}, "bad-schema /allOf"],
  [
    "properties that are a list",
    { properties: [] },
    {},
    "bad-schema /properties",
  ],
  [
    "a property that is not a schema",
    { properties: { a: "b" } },
    { properties: { a: {} } },
    "bad-schema /properties/a",
  ],
  ["invalid patterns", { pattern: "(" }, {}, "bad-pattern /pattern"],
  [
    "invalid patterns of properties",
    { patternProperties: { "(?i)a": {}, b: {} } },
    { patternProperties: { b: {} } },
    "bad-pattern /patternProperties/(?i)a",
  ],
  [
    "references to nowhere",
    { properties: { a: { $ref: "#/x", title: "A" } } },
    { properties: { a: { title: "A" } } },
    "unresolved-ref /properties/a",
  ],
])("a finding reports %s", async (_, given, want, finding) => {
  const { schema, told } = await convert(given);
  expect(schema).toEqual(want);
  expect(told).toEqual([finding.replace(" ", ` ${HERE}`)]);
});

describe("null in a schema", () => {
  const NULL = { type: "null" };
  test.each<[string, unknown, unknown]>([
    [
      "a type",
      { type: "string", nullable: true },
      { type: ["string", "null"] },
    ],
    [
      "an enum",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "an enum that has it",
      { enum: ["a", null], nullable: true },
      { enum: ["a", null] },
    ],
    [
      "a union",
      { title: "T", oneOf: [{ type: "string" }], nullable: true },
      { title: "T", oneOf: [{ type: "string" }, NULL] },
    ],
    [
      "a union that has it",
      { anyOf: [{ type: "string", nullable: true }], nullable: true },
      { anyOf: [{ type: ["string", "null"] }] },
    ],
    [
      "allOf",
      { description: "D", allOf: [{ type: "object" }], nullable: true },
      { description: "D", anyOf: [{ allOf: [{ type: "object" }] }, NULL] },
    ],
    [
      "a type and allOf",
      { type: "object", allOf: [{}], nullable: true },
      { anyOf: [{ type: "object", allOf: [{}] }, NULL] },
    ],
    [
      "a reference",
      { $ref: "#/components/schemas/A", nullable: true },
      { anyOf: [{ $ref: "#/$defs/A" }, NULL] },
    ],
    ["an empty schema", { nullable: true }, {}],
    [
      "an alternative that is only null",
      { anyOf: [{ $ref: "#/components/schemas/A" }, { nullable: true }] },
      { anyOf: [{ $ref: "#/$defs/A" }, NULL] },
    ],
    [
      "a part of `allOf` that is only null",
      { allOf: [{ type: "string" }, { nullable: true }] },
      { allOf: [{ type: "string" }, {}] },
    ],
    [
      "an item that is only null",
      { type: "array", prefixItems: [{ nullable: true }] },
      { type: "array", prefixItems: [{}] },
    ],
    [
      "Swagger's way",
      { type: "string", "x-nullable": true },
      { type: ["string", "null"] },
    ],
    ["not", { type: "string", nullable: false }, { type: "string" }],
  ])("is combined with %s", async (_, given, want) => {
    for (const version of ["3.0.3", "3.1.0"]) {
      const { schema } = await convert(given, { version, schemas: { A: {} } });
      expect(schema).toEqual(want);
    }
  });
});

test("siblings of $ref are kept from 3.1 on; before, only annotations", async () => {
  const given = {
    $ref: "#/components/schemas/A",
    description: "D",
    readOnly: true,
    minLength: 1,
    default: "",
  };
  const schemas = { A: { type: "string" } };
  const now = await convert(given, { schemas });
  expect(now.schema).toEqual({ ...given, $ref: "#/$defs/A" });
  const before = await convert(given, { version: "3.0.3", schemas });
  expect(before.schema).toEqual({
    $ref: "#/$defs/A",
    description: "D",
    readOnly: true,
  });
});

test("the mapping of a discriminator refers to schemas by $ref", async () => {
  const { schema, schemas, told } = await convert(
    {
      discriminator: {
        propertyName: "k",
        mapping: { a: "A", b: "#/components/schemas/B", c: "C" },
      },
    },
    { schemas: { A: { type: "string" }, B: { type: "number" } } },
  );
  expect(schema).toEqual({
    discriminator: {
      propertyName: "k",
      mapping: { a: "#/$defs/A", b: "#/$defs/B", c: "" },
    },
  });
  expect(Object.keys(schemas)).toEqual(["A", "B"]);
  expect(told).toEqual([`unresolved-ref ${HERE}/discriminator/mapping/c`]);
});

const object = { type: "object" };
const array = { type: "array" };

test.each<[string, unknown, unknown]>([
  [
    "a type that one alternative can't have",
    { type: "array", oneOf: [object, array] },
    { type: ["array", "object"], oneOf: [object, array] },
  ],
  [
    "null beside alternatives",
    { type: "null", oneOf: [{ type: "string" }, { type: "number" }] },
    { oneOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
  ],
  [
    "a number that may be an integer",
    { type: "number", anyOf: [{ type: "integer" }] },
    { type: "number", anyOf: [{ type: "integer" }] },
  ],
  [
    "alternatives that narrow a type",
    { type: ["string", "null"], anyOf: [{ type: "string" }, { enum: ["a"] }] },
    { type: ["string", "null"], anyOf: [{ type: "string" }, { enum: ["a"] }] },
  ],
])("%s", async (_, given, want) => {
  const { schema } = await convert(given);
  expect(schema).toEqual(want);
});

test("an enum gets the tags of the mapping that it misses", async () => {
  const kind = { type: "string", enum: ["cats"] };
  const Cat = {
    allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { x: {} } }],
  };
  const Pet = {
    type: "object",
    properties: { kind },
    discriminator: { propertyName: "kind", mapping: { cat: "Cat" } },
  };
  const pet = { $ref: "#/components/schemas/Pet" };
  const { schemas } = await convert(pet, { schemas: { Cat, Pet } });
  expect(schemas["Pet"]?.["properties"]).toEqual({
    kind: { type: "string", enum: ["cats", "cat"] },
  });
});
