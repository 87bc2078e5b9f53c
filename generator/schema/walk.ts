import { isObject, type JsonObject, put } from "../shared/json.js";
import type { Schema } from "../model.js";
import { KEYWORDS } from "./keywords.js";

/** Where schemas stand in schemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10 */
const HOLDERS = [...KEYWORDS]
  .filter(([, kind]) => kind.startsWith("schema"))
  .map(([keyword]) => keyword);

const HOLDS: ReadonlySet<string> = new Set(HOLDERS);

/**
 * The schemas that stand directly in a schema, without booleans. Values such as those of `enum` and
 * `default` are none, whatever they look like.
 * @param keywords those that count, in the order that they are looked at
 */
export function partsOf(
  schema: Schema,
  keywords: Iterable<string> = holdersOf(schema),
): Schema[] {
  const parts: Schema[] = [];
  for (const keyword of keywords) {
    const value = schema[keyword];
    if (value === undefined || value === null) continue;
    const kind = KEYWORDS.get(keyword);
    const isOne = kind === "schema" || kind === "schema-or-flag";
    const all = isOne ? [value] : Object.values(value);
    // One by one: a call takes only so many arguments.
    for (const part of all) if (isObject(part)) parts.push(part);
  }
  return parts;
}

/** The keywords of a schema that hold schemas, in the order of all: most schemas have one of them, or none. */
function holdersOf(schema: Schema): readonly string[] {
  const own = Object.keys(schema).filter((keyword) => HOLDS.has(keyword));
  return own.length < 2 ? own : HOLDERS.filter((each) => own.includes(each));
}

/** Calls `visit` with a schema and with all that stand in it, but for those that it refers to. */
export function walk(schema: Schema, visit: (schema: Schema) => void): void {
  const all = [schema];
  // The list grows while it is walked.
  for (const one of all) {
    visit(one);
    for (const part of partsOf(one)) all.push(part);
  }
}

/**
 * A copy of a schema with `change` applied to all that stands directly in it where a schema can
 * stand, booleans among it.
 */
export function mapParts(
  schema: Schema,
  change: (part: unknown, keyword: string) => unknown,
): JsonObject {
  return mapValues(schema, (value, keyword) => {
    const one = (part: unknown) => change(part, keyword);
    switch (KEYWORDS.get(keyword)) {
      case "schema":
      case "schema-or-flag":
        return one(value);
      case "schema-list":
        return Array.isArray(value) ? value.map(one) : value;
      case "schema-map":
        return isObject(value) ? mapValues(value, one) : value;
      default:
        return value;
    }
  });
}

/** The same for schemas alone; booleans stay. */
export function mapSchemas(
  schema: Schema,
  change: (part: Schema) => Schema,
): JsonObject {
  return mapParts(schema, (part) => (isObject(part) ? change(part) : part));
}

/** A copy of an object with each value changed, also that of a member called `__proto__`. */
export function mapValues(
  object: Schema,
  change: (value: unknown, name: string) => unknown,
): JsonObject {
  const copy: JsonObject = {};
  for (const [name, value] of Object.entries(object))
    put(copy, name, change(value, name));
  return copy;
}
