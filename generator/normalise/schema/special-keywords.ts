import { getOwn } from "../../runtime.js";
import { appendPointer } from "../../shared/json-pointer.js";
import {
  isObject,
  type JsonObject,
  getMember,
  setMember,
  readText,
} from "../../shared/json.js";
import { ALL_TYPES, widenBareObject } from "../../schema/bare-object.js";
import type { KeywordKind } from "../../schema/keywords.js";
import { readDiscriminator } from "./discriminator.js";
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

/** Converts the value of one keyword; undefined if it is left out. What belongs under another keyword is added to `converted`. */
type KeywordConverter = (
  location: KeywordLocation,
  converted: JsonObject,
  kind: KeywordKind,
) => unknown;

/** Keywords that other dialects write in another way than JSON Schema 2020-12, or that documents often get wrong. */
const SPECIAL_KEYWORDS: Readonly<Record<string, KeywordConverter>> = {
  $ref: ({ keyword, keywordValue, pointer, context }, converted) => {
    if (typeof keywordValue !== "string") return;
    const holderPointer = pointer.slice(0, -"/$ref".length);
    const reference = { text: keywordValue, pointer: holderPointer };
    context.setRef(converted, keyword, reference);
  },
  type: ({ keywordValue, pointer, context }, converted) => {
    if (keywordValue !== "file")
      return readType(keywordValue, pointer, context.warn);
    Object.assign(converted, { type: "string", format: "binary" });
    return undefined;
  },
  enum: (location) => {
    const { keywordValue, schema } = location;
    if (!Array.isArray(keywordValue)) return dropKeyword(location);
    // Discord has two lists without values.
    return keywordValue.length > 0
      ? readEnum(keywordValue, schema.value["type"])
      : undefined;
  },
  example: addExamples,
  examples: addExamples,
  items: (location, converted) => {
    const { keywordValue, pointer } = location;
    if (!Array.isArray(keywordValue)) return convertOpenSchema(location);
    // A list of schemas, one for each position, is `prefixItems` since 2020-12:
    // https://json-schema.org/draft/2020-12/release-notes#changes-to-items-and-additionalitems
    if (keywordValue.length > 0)
      converted["prefixItems"] = convertList(
        itemsOf({ value: keywordValue, pointer }),
        location,
      );
    return undefined;
  },
  pattern: ({ keywordValue, pointer, context }) =>
    readPattern(keywordValue, pointer, context.warn),
  unevaluatedProperties: (location, converted, kind) => {
    const { keywordValue, schema, pointer, convert } = location;
    const isOpen = keywordValue === true || isObject(keywordValue);
    if (!isOpen || "additionalProperties" in schema.value)
      return convertValue(kind, location);
    const isAny =
      keywordValue === true ||
      COMBINING_KEYWORDS.some((part) => part in schema.value);
    converted["additionalProperties"] = isAny || convert(keywordValue, pointer);
    return undefined;
  },
  patternProperties: (location) =>
    isObject(location.keywordValue)
      ? readPatterns(location)
      : dropKeyword(location),
  // https://spec.openapis.org/oas/v3.0.4#schema-object: `exclusiveMinimum: true` changes the meaning of `minimum`.
  minimum: convertBound("exclusiveMinimum"),
  maximum: convertBound("exclusiveMaximum"),
  exclusiveMinimum: convertExclusiveBound("minimum"),
  exclusiveMaximum: convertExclusiveBound("maximum"),
  additionalProperties: (location) =>
    typeof location.keywordValue === "boolean"
      ? location.keywordValue
      : convertOpenSchema(location),
  default: ({ context, keyword, schema }) =>
    readDefault(
      context.readExampleAt(childOf(schema, keyword)),
      schema.value["type"],
    ),
  discriminator: readDiscriminator,
};

/**
 * Converts the value of a keyword to JSON Schema 2020-12; undefined if it is left out. If it belongs under another
 * keyword there, it is added to `converted`.
 */
export function convertKeyword(
  kind: KeywordKind,
  location: KeywordLocation,
  converted: JsonObject,
): unknown {
  const convertSpecial = getOwn(SPECIAL_KEYWORDS, location.keyword);
  return convertSpecial === undefined
    ? convertValue(kind, location)
    : convertSpecial(location, converted, kind);
}

function addExamples(
  { schema, context }: KeywordLocation,
  converted: JsonObject,
): undefined {
  const examples = readSchemaExamples(schema, context);
  if (examples.length > 0) converted["examples"] = examples;
}

/** Converts the schema of items or of further properties, which Java's generators leave bare for any value. */
function convertOpenSchema({
  keywordValue,
  pointer,
  context,
  convert,
}: KeywordLocation): unknown {
  const widen = context.isJava ? widenBareObject : keepSchema;
  return widen(convert(keywordValue, pointer), keywordValue, ALL_TYPES);
}

/** Creates the converter of a bound, which `exclusiveKeyword: true` takes over. */
function convertBound(exclusiveKeyword: string): KeywordConverter {
  return (location, _converted, kind) =>
    location.schema.value[exclusiveKeyword] === true
      ? undefined
      : convertValue(kind, location);
}

/** Creates the converter of an exclusive bound, which was a flag beside `boundKeyword` before 2020-12. */
function convertExclusiveBound(boundKeyword: string): KeywordConverter {
  return (location, _converted, kind) => {
    const { keywordValue, schema } = location;
    if (typeof keywordValue !== "boolean") return convertValue(kind, location);
    const bound = schema.value[boundKeyword];
    return keywordValue && Number.isFinite(bound) ? bound : undefined;
  };
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
