import { isSchema, listOf } from "../../runtime/schema.js";
import { gather, without } from "../json.js";
import type { Schema } from "../model.js";
import { both, rule, type Here, type SchemaChange } from "./rules.js";
import { ruleText, typesOf, widens, withoutWords } from "./widens.js";

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

/** Which of several alternatives came and went, and what changed of the others. */
export function choiceChanges(
  [were, are]: readonly [readonly Schema[], readonly Schema[]],
  here: Here,
): SchemaChange[] {
  if (were.length === 0 || are.length === 0) {
    const isNew = were.length === 0;
    const names = namesOf(isNew ? are : were);
    const text = isNew ? `has to be ${names}` : `need no longer be ${names}`;
    return were.length === are.length ? [] : [rule(here, text, isNew)];
  }
  const { added, inner, pairs, removed } = pair(were, are, here);
  if (pairs === 0 && added.length > 0 && removed.length > 0)
    return [rule(here, `${namesOf(were)} → ${namesOf(are)}`, true, true)];
  return [
    ...removed.map((one) => rule(here, `no longer ${optionName(one)}`, true)),
    ...added.map((one) => rule(here, `${optionName(one)}, too`, false, true)),
    ...inner,
  ];
}

/** The same of parts that a value has to meet all of. */
export function partChanges(
  were: readonly Schema[],
  are: readonly Schema[],
  here: Here,
): SchemaChange[] {
  const { added, inner, removed } = pair(were, are, here);
  const [gone, come] = both(removed, added, (parts) =>
    parts.filter((one) => !isBare(one)),
  );
  const refuses = removed.length === 0 || gone.length > 0;
  return [
    ...gone.map((one) =>
      rule(here, `need no longer be ${optionName(one)}`, false, true),
    ),
    ...come.map((one) =>
      rule(here, `has to be ${optionName(one)}, too`, refuses),
    ),
    ...inner,
  ];
}

/** It rules nothing. */
function isBare(schema: Schema): boolean {
  return ruleText(schema) === "{}";
}

/** Finds what each alternative has become: the same, the same by name, what takes all of it, the only one of its type. */
function pair(were: readonly Schema[], are: readonly Schema[], here: Here) {
  const [left, right] = [new Set(were), new Set(are)];
  const inner: SchemaChange[] = [];
  let pairs = 0;
  const meet = (was: Schema, is: Schema) => {
    left.delete(was);
    right.delete(is);
    pairs += 1;
    inner.push(...here.inner(was, is, ""));
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
  return { added: [...right], removed: [...left], pairs, inner };
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
