import type { Clients } from "../config/profiles.js";
import { filled, without } from "../json.js";
import type { Api, Schema } from "../model.js";
import { requiredOf } from "../../runtime/schema.js";
import {
  branches,
  isSchema,
  propertiesOf,
  referenceName,
} from "../schema/shape.js";

/** Changes schemas of arguments for the clients that a server is made for. */
export type Narrow = (schema: Schema) => Schema;

/** How a client's rules change the schemas of arguments. */
export function narrowing(clients: Clients, { schemas }: Api): Narrow {
  return clients === "gemini"
    ? (schema) => forGemini(schema, schemas)
    : (schema) => schema;
}

/** Keywords that are passed on as they are. https://ai.google.dev/api/caching#Schema */
const KEPT =
  "title description minimum maximum minLength maxLength pattern minItems maxItems minProperties maxProperties".split(
    " ",
  );

type Shared = Api["schemas"];

/**
 * A schema in the words that Gemini's API knows: one type for each value, alternatives by `anyOf`
 * alone, lists of texts as `enum`. References stay, and so do what they lead to and its name.
 */
export function forGemini(schema: Schema, shared: Shared): Schema {
  if (referenceName(schema) !== null && isReference(schema)) return schema;
  return narrowed(flat(schema, shared, []), shared);
}

/** Nothing but words stands beside it. */
function isReference(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) =>
    ["$ref", "description", "title"].includes(keyword),
  );
}

function narrowed(schema: Schema, shared: Shared): Schema {
  const types = typesOf(schema);
  const [type = ""] = types;
  if (types.length === 1) return typed(schema, type, shared);
  const choices = branches(schema, "anyOf", "oneOf")
    .filter((branch) => branch["type"] !== "null")
    .map((branch) => forGemini(branch, shared));
  const alternatives =
    choices.length > 0
      ? choices
      : types.map((each) => typed(schema, each, shared));
  const [only = {}, ...others] = alternatives;
  const { description } = schema;
  const told = (branch: Schema) =>
    description === undefined || "anyOf" in branch
      ? branch
      : { ...branch, description };
  // `anyOf` is taken only where nothing stands beside it.
  return others.length === 0
    ? told(only)
    : { anyOf: alternatives.map((each) => ({ ...told(each), ...each })) };
}

/** The types that a value may have; none where alternatives say that. */
function typesOf(schema: Schema): string[] {
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

function typed(schema: Schema, type: string, shared: Shared): Schema {
  const kept = KEPT.map((keyword) => [keyword, schema[keyword]] as const);
  const { exclusiveMinimum, exclusiveMaximum, format, items } = schema;
  const values = valuesOf(schema).filter((value) => typeof value === "string");
  return {
    type,
    ...filled(Object.fromEntries(kept)),
    ...filled({ minimum: exclusiveMinimum, maximum: exclusiveMaximum }),
    ...(type === "string" && format === "date-time" && { format }),
    ...(type === "string" && filled({ enum: values })),
    ...(type === "array" && {
      items: isSchema(items) ? forGemini(items, shared) : { type: "string" },
    }),
    ...(type === "object" && objectKeywords(schema, shared)),
  };
}

function objectKeywords(schema: Schema, shared: Shared): Schema {
  const properties = new Map(propertiesOf(schema));
  const inner = [...properties].map(
    ([name, one]) => [name, forGemini(one, shared)] as const,
  );
  return filled({
    properties: Object.fromEntries(inner),
    required: requiredOf(schema).filter((name) => properties.has(name)),
  });
}

/** A schema, what it refers to, and the parts of nested `allOf`s as one; what contains itself once. */
function flat(schema: Schema, shared: Shared, open: readonly string[]): Schema {
  const own: Schema = without(schema, ["$ref", "allOf"]);
  const name = referenceName(schema);
  const inner = name === null ? open : [...open, name];
  const meant =
    name === null || open.includes(name) ? [] : [shared.get(name) ?? {}];
  const parts = [...meant, ...branches(schema, "allOf")];
  return [own, ...parts.map((part) => flat(part, shared, inner))].reduce(
    (first, second) => merged(first, second),
  );
}

function merged(first: Schema, second: Schema): Schema {
  const properties = [...propertiesOf(first), ...propertiesOf(second)];
  const required = new Set([...requiredOf(first), ...requiredOf(second)]);
  return {
    ...second,
    ...first,
    ...filled({ properties: Object.fromEntries(properties) }),
    ...filled({ required: [...required] }),
  };
}

function valuesOf(schema: Schema): unknown[] {
  const { const: only, enum: several } = schema;
  const values: unknown[] = Array.isArray(several) ? several : [];
  return only === undefined ? values : [only];
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "string" : typeof value;
}
