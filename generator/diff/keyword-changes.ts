import {
  isSchema,
  listOf,
  propertiesOf,
  requiredOf,
  own,
} from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import { ANNOTATIONS } from "../schema/keywords.js";
import {
  compareChoices,
  compareParts,
  optionName,
  optionsOf,
} from "./compare-unions.js";
import type { Opened } from "./flatten-all-of.js";
import { below, both, shortened, tell, type Here } from "./schema-change.js";
import { ruleText, typesOf, widens } from "./is-superset.js";

/** Compared apart from the other keywords, or said by others. */
const APART = new Set([
  ...ANNOTATIONS,
  ..."$ref type enum properties required additionalProperties items prefixItems allOf anyOf oneOf".split(
    " ",
  ),
]);

/** Tells the differences of two schemas, keyword by keyword. */
export function compareKeywords(was: Opened, is: Opened, here: Here): void {
  const [before, after] = [was.own, is.own];
  const [type, now] = both(before, after, typeName);
  const isWider = widensTypes(before, after);
  const isNarrower = widensTypes(after, before);
  const turned = `${type} → ${now}`;
  // Two things that have nothing in common are no further compared.
  if (type !== now && !isWider && !isNarrower)
    return tell(here, turned, !widens(before, after), true);
  compareWords(before, after, here);
  if (type !== now) tell(here, turned, !isWider, !isNarrower);
  compareValues(before["enum"], after["enum"], here);
  compareProperties(was, is, here);
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  const others = [...keywords].filter((keyword) => !APART.has(keyword));
  for (const keyword of [...others, ...Object.keys(STEPS)])
    compareOther(keyword, before[keyword], after[keyword], here);
  const [were, are] = both(before, after, (one) => listOf(one["prefixItems"]));
  for (let at = 0; at < Math.max(were.length, are.length); at += 1)
    here.inner(were[at] ?? {}, are[at] ?? {}, `[${at}]`);
  compareChoices(both(before, after, optionsOf), here);
  compareParts(
    both(before, after, ({ allOf }) => listOf(allOf)),
    here,
  );
}

/** Keywords whose schemas are compared in turn, and what a place in them is called. */
const STEPS: Readonly<Record<string, string>> = {
  items: "[]",
  additionalProperties: ".*",
};

function compareOther(keyword: string, was: unknown, is: unknown, here: Here) {
  const step = own(STEPS, keyword);
  if (step !== undefined && isSchema(was) && isSchema(is))
    return here.inner(was, is, step);
  if (ruleText(was) === ruleText(is)) return;
  const refuses = !widens({ [keyword]: was }, { [keyword]: is });
  tell(here, `${keyword} ${said(was)} → ${said(is)}`, refuses);
}

/** Words whose values are short. */
const SHOWN = ["default", "deprecated", "readOnly", "writeOnly"];

/** Tells what describes two schemas otherwise. */
export function compareWords(
  before: Schema,
  after: Schema,
  { changes, place }: Here,
): void {
  for (const keyword of ANNOTATIONS) {
    const [was, is] = [before[keyword], after[keyword]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const values = `${keyword} ${said(was)} → ${said(is)}`;
    const told = SHOWN.includes(keyword) ? values : `${keyword} changed`;
    const text = keyword === "description" ? "described anew" : told;
    const none = { refuses: false, surprises: false };
    changes.push({ place, text, isWords: true, ...none });
  }
}

function typeName(schema: Schema): string {
  return typesOf(schema)?.join(" | ") ?? "any";
}

function widensTypes(before: Schema, after: Schema): boolean {
  return widens({ type: before["type"] ?? [] }, { type: after["type"] });
}

function compareValues(had: unknown, has: unknown, here: Here): void {
  if (!Array.isArray(had) || !Array.isArray(has)) {
    if (had === has) return;
    const isNew = has !== undefined;
    return tell(here, `enum ${said(had)} → ${said(has)}`, isNew, !isNew);
  }
  const [were, are] = both(
    had,
    has,
    (list) => new Set(list.map((value: unknown) => JSON.stringify(value))),
  );
  const added = [...are].filter((value) => !were.has(value)).join(", ");
  const removed = [...were].filter((value) => !are.has(value)).join(", ");
  if (added !== "") tell(here, `enum with ${added}`, false);
  if (removed !== "") tell(here, `enum without ${removed}`, true);
}

/** Of a field that went from one part to another, what became of it. */
function compareProperties(was: Opened, is: Opened, here: Here): void {
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
  for (const name of new Set([...own.keys(), ...owns.keys(), ...required])) {
    const step = `.${name}`;
    const at = { ...here, place: below(here.place, step) };
    const known = own.get(name) ?? common.get(name);
    const property = owns.get(name) ?? commons.get(name);
    const isNeeded = needs.has(name);
    const need = isNeeded ? "required" : "optional";
    if (property === undefined) tell(at, "removed", true, true);
    else if (known === undefined) tell(at, `added, ${need}`, isNeeded);
    else {
      if (needed.has(name) !== isNeeded)
        tell(at, `became ${need}`, isNeeded, !isNeeded);
      if (own.has(name) || owns.has(name)) here.inner(known, property, step);
    }
  }
}

function said(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value)
    ? optionName(value)
    : shortened(JSON.stringify(value), 80);
}
