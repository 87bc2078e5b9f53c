import { propertiesOf, requiredOf, target } from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import { branches, isSchema } from "./object-shape.js";

/** How often a shared schema is written out in itself. */
const TIMES = 2;

/**
 * A schema as clients that write code tell it to a model, in one line: as Codex does, whose rules take the most from
 * a schema. https://github.com/openai/codex, code-mode-protocol/src/description.rs
 */
export function asTypeScript(root: Schema): string {
  const $defs = isSchema(root["$defs"]) ? root["$defs"] : {};
  return print(root, []);

  function print(schema: Schema, open: readonly string[]): string {
    const shared = target(schema, $defs as Record<string, Schema>); // as the keyword says
    if (shared !== undefined)
      return open.filter((one) => one === shared.name).length < TIMES
        ? print(shared.schema, [...open, shared.name])
        : "unknown";
    const { const: only, enum: values = only === undefined ? [] : [only] } =
      schema;
    if (Array.isArray(values) && values.length > 0)
      return values.map((one) => JSON.stringify(one)).join(" | ");
    const inner = (one: Schema) => print(one, open);
    const choices = branches(schema, "anyOf", "oneOf").map(inner);
    if (choices.length > 0) return [...new Set(choices)].join(" | ");
    const parts = branches(schema, "allOf").map(inner);
    if (parts.length > 0) return parts.map(enclosed).join(" & ");
    const usual = "properties" in schema ? "object" : "unknown";
    const types = [schema["type"] ?? usual].flat().map(String);
    return types.map((type) => printType(type, schema, inner)).join(" | ");
  }
}

/** A type as a part of an intersection, which binds closer than a union. */
function enclosed(type: string, _index: number, { length }: readonly string[]) {
  return length > 1 && type.includes(" | ") ? `(${type})` : type;
}

function printType(
  type: string,
  schema: Schema,
  inner: (schema: Schema) => string,
): string {
  const { additionalProperties: others, items } = schema;
  if (type === "integer") return "number";
  if (type === "array")
    return `Array<${isSchema(items) ? inner(items) : "unknown"}>`;
  if (type !== "object") return type;
  const required = requiredOf(schema);
  const members = propertiesOf(schema).map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? "" : "?"}: ${inner(property)};`;
  });
  if (isSchema(others)) members.push(`[key: string]: ${inner(others)};`);
  else if (others !== false && members.length === 0)
    members.push("[key: string]: unknown;");
  return members.length === 0 ? "{}" : `{ ${members.join(" ")} }`;
}
