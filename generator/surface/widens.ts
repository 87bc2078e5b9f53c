import { without } from "../json.js";
import type { Schema } from "../model.js";
import { branches, isSchema } from "../schema/shape.js";

/** Keywords that say nothing about which values are valid. */
const ANNOTATIONS = new Set(
  "$comment default deprecated description examples readOnly title writeOnly".split(
    " ",
  ),
);

/** Keywords whose number may only fall, and those whose number may only rise, where values stay valid. */
const FLOORS =
  "minimum exclusiveMinimum minLength minItems minProperties".split(" ");
const CEILINGS =
  "maximum exclusiveMaximum maxLength maxItems maxProperties".split(" ");

const EXACT = ["pattern", "format", "const", "multipleOf", "uniqueItems"];

/**
 * True where every value that was valid before is surely still valid. False may only mean that it
 * can't be told.
 */
export function widens(before: Schema, after: Schema): boolean {
  if (sameRule(before, after)) return true;
  return (
    widensTypes(before, after) &&
    widensValues(before, after) &&
    widensObject(before, after) &&
    widensItems(before, after) &&
    widensAlternatives(before, after)
  );
}

export function withoutWords(schema: Schema): Schema {
  return without(schema, [...ANNOTATIONS]);
}

/** The schema without what only describes it, as comparable text. */
export function ruleText(schema: unknown): string {
  return JSON.stringify(schema, (key: string, value: unknown) => {
    if (!isSchema(value)) return value;
    // Inside `properties` every key is a name, not a keyword.
    const isMap = key === "properties" || key === "patternProperties";
    const kept = Object.entries(value)
      .filter(([keyword]) => isMap || !ANNOTATIONS.has(keyword))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(kept);
  });
}

function sameRule(before: unknown, after: unknown): boolean {
  return ruleText(before) === ruleText(after);
}

function widensTypes(before: Schema, after: Schema): boolean {
  const now = typesOf(after);
  if (now === null) return true;
  return (
    typesOf(before)?.every(
      (type) =>
        now.includes(type) || (type === "integer" && now.includes("number")),
    ) ?? false
  );
}

export function typesOf({ type }: Schema): string[] | null {
  return type === undefined ? null : [type].flat().map(String);
}

function widensValues(before: Schema, after: Schema): boolean {
  const { enum: had } = before;
  const { enum: has } = after;
  if (Array.isArray(has)) {
    const values = new Set(has.map((value) => JSON.stringify(value)));
    const isKept = (value: unknown) => values.has(JSON.stringify(value));
    if (!Array.isArray(had) || !had.every(isKept)) return false;
  }
  const bound = (keyword: string, fits: (was: number, is: number) => boolean) =>
    after[keyword] === undefined ||
    (typeof before[keyword] === "number" &&
      typeof after[keyword] === "number" &&
      fits(before[keyword], after[keyword]));
  return (
    FLOORS.every((keyword) => bound(keyword, (was, is) => is <= was)) &&
    CEILINGS.every((keyword) => bound(keyword, (was, is) => is >= was)) &&
    EXACT.every((keyword) => staysOrGoes(keyword, before, after))
  );
}

function staysOrGoes(keyword: string, before: Schema, after: Schema): boolean {
  const now = after[keyword];
  return now === undefined || sameRule(before[keyword], now);
}

function widensObject(before: Schema, after: Schema): boolean {
  const was = (before["properties"] ?? {}) as Record<string, Schema>;
  const is = (after["properties"] ?? {}) as Record<string, Schema>;
  const had = (before["required"] ?? []) as string[];
  const has = (after["required"] ?? []) as string[];
  const isClosed = after["additionalProperties"] === false;
  return (
    has.every((name) => had.includes(name)) &&
    Object.entries(was).every(([name, property]) => {
      const now = Object.hasOwn(is, name) ? is[name] : undefined;
      return now === undefined ? !isClosed : widens(property, now);
    }) &&
    (!isClosed || before["additionalProperties"] === false)
  );
}

function widensItems(before: Schema, after: Schema): boolean {
  const now = after["items"];
  if (!isSchema(now)) return true;
  return isSchema(before["items"]) && widens(before["items"], now);
}

function widensAlternatives(before: Schema, after: Schema): boolean {
  // What several branches accept is judged by the API: `oneOf` is read as `anyOf`.
  const choices = (schema: Schema) => branches(schema, "anyOf", "oneOf");
  const [options, were] = [choices(after), choices(before)];
  const anyOf =
    options.length === 0 ||
    (were.length > 0 ? were : [before]).every((one) =>
      options.some((option) => widens(one, option)),
    );
  const parts = new Set(branches(before, "allOf").map(ruleText));
  const allOf = branches(after, "allOf").every((part) =>
    parts.has(ruleText(part)),
  );
  return (
    anyOf &&
    allOf &&
    ["not", "$ref", "prefixItems"].every((keyword) =>
      staysOrGoes(keyword, before, after),
    )
  );
}
