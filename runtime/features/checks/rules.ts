import { formatValues, isSchema } from "../../index.js";
import type { JsonSchema } from "../../index.js";
import { canonical, hasDuplicates } from "./equal.js";
import type { SpendBudget } from "./equal.js";
import { isCheap } from "./pattern.js";

/** Default budget for one value, if the call has none. */
const DEFAULT_STEPS = 100_000;

/** Maximum length of a text that is matched against a pattern, in characters. */
const MAX_PATTERN_TEXT = 4096;

/**
 * Validates keywords other than types: allowed values, bounds, lengths, counts, patterns. Leaves costly checks to the
 * API. https://json-schema.org/draft/2020-12/json-schema-validation#section-6
 */
export function rules(
  value: unknown,
  schema: JsonSchema,
  reportIssue: (rule: string) => void,
  spend: SpendBudget = createBudget(DEFAULT_STEPS),
): void {
  const { const: constant, enum: allowedValues, multipleOf } = schema;
  if (Array.isArray(allowedValues) && !isAllowed(value, allowedValues, spend))
    reportIssue(`must be one of ${formatValues(allowedValues)}`);
  if (constant !== undefined && !isAllowed(value, [constant], spend))
    reportIssue(`must be ${JSON.stringify(constant)}`);
  if (typeof value === "number") {
    checkBounds(value, schema, reportIssue);
    const isStep = typeof multipleOf === "number" && multipleOf > 0;
    if (isStep && !isMultiple(value, multipleOf))
      reportIssue(`must be multiple of ${multipleOf}`);
  } else if (typeof value === "string") {
    if (spend(value.length >> 6)) checkText(value, schema, reportIssue);
  } else if (Array.isArray(value)) {
    checkCount("Items", value.length, schema, reportIssue);
    if (schema["uniqueItems"] === true && hasDuplicates(value, spend))
      reportIssue("must NOT have duplicate items");
  } else if (isSchema(value)) {
    const { length } = Object.keys(value);
    checkCount("Properties", length, schema, reportIssue);
    checkDependents(value, schema["dependentRequired"], reportIssue);
  }
}

function createBudget(steps: number): SpendBudget {
  let remainingSteps = steps;
  return (spentSteps) => (remainingSteps -= spentSteps) >= 0;
}

function isAllowed(
  value: unknown,
  allowedValues: readonly unknown[],
  spend: SpendBudget,
): boolean {
  if (allowedValues.includes(value) || !spend(allowedValues.length >> 6))
    return true;
  if (!isObject(value)) return false;
  const text = canonical(value, spend);
  return (
    text === undefined ||
    allowedValues.some(
      (allowedValue) =>
        isObject(allowedValue) && canonical(allowedValue, spend) === text,
    )
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function checkBounds(
  value: number,
  schema: JsonSchema,
  reportIssue: (rule: string) => void,
): void {
  const checkBound = (keyword: string, sign: string, isMet: boolean) => {
    if (!isMet) reportIssue(`must be ${sign} ${String(schema[keyword])}`);
  };
  const readLimit = (keyword: string, fallback: number) =>
    typeof schema[keyword] === "number" ? schema[keyword] : fallback;
  checkBound("minimum", ">=", value >= readLimit("minimum", -Infinity));
  checkBound("maximum", "<=", value <= readLimit("maximum", Infinity));
  checkBound(
    "exclusiveMinimum",
    ">",
    value > readLimit("exclusiveMinimum", -Infinity),
  );
  checkBound(
    "exclusiveMaximum",
    "<",
    value < readLimit("exclusiveMaximum", Infinity),
  );
}

/** Compares with a tolerance, since 19.99 / 0.01 is 1998.9999999999998. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  const error = Math.abs(quotient - Math.round(quotient));
  return error <= 1e-9 + 4 * Number.EPSILON * Math.abs(quotient);
}

/** Units that the keywords of a count name, by the end of the keyword: `minItems`, `maxLength`. */
const COUNT_UNITS = {
  Length: "characters",
  Items: "items",
  Properties: "properties",
};

/** Validates `minItems`, `maxLength` and similar keywords. Returns false if one is violated. */
function checkCount(
  keyword: keyof typeof COUNT_UNITS,
  count: number,
  schema: JsonSchema,
  reportIssue: (rule: string) => void,
): boolean {
  const [minimum, maximum] = [schema[`min${keyword}`], schema[`max${keyword}`]];
  const unit = COUNT_UNITS[keyword];
  const isTooFew = typeof minimum === "number" && count < minimum;
  const isTooMany = typeof maximum === "number" && count > maximum;
  if (isTooFew) reportIssue(`must NOT have fewer than ${minimum} ${unit}`);
  if (isTooMany) reportIssue(`must NOT have more than ${maximum} ${unit}`);
  return !isTooFew && !isTooMany;
}

/** Validates the length and the pattern of a text. Leaves costly patterns and long strings to the API. */
function checkText(
  value: string,
  schema: JsonSchema,
  reportIssue: (rule: string) => void,
): void {
  const { maxLength, minLength, pattern } = schema;
  const isCounted = maxLength !== undefined || minLength !== undefined;
  const length = isCounted ? countCharacters(value) : 0;
  if (isCounted && !checkCount("Length", length, schema, reportIssue)) return;
  if (typeof pattern !== "string" || value.length > MAX_PATTERN_TEXT) return;
  if (isCheap(pattern) && !new RegExp(pattern, "u").test(value))
    reportIssue(`must match pattern "${pattern}"`);
}

/** Counts characters; a pair of surrogates is one character. */
function countCharacters(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}

function checkDependents(
  value: JsonSchema,
  dependents: unknown,
  reportIssue: (rule: string) => void,
): void {
  if (!isSchema(dependents)) return;
  const missingNames = Object.entries(dependents)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([, requiredNames]) =>
      Array.isArray(requiredNames) ? requiredNames.map(String) : [],
    )
    .filter((name) => !Object.hasOwn(value, name));
  if (missingNames.length > 0)
    reportIssue(`needs ${formatValues([...new Set(missingNames)])} as well`);
}
