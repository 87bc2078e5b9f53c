import { isSchema, propertiesOf, requiredOf } from "./json-schema.js";
import type { JsonSchema } from "../types.js";

/** Keywords that are passed on as they are. https://ai.google.dev/api/caching#Schema */
const KEPT = [
  "title",
  "description",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

/**
 * A listed schema in the words that Gemini's API knows: one type for each value, alternatives by
 * `anyOf` alone, lists of texts as `enum`, no references. What it can't say, such as
 * `additionalProperties`, is left to the check of each call.
 */
export function forGemini(schema: JsonSchema): JsonSchema {
  return narrowed(flat(schema));
}

function narrowed(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema);
  const [type = ""] = types;
  if (types.length === 1) return typed(schema, type);
  const branches = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])]
    .filter((branch) => branch["type"] !== "null")
    .map(forGemini);
  const alternatives =
    branches.length > 0 ? branches : types.map((each) => typed(schema, each));
  const [only = {}, ...others] = alternatives;
  const { description } = schema;
  const told = (branch: JsonSchema) =>
    description === undefined || "anyOf" in branch
      ? branch
      : { ...branch, description };
  // `anyOf` is taken only where nothing stands beside it.
  return others.length === 0
    ? told(only)
    : { anyOf: alternatives.map((each) => ({ ...told(each), ...each })) };
}

/** The types that a value may have; none where alternatives say that. */
function typesOf(schema: JsonSchema): string[] {
  const given = [schema["type"] ?? []]
    .flat()
    .filter((type) => typeof type === "string" && type !== "null") as string[]; // as just filtered
  if (given.length > 0) return given;
  if (schema["properties"] !== undefined) return ["object"];
  if (schema["items"] !== undefined) return ["array"];
  const values = valuesOf(schema);
  if (values.length > 0) return [...new Set(values.map(jsonType))];
  return "anyOf" in schema || "oneOf" in schema ? [] : ANY;
}

const ANY = ["string", "number", "boolean", "object", "array"];

function typed(schema: JsonSchema, type: string): JsonSchema {
  const kept = KEPT.flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [[keyword, schema[keyword]] as const],
  );
  const { exclusiveMinimum, exclusiveMaximum, format, items } = schema;
  const values = valuesOf(schema).filter((value) => typeof value === "string");
  return {
    type,
    ...Object.fromEntries(kept),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum }),
    ...(type === "string" && format === "date-time" && { format }),
    ...(type === "string" && values.length > 0 && { enum: values }),
    ...(type === "array" && {
      items: isSchema(items) ? forGemini(items) : { type: "string" },
    }),
    ...(type === "object" && objectKeywords(schema)),
  };
}

function objectKeywords(schema: JsonSchema): JsonSchema {
  const properties = propertiesOf(schema);
  const names = new Set(properties.map(([name]) => name));
  const required = requiredOf(schema).filter((name) => names.has(name));
  return {
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(([name, property]) => [name, forGemini(property)]),
      ),
    }),
    ...(required.length > 0 && { required }),
  };
}

/** The parts of nested `allOf`s as one schema. */
function flat(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  return [own, ...listOf(allOf).map(flat)].reduce(merged);
}

function merged(first: JsonSchema, second: JsonSchema): JsonSchema {
  const properties = [...propertiesOf(first), ...propertiesOf(second)];
  const required = [...requiredOf(first), ...requiredOf(second)];
  return {
    ...second,
    ...first,
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties),
    }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function valuesOf(schema: JsonSchema): unknown[] {
  const { const: only, enum: several } = schema;
  const values: unknown[] = Array.isArray(several) ? several : [];
  return only === undefined ? values : [only];
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "string" : typeof value;
}

function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
