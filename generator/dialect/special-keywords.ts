import {
  below,
  isObject,
  type JsonObject,
  member,
  members,
  put,
  readText,
} from "../json.js";
import type { Kind } from "../schema/keywords.js";
import { mapValues } from "../schema/walk.js";
import { mendPattern } from "./pattern.js";
import {
  drop,
  type Place,
  readEnum,
  readNames,
  readSchemaExamples,
  readType,
  type SchemaContext,
} from "./schema-values.js";

/** What describes properties besides a schema's own: its additional ones would be theirs, too. */
const PARTS = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/**
 * The value of a keyword in JSON Schema 2020-12; undefined where it is left out. What stands under
 * another keyword there is added to `out`.
 */
export function convertKeyword(
  kind: Kind,
  place: Place,
  out: JsonObject,
): unknown {
  const { keyword, given, schema, pointer, context, convert } = place;
  switch (keyword) {
    case "$ref":
      if (typeof given === "string")
        context.refer(out, keyword, {
          text: given,
          pointer: pointer.slice(0, -"/$ref".length),
        });
      return undefined;
    case "type":
      if (given !== "file") return readType(given, pointer, context.warn);
      Object.assign(out, { type: "string", format: "binary" });
      return undefined;
    case "enum":
      if (!Array.isArray(given)) return drop(place);
      return given.length > 0 ? readEnum(given, schema["type"]) : undefined;
    case "example":
    case "examples": {
      const examples = readSchemaExamples(schema);
      if (examples.length > 0) out["examples"] = examples;
      return undefined;
    }
    case "items":
      if (!Array.isArray(given)) return convert(given, pointer);
      // A list of schemas, one for each place, is `prefixItems` since 2020-12.
      if (given.length > 0) out["prefixItems"] = convertList(given, place);
      return undefined;
    case "pattern":
      return readPattern(given, pointer, context.warn);
    case "unevaluatedProperties": {
      const isOpen = given === true || isObject(given);
      if (!isOpen || "additionalProperties" in schema) break;
      const isAny = given === true || PARTS.some((part) => part in schema);
      out["additionalProperties"] = isAny || convert(given, pointer);
      return undefined;
    }
    case "patternProperties":
      return isObject(given) ? readPatterns(given, place) : drop(place);
    // Up to 3.0 `exclusiveMinimum: true` changes the meaning of `minimum`.
    case "minimum":
      if (schema["exclusiveMinimum"] === true) return undefined;
      break;
    case "maximum":
      if (schema["exclusiveMaximum"] === true) return undefined;
      break;
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      if (typeof given !== "boolean") break;
      const bound =
        schema[keyword === "exclusiveMinimum" ? "minimum" : "maximum"];
      return given && Number.isFinite(bound) ? bound : undefined;
    }
    case "discriminator":
      return readDiscriminator(place);
  }
  return convertValue(kind, place);
}

function convertValue(kind: Kind, place: Place): unknown {
  const { given, pointer, convert } = place;
  const fits = (isRight: boolean) => (isRight ? given : drop(place));
  switch (kind) {
    case "schema":
      return convert(given, pointer);
    case "schema-or-flag":
      return typeof given === "boolean" ? given : convert(given, pointer);
    case "schema-list":
      return Array.isArray(given) && given.length > 0
        ? convertList(given, place)
        : drop(place);
    case "schema-map":
      return isObject(given)
        ? mapValues(given, (item, key) => convert(item, below(pointer, key)))
        : drop(place);
    case "text":
      return readText(given) || undefined;
    case "number":
      return fits(Number.isFinite(given));
    case "positive":
      return fits(Number.isFinite(given) && Number(given) > 0);
    case "count":
      return fits(Number.isInteger(given) && Number(given) >= 0);
    case "flag":
      return given === true ? true : undefined;
    case "value":
      return given;
    case "names":
      return typeof given === "boolean"
        ? undefined
        : (readNames(given) ?? drop(place));
    case "names-map":
      return isObject(given)
        ? mapValues(given, (item) => readNames(item) ?? [])
        : drop(place);
    case "ignored":
      return undefined;
  }
}

function convertList(
  given: readonly unknown[],
  { keyword, pointer, convert }: Place,
) {
  const isChoice = keyword === "anyOf" || keyword === "oneOf";
  return given.map((item, index) =>
    isChoice && isNullAlone(item)
      ? { type: "null" }
      : convert(item, below(pointer, index)),
  );
}

/** An alternative that says nothing but that it may be null, as serde writes an option: taken by its word, it would accept everything. */
function isNullAlone(alternative: unknown): boolean {
  return (
    member(alternative, "nullable") === true &&
    Object.keys(Object(alternative) as object).length === 1
  );
}

function readPatterns(
  given: JsonObject,
  { pointer, context, convert }: Place,
): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(given)) {
    const at = below(pointer, key);
    const pattern = readPattern(key, at, context.warn);
    if (pattern !== undefined) put(kept, pattern, convert(value, at));
  }
  return kept;
}

function readPattern(
  given: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | undefined {
  const mended = mendPattern(given);
  if ("pattern" in mended) return mended.pattern;
  warn({
    code: "bad-pattern",
    message: `The pattern ${JSON.stringify(given).slice(0, 100)} ${mended.fault}; it is left out.`,
    pointer,
    hint: "Write it as ECMA-262 has it, without flags.",
  });
  return undefined;
}

// Swagger 2.0 has the property's name alone. A mapping's values become references, so that later
// stages need no rule for names.
function readDiscriminator({ given, pointer, context }: Place): unknown {
  const propertyName = isObject(given) ? given["propertyName"] : given;
  if (typeof propertyName !== "string") return undefined;
  const said: JsonObject = { propertyName };
  const mapping: JsonObject = {};
  const refer = (
    holder: JsonObject,
    key: string,
    text: unknown,
    at: string,
  ) => {
    if (typeof text === "string")
      context.refer(holder, key, { text, pointer: below(at, key) });
  };
  for (const [value, target] of members(member(given, "mapping")))
    refer(mapping, value, target, below(pointer, "mapping"));
  if (Object.keys(mapping).length > 0) said["mapping"] = mapping;
  refer(said, "defaultMapping", member(given, "defaultMapping"), pointer);
  return said;
}
