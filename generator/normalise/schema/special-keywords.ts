import { appendPointer } from "../../shared/json-pointer.js";
import {
  isObject,
  type JsonObject,
  getMember,
  entriesOf,
  setMember,
  readText,
} from "../../shared/json.js";
import { ALL_TYPES, widenBareObject } from "../../schema/bare-object.js";
import type { KeywordKind } from "../../schema/keywords.js";
import { repairPattern } from "./pattern.js";
import { childOf, itemsOf, type Target, toReference } from "./refs.js";
import {
  dropKeyword,
  membersOf,
  type KeywordLocation,
  readDefault,
  readEnum,
  readNameList,
  readSchemaExamples,
  readType,
  type SchemaContext,
} from "./schema-values.js";

/** Keywords that may declare properties outside `properties`, which `additionalProperties` doesn't see. */
const COMBINING_KEYWORDS = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
];

/**
 * Converts the value of a keyword to JSON Schema 2020-12; undefined if it is left out. If it belongs under another
 * keyword there, it is added to `out`.
 */
export function convertKeyword(
  kind: KeywordKind,
  location: KeywordLocation,
  converted: JsonObject,
): unknown {
  const { keyword, keywordValue, schema, pointer, context, convert } = location;
  const widen = context.isJava ? widenBareObject : keepSchema;
  switch (keyword) {
    case "$ref":
      if (typeof keywordValue === "string")
        context.setRef(converted, keyword, {
          text: keywordValue,
          pointer: pointer.slice(0, -"/$ref".length),
        });
      return undefined;
    case "type":
      if (keywordValue !== "file")
        return readType(keywordValue, pointer, context.warn);
      Object.assign(converted, { type: "string", format: "binary" });
      return undefined;
    case "enum":
      if (!Array.isArray(keywordValue)) return dropKeyword(location);
      // Discord has two lists without values.
      return keywordValue.length > 0
        ? readEnum(keywordValue, schema.value["type"])
        : undefined;
    case "example":
    case "examples": {
      const examples = readSchemaExamples(schema, context);
      if (examples.length > 0) converted["examples"] = examples;
      return undefined;
    }
    case "items":
      if (!Array.isArray(keywordValue))
        return widen(convert(keywordValue, pointer), keywordValue, ALL_TYPES);
      // A list of schemas, one for each position, is `prefixItems` since 2020-12:
      // https://json-schema.org/draft/2020-12/release-notes#changes-to-items-and-additionalitems
      if (keywordValue.length > 0)
        converted["prefixItems"] = convertList(
          itemsOf({ value: keywordValue, pointer }),
          location,
        );
      return undefined;
    case "pattern":
      return readPattern(keywordValue, pointer, context.warn);
    case "unevaluatedProperties": {
      const isOpen = keywordValue === true || isObject(keywordValue);
      if (!isOpen || "additionalProperties" in schema.value) break;
      const isAny =
        keywordValue === true ||
        COMBINING_KEYWORDS.some((part) => part in schema.value);
      converted["additionalProperties"] =
        isAny || convert(keywordValue, pointer);
      return undefined;
    }
    case "patternProperties":
      return isObject(keywordValue)
        ? readPatterns(location)
        : dropKeyword(location);
    // https://spec.openapis.org/oas/v3.0.4#schema-object: `exclusiveMinimum: true` changes the meaning of `minimum`.
    case "minimum":
      if (schema.value["exclusiveMinimum"] === true) return undefined;
      break;
    case "maximum":
      if (schema.value["exclusiveMaximum"] === true) return undefined;
      break;
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      if (typeof keywordValue !== "boolean") break;
      const bound =
        schema.value[keyword === "exclusiveMinimum" ? "minimum" : "maximum"];
      return keywordValue && Number.isFinite(bound) ? bound : undefined;
    }
    case "additionalProperties":
      if (typeof keywordValue === "boolean") return keywordValue;
      return widen(convert(keywordValue, pointer), keywordValue, ALL_TYPES);
    case "default":
      return readDefault(
        context.readExampleAt(childOf(schema, keyword)),
        schema.value["type"],
      );
    case "discriminator":
      return readDiscriminator(location);
  }
  return convertValue(kind, location);
}

const keepSchema = (schema: JsonObject) => schema;

function convertValue(kind: KeywordKind, location: KeywordLocation): unknown {
  const { keywordValue, pointer, convert } = location;
  const keepIf = (isValid: boolean) =>
    isValid ? keywordValue : dropKeyword(location);
  switch (kind) {
    case "schema":
      return convert(keywordValue, pointer);
    case "schema-or-flag":
      return typeof keywordValue === "boolean"
        ? keywordValue
        : convert(keywordValue, pointer);
    case "schema-list": {
      const schemas = schemasOf(location);
      return schemas.length > 0
        ? convertList(schemas, location)
        : dropKeyword(location);
    }
    case "schema-map":
      return isObject(keywordValue)
        ? convertMap(location)
        : dropKeyword(location);
    case "text":
      return readText(keywordValue) || undefined;
    case "number":
      return keepIf(Number.isFinite(keywordValue));
    case "positive":
      return keepIf(Number.isFinite(keywordValue) && Number(keywordValue) > 0);
    case "count":
      return keepIf(
        Number.isInteger(keywordValue) && Number(keywordValue) >= 0,
      );
    case "flag":
      return keywordValue === true ? true : undefined;
    case "value":
      return keywordValue;
    case "names":
      return typeof keywordValue === "boolean"
        ? undefined
        : (readNameList(keywordValue) ?? dropKeyword(location));
    case "names-map":
      return isObject(keywordValue)
        ? readNamesByName(location)
        : dropKeyword(location);
    case "ignored":
      return undefined;
  }
}

