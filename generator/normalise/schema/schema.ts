import { appendPointer } from "../../shared/json-pointer.js";
import {
  isObject,
  type JsonObject,
  toArray,
  getMember,
  readText,
  toStrings,
  toWord,
  omit,
} from "../../shared/json.js";
import { type KeywordKind, KEYWORDS } from "../../schema/keywords.js";
import { childOf, type Target } from "./refs.js";
import { dropTypeBounds } from "./bounds.js";
import { addNull, widenEnum, widenRequired, widenType } from "./relax.js";
import {
  membersOf,
  type SchemaContext,
  toUnusableFinding,
} from "./schema-values.js";
import { convertKeyword } from "./special-keywords.js";

/**
 * Keywords beside `$ref` that are kept before OpenAPI 3.1. The standard ignores all siblings, but real documents mean
 * them (Kubernetes alone has 840 descriptions), and annotations can't make a value invalid.
 */
const DOC_SIBLINGS = new Set(
  "$ref title description deprecated readOnly writeOnly".split(" "),
);

/**
 * Converts a schema of any OpenAPI version into JSON Schema 2020-12. Boolean subschemas become `{}` and `{ not: {} }`,
 * except for keywords whose booleans every client understands: `additionalProperties` and the `unevaluated` keywords.
 */
export function convertSchema(
  value: unknown,
  pointer: string,
  context: SchemaContext,
): JsonObject {
  context.countSchema();
  if (typeof value === "boolean") return value ? {} : { not: {} };
  if (!isObject(value)) {
    if (value !== undefined && value !== null)
      context.warn(toUnusableFinding(pointer, "This is not a schema", context));
    return {};
  }
  const convert = (subschema: unknown, subschemaPointer: string) =>
    convertSchema(subschema, subschemaPointer, context);
  const converted: JsonObject = {};
  const ignoresSiblings =
    typeof value["$ref"] === "string" && !context.refSiblings;
  for (const [keyword, declaredValue] of Object.entries(value)) {
    const kind = KEYWORDS.get(keyword);
    if (kind === undefined || (ignoresSiblings && !DOC_SIBLINGS.has(keyword)))
      continue;
    const keywordTarget = {
      value: declaredValue,
      pointer: appendPointer(pointer, keyword),
    };
    // A list, a map or a text may be a reference, too.
    const target = SCHEMA_KINDS.includes(kind)
      ? keywordTarget
      : context.follow(keywordTarget);
    const location = {
      keyword,
      keywordValue: target.value,
      schema: { value, pointer },
      pointer: target.pointer,
      context,
      convert,
    };
    const convertedValue = convertKeyword(kind, location, converted);
    if (convertedValue !== undefined) converted[keyword] = convertedValue;
  }
  if (value["properties"] !== undefined)
    addRequired(
      converted,
      membersOf(childOf({ value, pointer }, "properties"), context),
    );
  addEnumMeanings(converted, value);
  liftDocs(converted);
  const widenedSchema = dropIntegerFormat(
    widenType(widenEnum(widenRequired(dropTypeBounds(converted)))),
  );
  // OpenAI writes `nullable` in 3.1 as well. Swagger 2.0 has only `x-nullable`, as in Netlify's document.
  return value["nullable"] === true || value["x-nullable"] === true
    ? addNull(widenedSchema)
    : widenedSchema;
}

/**
 * Removes an integer format if the schema also allows text: beside such a format, text means the digits of an integer
 * (`toClientSubschema`).
 */
function dropIntegerFormat(schema: JsonObject): JsonObject {
  const { format, type } = schema;
  const types = [type].flat();
  const isLong = format === "int64" || format === "uint64";
  return isLong && types.includes("integer") && types.includes("string")
    ? omit(schema, ["format"])
    : schema;
}

/** Kinds of keywords that hold one schema. References in these stay references. */
const SCHEMA_KINDS: readonly KeywordKind[] = ["schema", "schema-or-flag"];

/**
 * Adds names of properties with `required: true`, a form of early drafts of JSON Schema that documents still use, such
 * as Hey API's. https://datatracker.ietf.org/doc/html/draft-zyp-json-schema-03#section-5.7
 */
function addRequired(
  converted: JsonObject,
  properties: readonly (readonly [name: string, target: Target])[],
): void {
  const requiredNames = properties
    .filter(([, { value }]) => getMember(value, "required") === true)
    .map(([name]) => name);
  if (requiredNames.length > 0)
    converted["required"] = [
      ...new Set([...toStrings(converted["required"]), ...requiredNames]),
    ];
}

/** Moves annotations that are alone in `allOf`, beside one other schema, to the schema around it. */
function liftDocs(converted: JsonObject): void {
  // Box has 133 of them, DigitalOcean 16.
  const parts = toArray(converted["allOf"]) as JsonObject[]; // as converted
  const isDocsOnly = (part: JsonObject) =>
    Object.keys(part).length > 0 &&
    Object.keys(part).every((keyword) => DOC_KEYWORDS.includes(keyword));
  const constrainingParts = parts.filter((part) => !isDocsOnly(part));
  if (constrainingParts.length !== 1 || parts.length === 1) return;
  converted["allOf"] = constrainingParts;
  Object.assign(
    converted,
    Object.assign({}, ...parts.filter(isDocsOnly), converted),
  );
}

const DOC_KEYWORDS = ["title", "description", "examples"];

/**
 * Extensions of client generators that describe the values of an enum, or name its numbers: those of OpenAPI Generator,
 * NSwag and Google. https://openapi-generator.tech/docs/templating/#enum
 */
const ENUM_DESCRIPTIONS = [
  "x-enum-descriptions",
  "x-enumDescriptions",
  "x-google-enum-descriptions",
];
const ENUM_NAMES = ["x-enum-varnames", "x-enumNames"];

/** Adds the meanings of an enum's values to the description, in the form that Django REST uses. */
function addEnumMeanings(converted: JsonObject, schema: JsonObject): void {
  const values: unknown[] = [schema["enum"] ?? []].flat();
  const areNumbers = values.every((value) => typeof value === "number");
  const meaningLists = [...ENUM_DESCRIPTIONS, ...(areNumbers ? ENUM_NAMES : [])]
    .map((name) => schema[name])
    .filter(
      (meanings) =>
        Array.isArray(meanings) && meanings.length === values.length,
    );
  const description = readText(schema["description"]);
  const meaningLines = values.flatMap((value, index) => {
    const [meaning = ""] = meaningLists
      .map((list) => readText(getMember(list, String(index))).trim())
      .filter(Boolean);
    return meaning === "" || description.includes(meaning)
      ? []
      : [`* \`${toWord(value)}\` - ${meaning}`];
  });
  if (meaningLines.length > 0)
    converted["description"] = [description, meaningLines.join("\n")]
      .filter(Boolean)
      .join("\n\n");
}
