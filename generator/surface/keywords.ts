import {
  isSchema,
  listOf,
  propertiesOf,
  requiredOf,
} from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import {
  choiceChanges,
  optionName,
  optionsOf,
  partChanges,
} from "./choices.js";
import type { Opened } from "./opened.js";
import { both, rule, type Here, type SchemaChange } from "./rules.js";
import { ruleText, typesOf, widens } from "./widens.js";

/** Keywords that only describe. */
export const WORDS = [
  "title",
  "description",
  "examples",
  "default",
  "deprecated",
];
const LISTS = ["allOf", "prefixItems"];
/** Compared apart from the other keywords, or said by others. */
const APART = new Set([
  ...WORDS,
  ...LISTS,
  ..."$ref type enum properties required additionalProperties items anyOf oneOf".split(
    " ",
  ),
]);

/** The differences of two schemas, keyword by keyword. */
export function keywordChanges(was: Opened, is: Opened, here: Here) {
  const [before, after] = [was.own, is.own];
  const [type, now] = both(before, after, typeName);
  const isWider = widensTypes(before, after);
  const isNarrower = widensTypes(after, before);
  const turned = `${type} → ${now}`;
  // Two things that have nothing in common are no further compared.
  if (type !== now && !isWider && !isNarrower)
    return [rule(here, turned, !widens(before, after), true)];
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  const others = [...keywords].filter((keyword) => !APART.has(keyword));
  return [
    ...words(before, after, here),
    ...(type === now ? [] : [rule(here, turned, !isWider, !isNarrower)]),
    ...values(before["enum"], after["enum"], here),
    ...properties(was, is, here),
    ...others.flatMap((keyword) =>
      other(keyword, before[keyword], after[keyword], here),
    ),
    ...nested("items", "[]", [before, after], here),
    ...nested("additionalProperties", ".*", [before, after], here),
    ...places([before, after], here),
    ...choiceChanges(both(before, after, optionsOf), here),
    ...partChanges(...both(before, after, ({ allOf }) => listOf(allOf)), here),
  ];
}

function other(keyword: string, was: unknown, is: unknown, here: Here) {
  if (ruleText(was) === ruleText(is)) return [];
  const refuses = !widens({ [keyword]: was }, { [keyword]: is });
  return [rule(here, `${keyword} ${said(was)} → ${said(is)}`, refuses)];
}

/** `prefixItems`, one by one. */
function places(
  [before, after]: readonly [Schema, Schema],
  here: Here,
): SchemaChange[] {
  const [were, are] = both(before, after, (one) => listOf(one["prefixItems"]));
  const count = Math.max(were.length, are.length);
  return Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    here.inner(were[at] ?? {}, are[at] ?? {}, `[${at}]`),
  );
}

export function words(
  before: Schema,
  after: Schema,
  { place }: Here,
): SchemaChange[] {
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
  return typesOf(schema)?.join(" | ") ?? "any";
}

function widensTypes(before: Schema, after: Schema): boolean {
  const [was, is] = both(before, after, typesOf);
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
  const more = rule(here, `enum with ${added}`, false);
  const fewer = rule(here, `enum without ${removed}`, true);
  return [...(added === "" ? [] : [more]), ...(removed === "" ? [] : [fewer])];
}

/** Of a field that went from one part to another, what became of it. */
function properties(was: Opened, is: Opened, here: Here): SchemaChange[] {
  const [own, owns] = both(was, is, (one) => new Map(propertiesOf(one.own)));
  const [common, commons] = both(
    was,
    is,
    (one) => new Map(propertiesOf(one.common)),
  );
  const needsOf = ({ own: said, common: shared }: Opened) =>
    new Set([...requiredOf(said), ...requiredOf(shared)]);
  const [needed, needs] = both(was, is, needsOf);
  const names = new Set([
    ...own.keys(),
    ...owns.keys(),
    // What is shared is told where it stands, but for what is required of it here.
    ...[...requiredOf(was.own), ...requiredOf(is.own)].filter(
      (name) => common.has(name) && commons.has(name),
    ),
  ]);
  return [...names].flatMap((name): SchemaChange[] => {
    const at = {
      ...here,
      place: here.place === "" ? name : `${here.place}.${name}`,
    };
    const known = own.get(name) ?? common.get(name);
    const property = owns.get(name) ?? commons.get(name);
    const isNeeded = needs.has(name);
    const need = isNeeded ? "required" : "optional";
    if (property === undefined) return [rule(at, "removed", true, true)];
    if (known === undefined) return [rule(at, `added, ${need}`, isNeeded)];
    const isOwn = own.has(name) || owns.has(name);
    const inner = isOwn ? here.inner(known, property, `.${name}`) : [];
    if (needed.has(name) === isNeeded) return inner;
    return [rule(at, `became ${need}`, isNeeded, !isNeeded), ...inner];
  });
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

function said(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value) ? optionName(value) : short(JSON.stringify(value));
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
