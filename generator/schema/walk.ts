import { isObject, type JsonObject, setMember } from "../shared/json.js";
import type { Schema } from "../model.js";
import { KEYWORDS } from "./keywords.js";

/** Keywords that hold subschemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10 */
const SCHEMA_KEYWORDS = [...KEYWORDS]
  .filter(([, kind]) => kind.startsWith("schema"))
  .map(([keyword]) => keyword);

/**
 * Direct subschemas of a schema, without booleans. Values of `enum`, `default` and similar ones are no
 * subschemas, whatever they look like.
 * @param keywords keywords to look at, in their order; default: all that hold schemas
 */
export function subschemas(
  schema: Schema,
  keywords: Iterable<string> = schemaKeywordsOf(schema),
): Schema[] {
  const foundSchemas: Schema[] = [];
  for (const keyword of keywords) {
    const keywordValue = schema[keyword];
    if (keywordValue === undefined || keywordValue === null) continue;
    const kind = KEYWORDS.get(keyword);
    const isSingle = kind === "schema" || kind === "schema-or-flag";
    const candidates = isSingle ? [keywordValue] : Object.values(keywordValue);
    // One by one: a call takes only so many arguments.
    for (const candidate of candidates)
      if (isObject(candidate)) foundSchemas.push(candidate);
  }
  return foundSchemas;
}

/** Keywords of a schema that hold subschemas, in the order of `SCHEMA_KEYWORDS`. Most schemas have one or none, and need no new list. */
function schemaKeywordsOf(schema: Schema): readonly string[] {
  let keywords = NO_KEYWORDS;
  for (const keyword of Object.keys(schema)) {
    const singleKeyword = SINGLE_KEYWORDS.get(keyword);
    if (singleKeyword === undefined) continue;
    if (keywords.length > 0)
      return SCHEMA_KEYWORDS.filter((name) => Object.hasOwn(schema, name));
    keywords = singleKeyword;
  }
  return keywords;
}

const NO_KEYWORDS: readonly string[] = [];

/** Lists of one keyword each that holds subschemas, by the keyword. */
const SINGLE_KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map(
  SCHEMA_KEYWORDS.map((keyword) => [keyword, [keyword]]),
);

/** Calls `visit` with a schema and all subschemas, at any depth. References are not followed. */
export function walkSchema(
  schema: Schema,
  visit: (schema: Schema) => void,
): void {
  const queue = [schema];
  // The list grows while it is walked.
  for (const queuedSchema of queue) {
    visit(queuedSchema);
    for (const part of subschemas(queuedSchema)) queue.push(part);
  }
}

/**
 * Copy of a schema with `change` applied to the value at each place of a direct subschema, booleans
 * included.
 */
export function mapSubschemas(
  schema: Schema,
  change: (part: unknown, keyword: string) => unknown,
): JsonObject {
  return mapValues(schema, (value, keyword) => {
    const changePart = (part: unknown) => change(part, keyword);
    switch (KEYWORDS.get(keyword)) {
      case "schema":
      case "schema-or-flag":
        return changePart(value);
      case "schema-list":
        return Array.isArray(value) ? value.map(changePart) : value;
      case "schema-map":
        return isObject(value) ? mapValues(value, changePart) : value;
      default:
        return value;
    }
  });
}

/** Copy of a schema with `change` applied to its direct subschemas; booleans stay. */
export function mapSchemas(
  schema: Schema,
  change: (part: Schema) => Schema,
): JsonObject {
  return mapSubschemas(schema, (part) =>
    isObject(part) ? change(part) : part,
  );
}

/** Copy of an object with `change` applied to each value, even that of a member called `__proto__`. */
export function mapValues(
  object: Schema,
  change: (value: unknown, name: string) => unknown,
): JsonObject {
  const copy: JsonObject = {};
  for (const name of Object.keys(object))
    setMember(copy, name, change(object[name], name));
  return copy;
}
