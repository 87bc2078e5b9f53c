import {
  isSchema,
  listOf,
  propertiesOf,
  requiredOf,
} from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import { ANNOTATIONS } from "../schema/keywords.js";
import {
  choiceChanges,
  optionName,
  optionsOf,
  partChanges,
} from "./choices.js";
import type { Opened } from "./opened.js";
import {
  below,
  both,
  rule,
  shortened,
  type Here,
  type SchemaChange,
} from "./rules.js";
import { ruleText, typesOf, widens } from "./widens.js";

/** Compared apart from the other keywords, or said by others. */
const APART = new Set([
  ...ANNOTATIONS,
  ..."$ref type enum properties required additionalProperties items prefixItems allOf anyOf oneOf".split(
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
    ...[...others, ...Object.keys(STEPS)].flatMap((keyword) =>
      other(keyword, before[keyword], after[keyword], here),
    ),
    ...places([before, after], here),
    ...choiceChanges(both(before, after, optionsOf), here),
    ...partChanges(...both(before, after, ({ allOf }) => listOf(allOf)), here),
  ];
}

/** Keywords whose schemas are compared in turn, and what a place in them is called. */
const STEPS: Readonly<Record<string, string>> = {
  items: "[]",
  additionalProperties: ".*",
};

function other(keyword: string, was: unknown, is: unknown, here: Here) {
  const step = STEPS[keyword];
  if (step !== undefined && isSchema(was) && isSchema(is))
    return here.inner(was, is, step);
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

/** Words whose values are short. */
const SHOWN = ["default", "deprecated", "readOnly", "writeOnly"];

export function words(
  before: Schema,
  after: Schema,
  { place }: Here,
): SchemaChange[] {
  return ANNOTATIONS.flatMap((keyword) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const values = `${keyword} ${said(was)} → ${said(is)}`;
    const told = SHOWN.includes(keyword) ? values : `${keyword} changed`;
    const text = keyword === "description" ? "described anew" : told;
    return [{ place, text, isWords: true, refuses: false, surprises: false }];
  });
}

function typeName(schema: Schema): string {
  return typesOf(schema)?.join(" | ") ?? "any";
}

function widensTypes(before: Schema, after: Schema): boolean {
  return widens({ type: before["type"] ?? [] }, { type: after["type"] });
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
  const fieldsOf = (schema: Schema) => new Map(propertiesOf(schema));
  const [own, owns] = both(was.own, is.own, fieldsOf);
  const [common, commons] = both(was.common, is.common, fieldsOf);
  const [ownNeeds, needsOwn] = both(was.own, is.own, requiredOf);
  const needed = new Set([...ownNeeds, ...requiredOf(was.common)]);
  const needs = new Set([...needsOwn, ...requiredOf(is.common)]);
  // What is shared is told where it stands, but for what is required of it here.
  const required = [...ownNeeds, ...needsOwn].filter(
    (name) => common.has(name) && commons.has(name),
  );
  const names = new Set([...own.keys(), ...owns.keys(), ...required]);
  return [...names].flatMap((name): SchemaChange[] => {
    const at = { ...here, place: below(here.place, `.${name}`) };
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

function said(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value)
    ? optionName(value)
    : shortened(JSON.stringify(value), 80);
}
