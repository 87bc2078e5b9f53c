import { filled, without } from "../json.js";
import type { Schema } from "../model.js";
import { branches, isSchema, propertiesOf } from "../schema/shape.js";
import { mapSchemas } from "../schema/walk.js";

/** How schemas of answers are changed, those that others refer to as well. */
export function outputSchema(
  mode: "lenient" | "strict",
): (schema: Schema) => Schema {
  return mode === "lenient" ? lenient : strict;
}

/**
 * Only what can't fail: names of fields, and in words what they are declared to be. APIs leave out
 * required fields, send null for them, and values that no enum knows; a client that validates
 * would lose such an answer.
 */
function lenient(schema: Schema): Schema {
  const properties = propertiesOf(schema).map(
    ([name, property]) => [name, lenient(property)] as const,
  );
  const { $ref, items, additionalProperties: others } = schema;
  const said = filled({
    description: describe(schema) || null,
    $ref,
    properties: Object.fromEntries(properties),
    items: isSchema(items) ? lenient(items) : null,
    additionalProperties: isSchema(others) ? lenient(others) : null,
    allOf: branches(schema, "allOf").map(lenient),
    anyOf: branches(schema, "anyOf", "oneOf").map(lenient),
  });
  return Object.keys(said).length === 0 ? { description: "Any value." } : said;
}

/** `integer, int64: The pet's number.` */
function describe(schema: Schema): string {
  const { type, format, enum: values, description } = schema;
  const kinds = [type].flat().filter((one) => typeof one === "string");
  const simple = kinds.filter((one) => one !== "object" && one !== "array");
  const declared = [
    ...(simple.length === kinds.length ? [simple.join(" or ")] : []),
    typeof format === "string" ? format : "",
    Array.isArray(values) && values.length <= 20
      ? `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`
      : "",
  ].filter((text) => text !== "");
  const about = typeof description === "string" ? description : "";
  return [declared.join(", "), about].filter((text) => text !== "").join(": ");
}

/** Keywords that say nothing of a valid answer. */
const DROPPED = ["discriminator", "examples", "readOnly", "writeOnly"];

/** As declared, without fields that are only sent to the API. */
function strict(schema: Schema): Schema {
  const writeOnly = propertiesOf(schema)
    .filter(([, property]) => property["writeOnly"] === true)
    .map(([name]) => name);
  const { required, ...others } = without(schema, DROPPED);
  const inner = mapSchemas(others, strict);
  return Array.isArray(required)
    ? {
        ...inner,
        required: required.filter((name) => !writeOnly.includes(String(name))),
      }
    : inner;
}
