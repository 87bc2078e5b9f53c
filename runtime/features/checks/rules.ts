import { formatValues, isSchema } from "../../index.js";
import type { JsonSchema } from "../../index.js";
import { canonical, hasDuplicates } from "./equal.js";
import type { SpendBudget } from "./equal.js";
import { isCheap } from "./pattern.js";

/** Work for one value, where the whole call has no limit of its own. */
const STEPS = 100_000;

/** Characters that a pattern is tried on. */
const MAX_PATTERN_TEXT = 4096;

/**
 * What a value must be besides its type: allowed values, bounds, lengths, counts, patterns. What takes too much work
 * is left to the API. https://json-schema.org/draft/2020-12/json-schema-validation#section-6
 */
export function rules(
  value: unknown,
  schema: JsonSchema,
  wrong: (rule: string) => void,
  spend: SpendBudget = limited(STEPS),
): void {
  const { const: constant, enum: allowed, multipleOf } = schema;
  if (Array.isArray(allowed) && !isAllowed(value, allowed, spend))
    wrong(`must be one of ${formatValues(allowed)}`);
  if (constant !== undefined && !isAllowed(value, [constant], spend))
    wrong(`must be ${JSON.stringify(constant)}`);
  if (typeof value === "number") {
    checkBounds(value, schema, wrong);
    const isStep = typeof multipleOf === "number" && multipleOf > 0;
    if (isStep && !isMultiple(value, multipleOf))
      wrong(`must be multiple of ${multipleOf}`);
  } else if (typeof value === "string") {
    if (spend(value.length >> 6)) checkText(value, schema, wrong);
  } else if (Array.isArray(value)) {
    checkCount("Items", "items", value.length, schema, wrong);
    if (schema["uniqueItems"] === true && hasDuplicates(value, spend))
      wrong("must NOT have duplicate items");
  } else if (isSchema(value)) {
    const { length } = Object.keys(value);
    checkCount("Properties", "properties", length, schema, wrong);
    checkDependents(value, schema["dependentRequired"], wrong);
  }
}

function limited(steps: number): SpendBudget {
  let left = steps;
  return (used) => (left -= used) >= 0;
}

function isAllowed(
  value: unknown,
  allowed: readonly unknown[],
  spend: SpendBudget,
): boolean {
  if (allowed.includes(value) || !spend(allowed.length >> 6)) return true;
  if (!isObject(value)) return false;
  const text = canonical(value, spend);
  return (
    text === undefined ||
    allowed.some((one) => isObject(one) && canonical(one, spend) === text)
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function checkBounds(
  value: number,
  schema: JsonSchema,
  wrong: (rule: string) => void,
): void {
  const bound = (keyword: string, sign: string, isKept: boolean) => {
    if (!isKept) wrong(`must be ${sign} ${String(schema[keyword])}`);
  };
  const limit = (keyword: string, none: number) =>
    typeof schema[keyword] === "number" ? schema[keyword] : none;
  bound("minimum", ">=", value >= limit("minimum", -Infinity));
  bound("maximum", "<=", value <= limit("maximum", Infinity));
  bound("exclusiveMinimum", ">", value > limit("exclusiveMinimum", -Infinity));
  bound("exclusiveMaximum", "<", value < limit("exclusiveMaximum", Infinity));
}

/** 19.99 / 0.01 is 1998.9999999999998. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  const error = Math.abs(times - Math.round(times));
  return error <= 1e-9 + 4 * Number.EPSILON * Math.abs(times);
}

/** `minItems`, `maxLength` and their like; false where one is broken. */
function checkCount(
  keyword: "Length" | "Items" | "Properties",
  things: string,
  count: number,
  schema: JsonSchema,
  wrong: (rule: string) => void,
): boolean {
  const [least, most] = [schema[`min${keyword}`], schema[`max${keyword}`]];
  const isTooFew = typeof least === "number" && count < least;
  const isTooMany = typeof most === "number" && count > most;
  if (isTooFew) wrong(`must NOT have fewer than ${least} ${things}`);
  if (isTooMany) wrong(`must NOT have more than ${most} ${things}`);
  return !isTooFew && !isTooMany;
}

/** Patterns that could take long, and long texts, are left to the API. */
function checkText(
  value: string,
  schema: JsonSchema,
  wrong: (rule: string) => void,
): void {
  const { maxLength, minLength, pattern } = schema;
  const isCounted = maxLength !== undefined || minLength !== undefined;
  const length = isCounted ? charactersOf(value) : 0;
  if (isCounted && !checkCount("Length", "characters", length, schema, wrong))
    return;
  if (typeof pattern !== "string" || value.length > MAX_PATTERN_TEXT) return;
  if (isCheap(pattern) && !new RegExp(pattern, "u").test(value))
    wrong(`must match pattern "${pattern}"`);
}

/** A pair of surrogates is one character. */
function charactersOf(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}

function checkDependents(
  value: JsonSchema,
  dependents: unknown,
  wrong: (rule: string) => void,
): void {
  if (!isSchema(dependents)) return;
  const missing = Object.entries(dependents)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([, needed]) => (Array.isArray(needed) ? needed.map(String) : []))
    .filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0)
    wrong(`needs ${formatValues([...new Set(missing)])} as well`);
}
