import { isObject, member, type JsonObject } from "../json.js";
import type { Schema } from "../model.js";
import { encode } from "./encode.js";
import {
  allOf,
  anyOf,
  ANYTHING,
  NOTHING,
  referenceTo,
  type Shape,
} from "./shape.js";
import { valueShape, valuesShape } from "./values.js";

/**
 * Reduces a schema to its shape.
 * @param schemas what `#/$defs/…` points to
 * @param outer names of properties that the schema around it requires
 */
export function simplify(
  schema: unknown,
  schemas: ReadonlyMap<string, Schema>,
  outer: readonly string[] = [],
): Shape {
  if (schema === false) return NOTHING;
  if (!isObject(schema)) return ANYTHING;
  if ("const" in schema) return valueShape(schema["const"]);
  if (Array.isArray(schema["enum"])) return valuesShape(schema["enum"]);

  const required = [...requiredNames(schema), ...outer];
  const inner = (part: unknown) => simplify(part, schemas);
  const others = allOf([
    referenceShape(schema, schemas, required),
    ...list(schema["allOf"]).map((part) => simplify(part, schemas, required)),
    anyOf(list(schema["anyOf"]).map(inner)),
    anyOf(list(schema["oneOf"]).map(inner)),
  ]);
  if (others !== ANYTHING && isBareObject(schema)) return others;
  const own = typesOf(schema).map((type): Shape => {
    switch (type) {
      case "string":
      case "boolean":
      case "null":
        return { type };
      case "integer":
      case "number":
        return { type: "number" };
      case "array":
        return arrayShape(schema, inner);
      case "object":
        return objectShape(schema, inner, required);
      default:
        return ANYTHING;
    }
  });
  return allOf([others, anyOf(own)]);
}

/** What a schema requires, itself or in a part, of all of its parts. */
function requiredNames(schema: JsonObject): string[] {
  return [schema, ...list(schema["allOf"])].flatMap((part) =>
    strings(member(part, "required")),
  );
}

/** The types of a schema; where it does not say, those that its keywords are for. */
function typesOf(schema: JsonObject): readonly unknown[] {
  const { type } = schema;
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  if (
    "properties" in schema ||
    "patternProperties" in schema ||
    "additionalProperties" in schema
  ) {
    return ["object"];
  }
  return "items" in schema || "prefixItems" in schema ? ["array"] : [];
}

/** Says nothing of its properties, so it adds nothing to the other parts of a schema. */
function isBareObject(schema: JsonObject): boolean {
  const additional = schema["additionalProperties"];
  return (
    typesOf(schema).join() === "object" &&
    entries(schema["properties"]).length === 0 &&
    entries(schema["patternProperties"]).length === 0 &&
    (additional === undefined || additional === false)
  );
}

function arrayShape(
  schema: JsonObject,
  inner: (schema: unknown) => Shape,
): Shape {
  const { prefixItems } = schema;
  return Array.isArray(prefixItems)
    ? { type: "array", prefixItems: prefixItems.map(inner) }
    : { type: "array", items: inner(schema["items"]) };
}

/** With declared properties and nothing said of others, an object has no others. */
function objectShape(
  schema: JsonObject,
  inner: (schema: unknown) => Shape,
  required: readonly string[],
): Shape {
  const properties = entries(schema["properties"]);
  const patterns = entries(schema["patternProperties"]);
  const isBare = properties.length + patterns.length === 0;
  const others = [
    ...patterns.map(([, part]) => part),
    schema["additionalProperties"] ?? isBare,
  ].filter((part) => part !== false);
  return {
    type: "object",
    ...(properties.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            properties.map(([name, part]) => [encode(name), inner(part)]),
          ),
          required: properties
            .filter(([name]) => required.includes(name))
            .map(([name]) => encode(name)),
        }),
    ...(others.length === 0
      ? {}
      : { additionalProperties: anyOf(others.map(inner)) }),
  };
}

/** A reference, and what is required of its target beyond what that requires itself. */
function referenceShape(
  schema: JsonObject,
  schemas: ReadonlyMap<string, Schema>,
  required: readonly string[],
): Shape {
  const { $ref } = schema;
  const name = typeof $ref === "string" ? $ref.slice("#/$defs/".length) : "";
  const target = schemas.get(name);
  if (target === undefined) return ANYTHING;
  const reference = referenceTo(name);
  const missing = required.filter(
    (property) =>
      leavesOptional(target, property) &&
      member(schema["properties"], property) === undefined,
  );
  return missing.length === 0
    ? reference
    : { allOf: [reference], required: missing.map(encode) };
}

/** An object that declares this property without requiring it. */
function leavesOptional(target: Schema, property: string): boolean {
  return (
    typesOf(target).join() === "object" &&
    target["enum"] === undefined &&
    target["const"] === undefined &&
    member(target["properties"], property) !== undefined &&
    !strings(target["required"]).includes(property)
  );
}

function entries(map: unknown): [string, unknown][] {
  return isObject(map) ? Object.entries(map) : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): string[] {
  return list(value).filter((item) => typeof item === "string");
}
