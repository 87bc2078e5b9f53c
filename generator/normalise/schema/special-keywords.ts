import { below } from "../../shared/json-pointer.js";
import {
  isObject,
  type JsonObject,
  member,
  members,
  put,
  readText,
} from "../../shared/json.js";
import type { Kind } from "../../schema/keywords.js";
import { mendPattern } from "./pattern.js";
import { childOf, itemsOf, type Target } from "./refs.js";
import {
  drop,
  membersOf,
  type Place,
  readDefault,
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
      return given.length > 0
        ? readEnum(given, schema.value["type"])
        : undefined;
    case "example":
    case "examples": {
      const examples = readSchemaExamples(schema, context);
      if (examples.length > 0) out["examples"] = examples;
      return undefined;
    }
    case "items":
      if (!Array.isArray(given))
        return openBare(convert(given, pointer), given, MAY_BE_NULL);
      // A list of schemas, one for each place, is `prefixItems` since 2020-12.
      if (given.length > 0)
        out["prefixItems"] = convertList(
          itemsOf({ value: given, pointer }),
          place,
        );
      return undefined;
    case "pattern":
      return readPattern(given, pointer, context.warn);
    case "unevaluatedProperties": {
      const isOpen = given === true || isObject(given);
      if (!isOpen || "additionalProperties" in schema.value) break;
      const isAny =
        given === true || PARTS.some((part) => part in schema.value);
      out["additionalProperties"] = isAny || convert(given, pointer);
      return undefined;
    }
    case "patternProperties":
      return isObject(given) ? readPatterns(place) : drop(place);
    // Up to 3.0 `exclusiveMinimum: true` changes the meaning of `minimum`.
    case "minimum":
      if (schema.value["exclusiveMinimum"] === true) return undefined;
      break;
    case "maximum":
      if (schema.value["exclusiveMaximum"] === true) return undefined;
      break;
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      if (typeof given !== "boolean") break;
      const bound =
        schema.value[keyword === "exclusiveMinimum" ? "minimum" : "maximum"];
      return given && Number.isFinite(bound) ? bound : undefined;
    }
    case "additionalProperties":
      if (typeof given === "boolean") return given;
      return openBare(convert(given, pointer), given, MAY_BE_NULL);
    case "default":
      return readDefault(
        context.exampleAt(childOf(schema, keyword)),
        schema.value["type"],
      );
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
    case "schema-list": {
      const schemas = schemasOf(place);
      return schemas.length > 0 ? convertList(schemas, place) : drop(place);
    }
    case "schema-map":
      return isObject(given) ? convertMap(place) : drop(place);
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
      return isObject(given) ? readNamesByName(place) : drop(place);
    case "ignored":
      return undefined;
  }
}

function readNamesByName({ keyword, schema, context }: Place): JsonObject {
  const lists: JsonObject = {};
  for (const [name, list] of membersOf(childOf(schema, keyword), context))
    put(lists, name, readNames(context.follow(list).value) ?? []);
  return lists;
}

/** Schemas by name: those that a reference of the whole map leads to, and those beside it. */
function convertMap(place: Place): JsonObject {
  const { keyword, schema, context } = place;
  const converted: JsonObject = {};
  for (const [name, item] of membersOf(childOf(schema, keyword), context)) {
    const one = convertMember(item, place);
    const isValue = keyword === "properties";
    put(converted, name, isValue ? openBare(one, item.value) : one);
  }
  return converted;
}

/** What Java calls Object and .NET object, and their generators write as an object of which nothing is said. */
const BARE = /^(?:type|title|description|example|default|x-.*)$/;
const ANY = ["object", "array", "string", "number", "boolean"];
const MAY_BE_NULL = [...ANY, "null"];

/** Lets a converted part of a schema be of any type where nothing but `type: object` is said of it; most are objects. */
function openBare(
  converted: JsonObject,
  given: unknown,
  types: readonly string[] = ANY,
): JsonObject {
  const isBare =
    member(given, "type") === "object" &&
    Object.keys(Object(given) as object).every((keyword) => BARE.test(keyword));
  return isBare ? { ...converted, type: [...types] } : converted;
}

function convertList(items: readonly Target[], place: Place): JsonObject[] {
  const isChoice = place.keyword === "anyOf" || place.keyword === "oneOf";
  return items.map((item) =>
    isChoice && isNullAlone(item.value)
      ? { type: "null" }
      : convertMember(item, place),
  );
}

/** The schemas of a list; that one where a reference leads to a schema, and not to a list of them. */
function schemasOf({ keyword, given, schema, pointer }: Place): Target[] {
  const target = { value: given, pointer };
  const isReferent = pointer !== below(schema.pointer, keyword);
  return isReferent && isObject(given) ? [target] : itemsOf(target);
}

/** Lists and maps elsewhere within each other, before they become references. */
const MAX_ENTERED = 50;

/**
 * Converts a schema of a map or list, where a reference may have led. One that is met again in itself, or too deep in
 * others, becomes a reference.
 */
function convertMember(
  { value, pointer }: Target,
  { schema, context, convert }: Place,
): JsonObject {
  if (pointer.startsWith(`${schema.pointer}/`)) return convert(value, pointer);
  const { entered } = context;
  if (entered.has(pointer) || entered.size >= MAX_ENTERED) {
    const reference: JsonObject = {};
    const text = `#${pointer.replaceAll("%", "%25")}`;
    context.refer(reference, "$ref", { text, pointer });
    return reference;
  }
  entered.add(pointer);
  const converted = convert(value, pointer);
  entered.delete(pointer);
  return converted;
}

/** An alternative that says nothing but that it may be null, as serde writes an option: taken by its word, it would accept everything. */
function isNullAlone(alternative: unknown): boolean {
  return (
    member(alternative, "nullable") === true &&
    Object.keys(Object(alternative) as object).length === 1
  );
}

function readPatterns(place: Place): JsonObject {
  const { keyword, schema, context } = place;
  const kept: JsonObject = {};
  for (const [key, item] of membersOf(childOf(schema, keyword), context)) {
    const pattern = readPattern(key, item.pointer, context.warn);
    if (pattern === undefined) continue;
    const one = convertMember(item, place);
    put(kept, pattern, openBare(one, item.value, MAY_BE_NULL));
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
  const targets = context.follow(childOf({ value: given, pointer }, "mapping"));
  for (const [value, target] of members(targets.value))
    refer(mapping, value, target, targets.pointer);
  if (Object.keys(mapping).length > 0) said["mapping"] = mapping;
  refer(said, "defaultMapping", member(given, "defaultMapping"), pointer);
  return said;
}
