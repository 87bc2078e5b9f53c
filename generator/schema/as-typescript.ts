import { propertiesOf, requiredOf, resolveRef } from "../runtime.js";
import type { Schema } from "../model.js";
import { toWord } from "../shared/json.js";
import { branchesOf, isSchema } from "./object-shape.js";

/** Times that a shared schema is written out inside itself; deeper ones become `unknown`. */
const MAX_EXPANSIONS = 2;

/**
 * TypeScript type of a schema in one line, as clients that write code show it to a model. Follows Codex, whose rules
 * keep the least of a schema. https://github.com/openai/codex, code-mode-protocol/src/description.rs
 */
export function toTypeScript(root: Schema): string {
  const $defs = isSchema(root["$defs"]) ? root["$defs"] : {};
  return printSchema(root, []);

  function printSchema(
    schema: Schema,
    expandedNames: readonly string[],
  ): string {
    const referenced = resolveRef(schema, $defs as Record<string, Schema>); // as the keyword says
    if (referenced !== undefined)
      return expandedNames.filter((name) => name === referenced.name).length <
        MAX_EXPANSIONS
        ? printSchema(referenced.schema, [...expandedNames, referenced.name])
        : "unknown";
    const {
      const: constant,
      enum: enumValues = constant === undefined ? [] : [constant],
    } = schema;
    if (Array.isArray(enumValues) && enumValues.length > 0)
      return enumValues
        .map((enumValue) => JSON.stringify(enumValue))
        .join(" | ");
    const printSubschema = (subschema: Schema) =>
      printSchema(subschema, expandedNames);
    const alternatives = branchesOf(schema, "anyOf", "oneOf").map(
      printSubschema,
    );
    if (alternatives.length > 0) return [...new Set(alternatives)].join(" | ");
    const allOfTypes = branchesOf(schema, "allOf").map(printSubschema);
    if (allOfTypes.length > 0) return allOfTypes.map(parenthesise).join(" & ");
    const defaultType = "properties" in schema ? "object" : "unknown";
    const types = [schema["type"] ?? defaultType].flat().map(toWord);
    return types
      .map((type) => printType(type, schema, printSubschema))
      .join(" | ");
  }
}

/** Type as a member of an intersection: a union needs parentheses, since `&` binds closer than `|`. */
function parenthesise(
  type: string,
  _index: number,
  { length }: readonly string[],
) {
  return length > 1 && type.includes(" | ") ? `(${type})` : type;
}

function printType(
  type: string,
  schema: Schema,
  printSubschema: (schema: Schema) => string,
): string {
  const { additionalProperties: otherProperties, items } = schema;
  if (type === "integer") return "number";
  if (type === "array")
    return `Array<${isSchema(items) ? printSubschema(items) : "unknown"}>`;
  if (type !== "object") return type;
  const required = requiredOf(schema);
  const members = propertiesOf(schema).map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? "" : "?"}: ${printSubschema(property)};`;
  });
  if (isSchema(otherProperties))
    members.push(`[key: string]: ${printSubschema(otherProperties)};`);
  else if (otherProperties !== false && members.length === 0)
    members.push("[key: string]: unknown;");
  return members.length === 0 ? "{}" : `{ ${members.join(" ")} }`;
}
