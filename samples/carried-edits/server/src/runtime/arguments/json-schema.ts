import type { JsonSchema } from "../types.js";

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Properties by name; what is no schema there allows anything. */
export function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties } = schema;
  return isSchema(properties)
    ? Object.entries(properties).map(([name, property]) => [
        name,
        isSchema(property) ? property : {},
      ])
    : [];
}

/** Names of required properties. */
export function requiredOf(schema: JsonSchema): string[] {
  const { required } = schema;
  return Array.isArray(required)
    ? required.filter((name) => typeof name === "string")
    : [];
}

/** Says nothing about which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** Equal, with keys in the same order. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A copy of a schema with `visit` applied to each schema directly inside it; data such as `enum` is left alone. */
export function mapSubschemas(
  schema: JsonSchema,
  visit: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const one = (value: unknown) => (isSchema(value) ? visit(value) : value);
  return mapValues(schema, (value, keyword) => {
    if (SINGLE.has(keyword)) return one(value);
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map(one);
    if (MAPS.has(keyword) && isSchema(value)) return mapValues(value, one);
    return value;
  });
}

// Where schemas stand in schemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10
const SINGLE = new Set([
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set([
  "$defs",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

// https://json-schema.org/draft/2020-12/json-schema-validation#section-9
const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "examples",
  "readOnly",
  "writeOnly",
]);

/** `Object.fromEntries` also defines a property called `__proto__`, where an assignment would not. */
function mapValues(
  object: JsonSchema,
  change: (value: unknown, key: string) => unknown,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}
