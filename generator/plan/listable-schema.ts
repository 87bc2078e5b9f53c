import type { Schema } from "../model.js";
import { isSchema } from "../schema/shape.js";
import { cut } from "./cut.js";

/** Longest description of one property, in characters. */
const MAX_DESCRIPTION = 1024;

/** Keywords that no client needs, or that some clients refuse. */
const DROPPED = new Set([
  "$anchor",
  "$comment",
  "$dynamicAnchor",
  "$id",
  "$schema",
  "discriminator",
  "readOnly",
  "writeOnly",
]);

/**
 * An input schema that every client accepts: no boolean sub-schemas, arrays with `items`, no
 * properties that only the API writes, no OpenAPI keywords, texts of bounded length. References
 * stay as they are.
 */
export function clientSchema(schema: Schema): Schema {
  const kept = Object.entries(schema)
    .filter(([keyword]) => !DROPPED.has(keyword) && !keyword.startsWith("x-"))
    .map(([keyword, value]) => [keyword, safeKeyword(keyword, value, schema)])
    .filter(([, value]) => value !== undefined);
  if (includesArray(schema["type"]) && schema["items"] === undefined) {
    kept.push(["items", { description: "Any value." }]);
  }
  return Object.fromEntries(kept) as Schema;
}

/** Boolean schemas become objects: `true` accepts anything and says so. */
export function clientSubschema(schema: unknown): Schema {
  if (!isSchema(schema)) return { description: "Any value." };
  const safe = clientSchema(schema);
  return Object.keys(safe).length === 0 ? { description: "Any value." } : safe;
}

function safeKeyword(keyword: string, value: unknown, schema: Schema): unknown {
  switch (keyword) {
    case "properties":
      return isSchema(value) ? properties(value) : undefined;
    case "required":
      return requiredNames(value, schema);
    case "items":
    case "contains":
    case "propertyNames":
    case "not":
    case "if":
    case "then":
    case "else":
      return clientSubschema(value);
    case "additionalProperties":
    case "unevaluatedProperties":
      return isSchema(value) ? openSchema(value) : value;
    case "unevaluatedItems":
      return isSchema(value) ? clientSchema(value) : undefined;
    case "patternProperties":
    case "dependentSchemas":
      return isSchema(value) ? mapValues(value, clientSubschema) : undefined;
    case "allOf":
    case "anyOf":
    case "oneOf":
      return subschemas(value);
    case "prefixItems":
      return subschemas(value);
    case "description":
      return typeof value === "string"
        ? cut(value, MAX_DESCRIPTION)
        : undefined;
    case "examples":
      return Array.isArray(value) ? smallExamples(value) : undefined;
    case "enum":
      return Array.isArray(value) && value.length > 0 ? value : undefined;
    default:
      return value;
  }
}

function properties(map: Schema): Schema {
  const kept = Object.entries(map).filter(
    ([, property]) =>
      property !== false &&
      !(isSchema(property) && property["readOnly"] === true),
  );
  return mapValues(Object.fromEntries(kept), clientSubschema);
}

function requiredNames(value: unknown, schema: Schema): unknown {
  if (!Array.isArray(value)) return undefined;
  const declared = isSchema(schema["properties"]) ? schema["properties"] : {};
  const names = value.filter((name) => {
    const property = Object.hasOwn(declared, String(name))
      ? declared[String(name)]
      : undefined;
    return !(isSchema(property) && property["readOnly"] === true);
  });
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** An empty schema says the same as `true`, which clients take better here. */
function openSchema(schema: Schema): unknown {
  const safe = clientSchema(schema);
  return Object.keys(safe).length === 0 ? true : safe;
}

function subschemas(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0
    ? value.map(clientSubschema)
    : undefined;
}

/** One example is enough to show the form; long ones cost more than they tell. */
function smallExamples(examples: readonly unknown[]): unknown {
  const small = examples.filter(
    (example) => JSON.stringify(example).length <= 120,
  );
  return small.length === 0 ? undefined : small.slice(0, 1);
}

function includesArray(type: unknown): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

function mapValues(map: Schema, change: (schema: unknown) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, change(value)]),
  );
}
