import { listOf, propertiesOf, requiredOf, own } from "../../runtime/schema.js";
import { without, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { ANNOTATIONS, KEYWORDS } from "../schema/keywords.js";
import { branches, isSchema } from "../schema/object-shape.js";
import { byKey } from "../shared/order.js";

type Rule = (before: Schema, after: Schema, keyword: string) => boolean;

/** How the keywords are read of which more is known than that they may stay or go. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (before, after) => {
    const now = typesOf(after) ?? [];
    const isTaken = (type: string) =>
      now.includes(type) || (type === "integer" && now.includes("number"));
    return typesOf(before)?.every(isTaken) ?? false;
  },
  enum: (before, after) => {
    const [had, has] = [before["enum"], after["enum"]];
    const values = new Set([has].flat().map((one) => JSON.stringify(one)));
    const isKept = (value: unknown) => values.has(JSON.stringify(value));
    return Array.isArray(had) && had.every(isKept);
  },
  required: (before, after) => {
    const had = requiredOf(before);
    return requiredOf(after).every((name) => had.includes(name));
  },
  properties: (before, after) => {
    const is = new Map(propertiesOf(after));
    return propertiesOf(before).every(([name, was]) =>
      widens(was, is.get(name) ?? {}),
    );
  },
  additionalProperties: (before, after, keyword) => {
    const is = new Map(propertiesOf(after));
    const names = after[keyword] === false ? propertiesOf(before) : [];
    return (
      names.every(([name]) => is.has(name)) &&
      widensPart(before, after, keyword)
    );
  },
  items: widensPart,
  propertyNames: widensPart,
  anyOf: widensChoices,
  oneOf: widensChoices,
  allOf: (before, after) => {
    const parts = new Set(listOf(before["allOf"]).map(ruleText));
    return listOf(after["allOf"]).every((part) => parts.has(ruleText(part)));
  },
  discriminator: () => true,
};

/**
 * True where every value that was valid before is surely still valid. False may only mean that it
 * can't be told.
 */
export function widens(before: Schema, after: Schema): boolean {
  if (ruleText(before) === ruleText(after)) return true;
  return Object.keys(withoutWords(after)).every((keyword) => {
    const kind = KEYWORDS.get(keyword);
    const isBound = kind === "number" || kind === "count";
    const rule = own(RULES, keyword) ?? (isBound ? widensBound : stays);
    return after[keyword] === undefined || rule(before, after, keyword);
  });
}

function stays(before: Schema, after: Schema, keyword: string): boolean {
  return ruleText(before[keyword]) === ruleText(after[keyword]);
}

function widensBound(before: Schema, after: Schema, keyword: string): boolean {
  const [was, is] = [before[keyword], after[keyword]].map((one) =>
    Number(toWord(one)),
  ) as [number, number]; // of two
  return /max/i.test(keyword) ? is >= was : is <= was;
}

/** A schema, or whether there may be any. */
function widensPart(before: Schema, after: Schema, keyword: string): boolean {
  const [was, is] = [before[keyword], after[keyword]];
  if (was === false || is === true) return true;
  return isSchema(is) && widens(isSchema(was) ? was : {}, is);
}

/** What several branches accept is judged by the API: `oneOf` is read as `anyOf`. */
function widensChoices(before: Schema, after: Schema): boolean {
  const choices = (schema: Schema) => branches(schema, "anyOf", "oneOf");
  const [options, were] = [choices(after), choices(before)];
  return (were.length > 0 ? were : [before]).every((one) =>
    options.some((option) => widens(one, option)),
  );
}

export function withoutWords(schema: Schema): Schema {
  return without(schema, ANNOTATIONS);
}

/** The schema without what only describes it, as comparable text. */
export function ruleText(schema: unknown): string {
  return JSON.stringify(schema, (key: string, value: unknown) => {
    if (!isSchema(value)) return value;
    // Inside `properties` every key is a name, not a keyword.
    const isMap = key === "properties" || key === "patternProperties";
    const kept = Object.entries(isMap ? value : withoutWords(value));
    return Object.fromEntries(kept.sort(byKey));
  });
}

export function typesOf({ type }: Schema): string[] | null {
  return type === undefined ? null : [type].flat().map(String);
}
