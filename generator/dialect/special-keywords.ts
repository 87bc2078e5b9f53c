import {
  below,
  isObject,
  type JsonObject,
  member,
  members,
  put,
} from "../json.js";
import { mendPattern } from "./pattern.js";
import {
  drop,
  type Place,
  readEnum,
  readSchemaExamples,
  readType,
  type SchemaContext,
} from "./schema-values.js";

/** What describes properties besides a schema's own: its additional ones would be theirs, too. */
const PARTS = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Converts a keyword whose meaning changed between versions or depends on its neighbours; false for others. */
export function addSpecial(
  out: JsonObject,
  schema: JsonObject,
  place: Place,
): boolean {
  const { keyword, context, convert } = place;
  const given = schema[keyword];
  const pointer = below(place.pointer, keyword);
  switch (keyword) {
    case "$ref":
      if (typeof given === "string")
        context.refer(out, "$ref", { text: given, pointer: place.pointer });
      return true;
    case "type": {
      const type = readType(given, pointer, context.warn);
      if (type !== undefined) out["type"] = type;
      if (given === "file") out["format"] = "binary";
      return true;
    }
    case "enum":
      if (Array.isArray(given) && given.length > 0)
        out["enum"] = readEnum(given, schema["type"]);
      else if (!Array.isArray(given)) drop(place);
      return true;
    case "example":
    case "examples": {
      const examples = readSchemaExamples(schema);
      if (examples.length > 0) out["examples"] = examples;
      return true;
    }
    case "items":
      // A list of schemas, one for each place, is `prefixItems` since 2020-12.
      if (!Array.isArray(given)) out["items"] = convert(given, pointer);
      else if (given.length > 0)
        out["prefixItems"] = given.map((item, index) =>
          convert(item, below(pointer, index)),
        );
      return true;
    case "pattern": {
      const pattern = readPattern(given, pointer, context.warn);
      if (pattern !== undefined) out["pattern"] = pattern;
      return true;
    }
    case "unevaluatedProperties": {
      const isOpen = given === true || isObject(given);
      if (!isOpen || "additionalProperties" in schema) return false;
      const isAny = given === true || PARTS.some((part) => part in schema);
      out["additionalProperties"] = isAny || convert(given, pointer);
      return true;
    }
    case "patternProperties":
      if (isObject(given)) addPatternProperties(out, given, place);
      else drop(place);
      return true;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      addBound(out, schema, place);
      return true;
    case "discriminator":
      addDiscriminator(out, given, { ...place, pointer });
      return true;
    default:
      return false;
  }
}

function addPatternProperties(
  out: JsonObject,
  given: JsonObject,
  { pointer, keyword, context, convert }: Place,
): void {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(given)) {
    const at = below(below(pointer, keyword), key);
    const pattern = readPattern(key, at, context.warn);
    if (pattern !== undefined) put(kept, pattern, convert(value, at));
  }
  out["patternProperties"] = kept;
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

// Up to 3.0 `exclusiveMinimum: true` changes the meaning of `minimum`.
function addBound(out: JsonObject, schema: JsonObject, place: Place): void {
  const { keyword } = place;
  const given = schema[keyword];
  const plain = keyword.replace(/^exclusive(.)/, (_, letter: string) =>
    letter.toLowerCase(),
  );
  if (typeof given === "boolean" && plain !== keyword) {
    if (given && Number.isFinite(schema[plain])) out[keyword] = schema[plain];
    return;
  }
  const exclusive = `exclusive${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  if (keyword === plain && schema[exclusive] === true) return;
  if (Number.isFinite(given)) out[keyword] = given;
  else drop(place);
}

// Swagger 2.0 has the property's name alone. A mapping's values become references, so that later
// stages need no rule for names.
function addDiscriminator(
  out: JsonObject,
  given: unknown,
  { pointer, context }: Place,
): void {
  const propertyName = isObject(given) ? given["propertyName"] : given;
  if (typeof propertyName !== "string") return;
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
  out["discriminator"] = said;
}
