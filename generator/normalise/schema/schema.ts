import { below } from "../../shared/json-pointer.js";
import {
  isObject,
  type JsonObject,
  listOf,
  member,
  readText,
  textsOf,
  toWord,
  without,
} from "../../shared/json.js";
import { type Kind, KEYWORDS } from "../../schema/keywords.js";
import { childOf, type Target } from "./refs.js";
import { addNull, widenEnum, widenRequired, widenType } from "./relax.js";
import { membersOf, type SchemaContext, unusable } from "./schema-values.js";
import { convertKeyword } from "./special-keywords.js";

/**
 * Beside `$ref` before 3.1 only what explains is kept: the standard ignores it, real documents
 * mean it (840 descriptions in Kubernetes' alone), and it can't make a value invalid.
 */
const EXPLAINING = new Set(
  "$ref title description deprecated readOnly writeOnly".split(" "),
);

/**
 * Turns a schema of any OpenAPI version into JSON Schema 2020-12. Sub-schemas that are `true` or
 * `false` become `{}` and `{ not: {} }`, except where every client understands them:
 * `additionalProperties` and the `unevaluated` keywords.
 */
export function convertSchema(
  value: unknown,
  pointer: string,
  context: SchemaContext,
): JsonObject {
  context.spend();
  if (typeof value === "boolean") return value ? {} : { not: {} };
  if (!isObject(value)) {
    if (value !== undefined && value !== null)
      context.warn(unusable(pointer, "This is no schema", context));
    return {};
  }
  const convert = (item: unknown, at: string) =>
    convertSchema(item, at, context);
  const out: JsonObject = {};
  const old = typeof value["$ref"] === "string" && !context.refSiblings;
  for (const [keyword, given] of Object.entries(value)) {
    const kind = KEYWORDS.get(keyword);
    if (kind === undefined || (old && !EXPLAINING.has(keyword))) continue;
    const written = { value: given, pointer: below(pointer, keyword) };
    // A list, a map or a text of a schema may stand elsewhere, as a schema may.
    const target = SCHEMAS.includes(kind) ? written : context.follow(written);
    const place = {
      keyword,
      given: target.value,
      schema: { value, pointer },
      pointer: target.pointer,
      context,
      convert,
    };
    const converted = convertKeyword(kind, place, out);
    if (converted !== undefined) out[keyword] = converted;
  }
  addRequired(
    out,
    membersOf(childOf({ value, pointer }, "properties"), context),
  );
  addMeanings(out, value);
  liftWords(out);
  const wide = asText(widenType(widenEnum(widenRequired(out))));
  return value["nullable"] === true || value["x-nullable"] === true
    ? addNull(wide)
    : wide;
}

/** Without a format of integers where any text will do: beside one, text holds the digits of an integer (`clientSchema`). */
function asText(schema: JsonObject): JsonObject {
  const { format, type } = schema;
  const types = [type].flat();
  const isLong = format === "int64" || format === "uint64";
  return isLong && types.includes("integer") && types.includes("string")
    ? without(schema, ["format"])
    : schema;
}

/** Kinds of keywords that hold a schema, whose references stay references. */
const SCHEMAS: readonly Kind[] = ["schema", "schema-or-flag"];

/** Many write `required: true` into the property, where JSON Schema had it once. */
function addRequired(
  out: JsonObject,
  properties: ReadonlyMap<string, Target>,
): void {
  const own = [...properties]
    .filter(([, { value }]) => member(value, "required") === true)
    .map(([name]) => name);
  if (own.length > 0)
    out["required"] = [...new Set([...textsOf(out["required"]), ...own])];
}

/** What describes alone, beside one schema in `allOf`, is said of the whole, as beside a reference. */
function liftWords(out: JsonObject): void {
  const parts = listOf(out["allOf"]) as JsonObject[]; // as converted
  const isWords = (part: JsonObject) =>
    Object.keys(part).length > 0 &&
    Object.keys(part).every((keyword) => WORDS.includes(keyword));
  const kept = parts.filter((part) => !isWords(part));
  if (kept.length !== 1 || parts.length === 1) return;
  out["allOf"] = kept;
  Object.assign(out, Object.assign({}, ...parts.filter(isWords), out));
}

const WORDS = ["title", "description", "examples"];

/** Where generators of clients look for what the values of an enum mean, and what numbers are called. */
const MEANINGS = [
  "x-enum-descriptions",
  "x-enumDescriptions",
  "x-google-enum-descriptions",
];
const NAMES = ["x-enum-varnames", "x-enumNames"];

/** Lists them in the description, as Django REST does. */
function addMeanings(out: JsonObject, given: JsonObject): void {
  const values: unknown[] = [given["enum"] ?? []].flat();
  const areNumbers = values.every((value) => typeof value === "number");
  const lists = [...MEANINGS, ...(areNumbers ? NAMES : [])]
    .map((name) => given[name])
    .filter((one) => Array.isArray(one) && one.length === values.length);
  const about = readText(given["description"]);
  const list = values.flatMap((value, at) => {
    const [text = ""] = lists
      .map((list) => readText(member(list, String(at))).trim())
      .filter(Boolean);
    return text === "" || about.includes(text)
      ? []
      : [`* \`${toWord(value)}\` - ${text}`];
  });
  if (list.length > 0)
    out["description"] = [about, list.join("\n")].filter(Boolean).join("\n\n");
}
