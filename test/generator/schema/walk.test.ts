import { describe, expect, test } from "vitest";
import { setMember } from "../../../generator/shared/json.js";
import type { Schema } from "../../../generator/model.js";
import {
  mapSubschemas,
  subschemas,
  walkSchema,
} from "../../../generator/schema/walk.js";

const A: Schema = { type: "string" };
const B: Schema = { type: "integer" };

// https://json-schema.org/draft/2020-12/json-schema-core#section-10
const SINGLE =
  "additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties";
const LISTS = "allOf anyOf oneOf prefixItems";
const MAPS = "dependentSchemas patternProperties properties";

const cases: [string, Schema, Schema[]][] = [
  ...SINGLE.split(" ").map(one((key) => ({ [key]: A }), [A])),
  ...LISTS.split(" ").map(one((key) => ({ [key]: [A, B] }), [A, B])),
  ...MAPS.split(" ").map(
    one((key) => ({ [key]: { type: A, $ref: B } }), [A, B]),
  ),
  ...["default", "enum", "examples", "const", "x-own"].map(
    one((key) => ({ [key]: [{ items: A }] }), []),
  ),
  [
    "booleans",
    { items: true, properties: { a: false }, allOf: [true, A] },
    [A],
  ],
];

function one(schema: (keyword: string) => Schema, parts: Schema[]) {
  return (keyword: string): [string, Schema, Schema[]] => [
    keyword,
    schema(keyword),
    parts,
  ];
}

describe("subschemas", () => {
  test.each(cases)("are found below %s", (_, schema, want) => {
    expect(subschemas(schema)).toEqual(want);
  });

  test.each(cases)("are mapped below %s", (_, schema, parts) => {
    const met: unknown[] = [];
    const copy = mapSubschemas(schema, (part) => {
      met.push(part);
      return part;
    });
    expect(copy).toEqual(schema);
    expect(met.filter((part) => typeof part !== "boolean")).toEqual(parts);
  });

  test("of selected keywords are found in their order", () => {
    const schema = { allOf: [A], not: B, items: { type: "null" } };
    expect(subschemas(schema, ["not", "allOf"])).toEqual([B, A]);
  });

  test("are visited at any depth", () => {
    const deep = { items: A };
    const schema = { properties: { a: deep }, oneOf: [B] };
    const met: Schema[] = [];
    walkSchema(schema, (part) => met.push(part));
    expect(met).toHaveLength(4);
    expect(new Set(met)).toEqual(new Set([schema, deep, A, B]));
  });

  test("include a property named __proto__", () => {
    const properties = {};
    setMember(properties, "__proto__", A);
    const copy = mapSubschemas({ properties }, () => B);
    expect(JSON.stringify(copy)).toBe(
      '{"properties":{"__proto__":{"type":"integer"}}}',
    );
  });
});

test("subschemas are found beyond the argument limit of a call", () => {
  const oneOf = Array.from({ length: 300_000 }, () => A);
  expect(subschemas({ oneOf })).toHaveLength(oneOf.length);
  let seen = 0;
  walkSchema({ oneOf }, () => (seen += 1));
  expect(seen).toBe(oneOf.length + 1);
});
