import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { isObject } from "../../../generator/shared/json.js";
import type { Schema } from "../../../generator/model.js";
import { sample } from "../../../generator/testgen/sample.js";

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Tag: { type: "string", oneOf: [{ const: "a" }, { const: "b" }] },
  Node: {
    type: "object",
    properties: { next: { $ref: "#/$defs/Node" }, name: { type: "string" } },
    required: ["name"],
  },
  Endless: {
    type: "object",
    properties: {
      inner: { anyOf: [{ $ref: "#/$defs/Endless" }, { type: "null" }] },
    },
    required: ["inner"],
  },
  Pet: {
    oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
    discriminator: { propertyName: "kind" },
  },
  Cat: {
    type: "object",
    properties: { kind: { const: "cat" }, lives: { type: "integer" } },
    required: ["kind", "lives"],
    additionalProperties: false,
  },
  Dog: {
    type: "object",
    properties: { kind: { const: "dog" } },
    required: ["kind"],
  },
};

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

const ROWS: readonly Schema[] = [
  { type: "integer", minimum: 3, exclusiveMaximum: 5 },
  { type: "integer", multipleOf: 7, minimum: 8 },
  { type: "number", exclusiveMinimum: 0, maximum: 0.5 },
  { type: ["null", "number"], multipleOf: 0.25, maximum: -1 },
  { type: "string", minLength: 12, maxLength: 14 },
  { type: "string", pattern: "^[0-9a-f]{24}$" },
  { type: "string", pattern: "^pet_[A-Za-z0-9]{8}$" },
  { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  { type: "string", pattern: "^([0-9]+)_([0-9]+)$" },
  { type: "string", pattern: "^[T][A-Z0-9]{2,}$", minLength: 9 },
  { type: "string", pattern: "^(?:a|b)\\.[^a-z]{3}(?!x)\\p{L}+$" },
  { type: "string", pattern: "^(#[0-9a-f]{6}|none)?\\/\\w{2}$" },
  {
    type: "array",
    items: { enum: ["x", "y"] },
    minItems: 2,
    uniqueItems: true,
  },
  {
    type: "array",
    prefixItems: [{ type: "string" }, { type: "integer" }],
    minItems: 2,
  },
  {
    type: "object",
    additionalProperties: { type: "boolean" },
    minProperties: 2,
  },
  { required: ["a"], properties: { a: { type: "integer" } } },
  {
    allOf: [
      { properties: { a: { type: "integer" } } },
      { required: ["a", "b"] },
    ],
  },
  { allOf: [{ type: "number" }, { type: ["integer", "null"], minimum: 4 }] },
  { type: "string", enum: ["b", "c"], allOf: [ref("Tag")] },
  { anyOf: [{ type: "null" }, { type: "string" }], type: "string" },
  ref("Node"),
  ref("Endless"),
  ref("Pet"),
  { allOf: [ref("Pet"), { properties: { kind: { const: "dog" } } }] },
];

const ajv = new Ajv2020({ strict: false });
const manner = {
  schemas: new Map(Object.entries(SCHEMAS)),
  excludedKeyword: "writeOnly",
} as const;

test.each(ROWS)("sample() makes a valid value for %j", (schema) => {
  for (const includeOptional of [true, false]) {
    const value = sample(schema, { ...manner, includeOptional });
    const isRight = ajv.validate({ ...schema, $defs: SCHEMAS }, value);
    expect(isRight, JSON.stringify(value)).toBe(true);
    expect(sample(schema, { ...manner, includeOptional })).toEqual(value);
  }
});

test("sample() meets a pattern with plain characters", () => {
  const schema = { type: "string", pattern: "^[^@\\s]+@[^@\\s]+$" };
  expect(sample(schema, { ...manner, includeOptional: true })).toBe("a@a");
});

// Of the second, nothing can be made that is tried in its place.
test.each(["^(a+)+$", "^(a+)+(b)\\2$"])(
  "sample() does not try a slow pattern: %s",
  (pattern) => {
    const schema = { type: "string", pattern, minLength: 60 };
    // Tried, it would take years.
    const value = sample(
      schema,
      { ...manner, includeOptional: true },
      `${"a".repeat(60)}!`,
    );
    expect(value).toBeTypeOf("string");
  },
);

test("sample() leaves out readOnly properties, and optional ones on request", () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "integer", readOnly: true },
      secret: { type: "string", writeOnly: true },
      note: { type: "string" },
    },
    required: ["secret"],
  };
  const keys = (
    excludedKeyword: "readOnly" | "writeOnly",
    includeOptional: boolean,
  ) => {
    const value = sample(schema, {
      ...manner,
      excludedKeyword,
      includeOptional,
    });
    return isObject(value) ? Object.keys(value).sort() : [];
  };
  expect(keys("readOnly", true)).toEqual(["note", "secret"]);
  expect(keys("readOnly", false)).toEqual(["secret"]);
  expect(keys("writeOnly", true)).toEqual(["id", "note", "secret"]);
});

test("sample() limits the size of values for endless schemas", () => {
  const manner = {
    schemas: new Map(),
    includeOptional: true,
    excludedKeyword: "readOnly",
  } as const;
  const nested = (level: number): Schema =>
    level === 0
      ? { type: "string" }
      : { type: "array", minItems: 500, items: nested(level - 1) };
  const text = JSON.stringify(sample(nested(6), manner));
  expect(text.length).toBeLessThan(50_000);
  const long = sample({ type: "string", minLength: 2_000_000_000 }, manner);
  expect(long).toBe("text");
});

test("sample() keeps the other parts when one part grows", () => {
  const text = { type: "string" };
  const many = (count: number) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`p${at}`, text]),
    ),
  });
  const made = [1, 200].map((count) => {
    const big = { type: "array", items: many(count) };
    const properties = { big, other: big, last: many(3) };
    const manner = {
      schemas: new Map(),
      includeOptional: true,
      excludedKeyword: "writeOnly" as const,
    };
    const value = sample({ type: "object", properties }, manner);
    return isObject(value) ? value["last"] : undefined;
  });
  expect(made[1]).toEqual({ p0: "p0", p1: "p1", p2: "p2" });
  expect(made[0]).toEqual(made[1]);
});
