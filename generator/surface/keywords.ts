import {
  isSchema,
  listOf,
  propertiesOf,
  requiredOf,
} from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import { ruleText, typesOf, widens } from "./widens.js";

/** One difference of two schemas. */
export interface SchemaChange {
  /** `filter.color`; with the name of a shared schema in front, where it is one's. */
  readonly place: string;
  /** `maxLength 10 → 20` */
  readonly text: string;
  /** It says something else to a model, and nothing else to a validator. */
  readonly isWords: boolean;
  /** A value that was taken may not be any more. */
  readonly refuses: boolean;
  /** A value may come that did not before. */
  readonly surprises: boolean;
}

/** Where two schemas stand, and how those in them are compared. */
interface Here {
  readonly place: string;
  readonly inner: (was: Schema, is: Schema, step: string) => SchemaChange[];
}

const WORDS = ["title", "description", "examples", "default", "deprecated"];
const ALTERNATIVES = ["anyOf", "oneOf", "allOf", "prefixItems"];
/** Compared apart from the other keywords, or said by others. */
const APART = new Set([
  ...WORDS,
  ...ALTERNATIVES,
  ..."$ref type enum properties required additionalProperties items".split(" "),
]);

/** The differences of two schemas, keyword by keyword. */
export function keywordChanges(before: Schema, after: Schema, here: Here) {
  const [was, is] = [typeName(before), typeName(after)];
  const isWider = widensTypes(before, after);
  const isNarrower = widensTypes(after, before);
  const type = `${was} → ${is}`;
  // Two things that have nothing in common are no further compared.
  if (was !== is && !isWider && !isNarrower)
    return [rule(here, type, !widens(before, after), true)];
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  const others = [...keywords].filter((keyword) => !APART.has(keyword));
  return [
    ...words(before, after, here),
    ...(was === is ? [] : [rule(here, type, !isWider, !isNarrower)]),
    ...values(before["enum"], after["enum"], here),
    ...properties(before, after, here),
    ...others.flatMap((keyword) =>
      other(keyword, before[keyword], after[keyword], here),
    ),
    ...nested("items", "[]", [before, after], here),
    ...nested("additionalProperties", ".*", [before, after], here),
    ...ALTERNATIVES.flatMap((keyword) =>
      alternatives(keyword, [before, after], here),
    ),
  ];
}

function rule(
  { place }: Here,
  text: string,
  refuses: boolean,
  surprises = false,
): SchemaChange {
  return { place, text, isWords: false, refuses, surprises };
}

function other(keyword: string, was: unknown, is: unknown, here: Here) {
  if (ruleText(was) === ruleText(is)) return [];
  const refuses = !widens({ [keyword]: was }, { [keyword]: is });
  return [rule(here, `${keyword} ${said(was)} → ${said(is)}`, refuses)];
}

function alternatives(
  keyword: string,
  [before, after]: readonly [Schema, Schema],
  here: Here,
): SchemaChange[] {
  const [were, are] = [listOf(before[keyword]), listOf(after[keyword])];
  if (were.length === are.length)
    return were.flatMap((one, at) =>
      here.inner(one, are[at] ?? {}, keyword === "allOf" ? "" : `|${at + 1}`),
    );
  const refuses = !widens({ [keyword]: were }, { [keyword]: are });
  const text = `${keyword} of ${were.length} → of ${are.length}`;
  return [rule(here, text, refuses, are.length > were.length)];
}

function words(before: Schema, after: Schema, { place }: Here): SchemaChange[] {
  return WORDS.flatMap((keyword) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const values = `${keyword} ${said(was)} → ${said(is)}`;
    const told = /^de/.test(keyword) ? values : `${keyword} changed`;
    const text = keyword === "description" ? "described anew" : told;
    return [{ place, text, isWords: true, refuses: false, surprises: false }];
  });
}

function typeName(schema: Schema): string {
  return (
    typesOf(schema)?.join(" | ") ??
    (listOf(schema["anyOf"] ?? schema["oneOf"]).length > 0
      ? "alternatives"
      : "any")
  );
}

/** Of alternatives it can't be told. */
function widensTypes(before: Schema, after: Schema): boolean {
  const [was, is] = [before, after].map(typesOf);
  if (typeName(before) === "alternatives" || typeName(after) === "alternatives")
    return false;
  return is === null || widens({ type: was ?? [] }, { type: is });
}

function values(had: unknown, has: unknown, here: Here): SchemaChange[] {
  if (!Array.isArray(had) || !Array.isArray(has)) {
    if (had === has) return [];
    const isNew = has !== undefined;
    return [rule(here, `enum ${said(had)} → ${said(has)}`, isNew, !isNew)];
  }
  const [were, are] = both(
    had,
    has,
    (list) => new Set(list.map((value: unknown) => JSON.stringify(value))),
  );
  const added = [...are].filter((value) => !were.has(value)).join(", ");
  const removed = [...were].filter((value) => !are.has(value)).join(", ");
  const more = rule(here, `enum with ${short(added)}`, false);
  const fewer = rule(here, `enum without ${short(removed)}`, true);
  return [...(added === "" ? [] : [more]), ...(removed === "" ? [] : [fewer])];
}

function properties(before: Schema, after: Schema, here: Here): SchemaChange[] {
  const [were, are] = both(before, after, (one) => new Map(propertiesOf(one)));
  const [needed, needs] = both(
    before,
    after,
    (one) => new Set(requiredOf(one)),
  );
  const at = (name: string) => ({
    ...here,
    place: here.place === "" ? name : `${here.place}.${name}`,
  });
  const removed = [...were.keys()].filter((name) => !are.has(name));
  return [
    ...removed.map((name) => rule(at(name), "removed", true, true)),
    ...[...are].flatMap(([name, property]): SchemaChange[] => {
      const known = were.get(name);
      const isNeeded = needs.has(name);
      const need = isNeeded ? "required" : "optional";
      if (known === undefined)
        return [rule(at(name), `added, ${need}`, isNeeded)];
      const inner = here.inner(known, property, `.${name}`);
      if (needed.has(name) === isNeeded) return inner;
      const became = rule(at(name), `became ${need}`, isNeeded, !isNeeded);
      return [became, ...inner];
    }),
  ];
}

/** `items` and `additionalProperties`: a schema, or whether there may be any. */
function nested(
  keyword: string,
  step: string,
  [before, after]: readonly [Schema, Schema],
  here: Here,
): SchemaChange[] {
  const [was, is] = [before[keyword], after[keyword]];
  if (isSchema(was) && isSchema(is)) return here.inner(was, is, step);
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const refuses = is !== undefined && is !== true && was !== false;
  return [rule(here, `${keyword} ${said(was)} → ${said(is)}`, refuses)];
}

/** The same of what was and of what is. */
export function both<Given, Found>(
  was: Given,
  is: Given,
  find: (one: Given) => Found,
): [Found, Found] {
  return [find(was), find(is)];
}

function said(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value) ? typeName(value) : short(JSON.stringify(value));
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
