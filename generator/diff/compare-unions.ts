import { isSchema, listOf } from "../../runtime/schema.js";
import { gather } from "../shared/group-by.js";
import { without } from "../shared/json.js";
import type { Schema } from "../model.js";
import { both, tell, type Here } from "./schema-change.js";
import { ruleText, typesOf, widens, withoutWords } from "./is-superset.js";

/** Pairs of alternatives that are looked at for which of them became which. */
const MAX_PAIRS = 10_000;

/** What a value may be instead. */
export function optionsOf({ anyOf, oneOf }: Schema): Schema[] {
  return [...listOf(anyOf), ...listOf(oneOf)];
}

/**
 * Two schemas as alternatives, where either of them is nothing else: one schema is the only one, a type
 * among several one of them. Null where both say more.
 */
export function asChoices(
  before: Schema,
  after: Schema,
): readonly [Schema[], Schema[]] | null {
  const [were, are] = both(before, after, optionsOf);
  if ((were.length === 0) === (are.length === 0)) return null;
  const union = were.length > 0 ? before : after;
  if (!isBare(without(union, ["anyOf", "oneOf"]))) return null;
  return were.length > 0 ? [were, apart(after)] : [apart(before), are];
}

function apart(schema: Schema): Schema[] {
  const bare = withoutWords(schema);
  const types = typesOf(schema) ?? [];
  if (types.length < 2) return isBare(schema) ? [] : [bare];
  return types.map((type) =>
    type === "null" || type === "boolean" ? { type } : { ...bare, type },
  );
}

/** Tells which of several alternatives came and went, and what changed of the others. */
export function compareChoices(
  [were, are]: readonly [readonly Schema[], readonly Schema[]],
  here: Here,
): void {
  if (were.length === 0 && are.length === 0) return;
  if (were.length === 0) return tell(here, `has to be ${namesOf(are)}`, true);
  if (are.length === 0)
    return tell(here, `need no longer be ${namesOf(were)}`, false);
  const { added, pairs, removed } = pair(were, are, here);
  if (pairs.length === 0 && added.length > 0 && removed.length > 0)
    return tell(here, `${namesOf(were)} → ${namesOf(are)}`, true, true);
  for (const one of removed) tell(here, `no longer ${optionName(one)}`, true);
  for (const one of added) tell(here, `${optionName(one)}, too`, false, true);
  for (const [was, is] of pairs) here.inner(was, is, "");
}

/** The same of parts that a value has to meet all of. */
export function compareParts(
  [were, are]: readonly [readonly Schema[], readonly Schema[]],
  here: Here,
): void {
  const { added, pairs, removed } = pair(were, are, here);
  const gone = removed.filter((one) => !isBare(one));
  const refuses = removed.length === 0 || gone.length > 0;
  for (const one of gone)
    tell(here, `need no longer be ${optionName(one)}`, false, true);
  for (const one of added)
    if (!isBare(one)) tell(here, `has to be ${optionName(one)}, too`, refuses);
  for (const [was, is] of pairs) here.inner(was, is, "");
}

/** It rules nothing. */
function isBare(schema: Schema): boolean {
  return ruleText(schema) === "{}";
}

/** Finds what each alternative has become: the same, the same by name, what takes all of it, the only one of its type. */
function pair(were: readonly Schema[], are: readonly Schema[], here: Here) {
  const [left, right] = [new Set(were), new Set(are)];
  const pairs: [was: Schema, is: Schema][] = [];
  const meet = (was: Schema, is: Schema) => {
    left.delete(was);
    right.delete(is);
    pairs.push([was, is]);
  };
  const [wholeWas, wholeIs] = here.whole;
  const byKey = (
    keyOf: (one: Schema, whole: typeof wholeWas) => string,
    isOnly = false,
  ) => {
    const news = gather([...right].map((one) => [keyOf(one, wholeIs), one]));
    const olds = gather([...left].map((one) => [keyOf(one, wholeWas), one]));
    for (const [key, [was, ...others]] of olds) {
      const [is, ...more] = key === "" ? [] : (news.get(key) ?? []);
      const isClear = !isOnly || others.length + more.length === 0;
      if (was && is && isClear) meet(was, is);
    }
  };
  byKey(({ $ref }) => (typeof $ref === "string" ? $ref : ""));
  byKey(ruleText);
  if (left.size * right.size <= MAX_PAIRS)
    for (const was of [...left]) {
      const is = [...right].find((one) => widens(wholeWas(was), wholeIs(one)));
      if (is) meet(was, is);
    }
  byKey((one, whole) => typesOf(whole(one))?.join() ?? "", true);
  return { added: [...right], removed: [...left], pairs };
}

/** What a person calls a schema. */
export function optionName(schema: Schema): string {
  const { $ref, items, title, type } = schema;
  if (typeof $ref === "string") return $ref.replace("#/$defs/", "");
  if (typeof title === "string") return title;
  const values = schema["enum"] ?? schema["const"];
  if (values !== undefined)
    return [values]
      .flat()
      .map((one) => JSON.stringify(one))
      .join(" or ");
  const options = optionsOf(schema);
  if (options.length > 0 && type === undefined) return namesOf(options);
  const name = [type ?? "any"].flat().map(String).join(" or ");
  return type === "array" && isSchema(items)
    ? `array of ${optionName(items)}`
    : name;
}

function namesOf(schemas: readonly Schema[]): string {
  return schemas.map(optionName).join(" or ");
}
