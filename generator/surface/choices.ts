import { isSchema, listOf } from "../../runtime/schema.js";
import { gather, without } from "../json.js";
import type { Schema } from "../model.js";
import { rule, type Here, type SchemaChange } from "./rules.js";
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
  const [were, are] = [optionsOf(before), optionsOf(after)];
  const isBare = (one: Schema) =>
    ruleText(without(one, ["anyOf", "oneOf"])) === "{}";
  if (were.length === 0 && are.length > 0 && isBare(after))
    return [apart(before), are];
  if (are.length === 0 && were.length > 0 && isBare(before))
    return [were, apart(after)];
  return null;
}

function apart(schema: Schema): Schema[] {
  const bare = withoutWords(schema);
  const types = typesOf(schema) ?? [];
  if (types.length < 2) return ruleText(bare) === "{}" ? [] : [bare];
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
  const refuses = removed.length === 0 || !removed.every(isEmpty);
  return [
    ...removed
      .filter((one) => !isEmpty(one))
      .map((one) =>
        rule(here, `need no longer be ${optionName(one)}`, false, true),
      ),
    ...added
      .filter((one) => !isEmpty(one))
      .map((one) => rule(here, `has to be ${optionName(one)}, too`, refuses)),
    ...inner,
  ];
}

function isEmpty(part: Schema): boolean {
  return ruleText(part) === "{}";
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
    keyOf: (one: Schema, of: typeof wholeWas) => string,
    isOnly = false,
  ) => {
    const keyed = (side: ReadonlySet<Schema>, of: typeof wholeWas) =>
      gather([...side].map((one) => [keyOf(one, of), one]));
    const news = keyed(right, wholeIs);
    for (const [key, [was, ...others]] of keyed(left, wholeWas)) {
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
  byKey((one, of) => typesOf(of(one))?.join() ?? "", true);
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