function readNamesByName({
  keyword,
  schema,
  context,
}: KeywordLocation): JsonObject {
  const namesByProperty: JsonObject = {};
  for (const [name, nameList] of membersOf(childOf(schema, keyword), context))
    setMember(
      namesByProperty,
      name,
      readNameList(context.follow(nameList).value) ?? [],
    );
  return namesByProperty;
}

/** Reads schemas by name: those of the target of the map's own reference, and those beside it. */
function convertMap(location: KeywordLocation): JsonObject {
  const { keyword, schema, context } = location;
  const converted: JsonObject = {};
  for (const [name, member] of membersOf(childOf(schema, keyword), context)) {
    const memberSchema = convertMember(member, location);
    const isAny = context.isJava && keyword === "properties";
    setMember(
      converted,
      name,
      isAny ? widenBareObject(memberSchema, member.value) : memberSchema,
    );
  }
  return converted;
}

function convertList(
  targets: readonly Target[],
  location: KeywordLocation,
): JsonObject[] {
  const isChoice = location.keyword === "anyOf" || location.keyword === "oneOf";
  return targets.map((target) =>
    isChoice && isBareNullable(target.value)
      ? { type: "null" }
      : convertMember(target, location),
  );
}

/** Schemas of a list; a list of one if the keyword's reference leads to a single schema. */
function schemasOf({
  keyword,
  keywordValue,
  schema,
  pointer,
}: KeywordLocation): Target[] {
  const target = { value: keywordValue, pointer };
  const isReferent = pointer !== appendPointer(schema.pointer, keyword);
  return isReferent && isObject(keywordValue) ? [target] : itemsOf(target);
}

/** Maximum nesting of lists and maps from other places; deeper ones become references. */
const MAX_ENTERED = 50;

/**
 * Converts a member of a map or list, which may be at another place of the document. A schema inside itself, or one
 * that is nested too deep, becomes a reference.
 */
function convertMember(
  { value, pointer }: Target,
  { schema, context, convert }: KeywordLocation,
): JsonObject {
  if (pointer.startsWith(`${schema.pointer}/`)) return convert(value, pointer);
  const { enteredPointers: entered } = context;
  if (entered.has(pointer) || entered.size >= MAX_ENTERED) {
    const reference: JsonObject = {};
    const text = toReference({ value, pointer });
    context.setRef(reference, "$ref", { text, pointer });
    return reference;
  }
  entered.add(pointer);
  const converted = convert(value, pointer);
  entered.delete(pointer);
  return converted;
}

/**
 * True for an alternative with nothing but `nullable: true`, as serde writes an option. Taken literally, it would
 * accept any value.
 */
function isBareNullable(alternative: unknown): boolean {
  return (
    getMember(alternative, "nullable") === true &&
    Object.keys(Object(alternative) as object).length === 1
  );
}

function readPatterns(location: KeywordLocation): JsonObject {
  const { keyword, schema, context } = location;
  const patternSchemas: JsonObject = {};
  for (const [key, member] of membersOf(childOf(schema, keyword), context)) {
    const pattern = readPattern(key, member.pointer, context.warn);
    if (pattern === undefined) continue;
    const memberSchema = convertMember(member, location);
    const widen = context.isJava ? widenBareObject : keepSchema;
    setMember(
      patternSchemas,
      pattern,
      widen(memberSchema, member.value, ALL_TYPES),
    );
  }
  return patternSchemas;
}

function readPattern(
  source: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | undefined {
  const repairedPattern = repairPattern(source);
  if ("pattern" in repairedPattern) return repairedPattern.pattern;
  warn({
    code: "bad-pattern",
    message: `The pattern ${JSON.stringify(source).slice(0, 100)} ${repairedPattern.fault} and was ignored.`,
    pointer,
    hint: "Use ECMA-262 syntax, without inline flags such as (?i).",
  });
  return undefined;
}

// Swagger 2.0 has only the property's name: https://spec.openapis.org/oas/v2.0#schema-object. Values of a mapping become references, so that later stages need no rule
// for names.
function readDiscriminator({
  keywordValue,
  pointer,
  schema,
  context,
}: KeywordLocation): unknown {
  const propertyName = isObject(keywordValue)
    ? keywordValue["propertyName"]
    : keywordValue;
  if (typeof propertyName !== "string") return undefined;
  const discriminator: JsonObject = { propertyName };
  const mapping: JsonObject = {};
  const branches = ["oneOf", "anyOf"].flatMap((keyword) =>
    itemsOf(context.follow(childOf(schema, keyword))).flatMap(
      ({ value }) => readText(getMember(value, "$ref")) || [],
    ),
  );
  const setReference = (
    holder: JsonObject,
    key: string,
    value: unknown,
    holderPointer: string,
  ) => {
    if (typeof value !== "string") return;
    const text = context.findMapped(value, { branches, pointer });
    const keyPointer = appendPointer(holderPointer, key);
    if (text !== null) {
      context.setRef(holder, key, { text, pointer: keyPointer });
      return;
    }
    // The tag is a value of the property, although no one knows which schema it selects.
    if (holder === mapping) setMember(mapping, key, "");
    if (value !== "")
      context.warnOfRef(
        value,
        keyPointer,
        "; its tag is listed for no alternative",
      );
  };
  const mappingTarget = context.follow(
    childOf({ value: keywordValue, pointer }, "mapping"),
  );
  for (const [tag, reference] of entriesOf(mappingTarget.value))
    setReference(mapping, tag, reference, mappingTarget.pointer);
  if (Object.keys(mapping).length > 0) discriminator["mapping"] = mapping;
  setReference(
    discriminator,
    "defaultMapping",
    getMember(keywordValue, "defaultMapping"),
    pointer,
  );
  return discriminator;
}
