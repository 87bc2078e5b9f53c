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
  const changed = WORDS.filter(
    (keyword) =>
      JSON.stringify(before[keyword]) !== JSON.stringify(after[keyword]),
  );
  return changed.map((keyword) => {
    const values = `${keyword} ${said(before[keyword])} → ${said(after[keyword])}`;
    const text =
      keyword === "description"
        ? "described anew"
        : /^de/.test(keyword)
          ? values
          : `${keyword} changed`;
    return { place, text, isWords: true, refuses: false, surprises: false };
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
  const [were, are] = [had, has].map(
    (list) => new Set(list.map((value) => JSON.stringify(value))),
  ) as [Set<string>, Set<string>];
  const added = [...are].filter((value) => !were.has(value)).join(", ");
  const removed = [...were].filter((value) => !are.has(value)).join(", ");
  return [
    ...(added === "" ? [] : [rule(here, `enum with ${short(added)}`, false)]),
    ...(removed === ""
      ? []
      : [rule(here, `enum without ${short(removed)}`, true)]),
  ];
}

function properties(before: Schema, after: Schema, here: Here): SchemaChange[] {
  const [were, are] = [before, after].map(
    (one) => new Map(propertiesOf(one)),
  ) as [Map<string, Schema>, Map<string, Schema>];
  const [needed, needs] = [before, after].map(
    (one) => new Set(requiredOf(one)),
  ) as [Set<string>, Set<string>];
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
      const same = needed.has(name) === isNeeded;
      return [
        ...(same
          ? []
          : [rule(at(name), `became ${need}`, isNeeded, !isNeeded)]),
        ...here.inner(known, property, `.${name}`),
      ];
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
  return [
    rule(
      here,
      `${keyword} ${said(was)} → ${said(is)}`,
      is !== undefined && is !== true && was !== false,
    ),
  ];
}

function said(value: unknown): string {
  return value === undefined
    ? "none"
    : isSchema(value)
      ? typeName(value)
      : short(JSON.stringify(value));
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
