// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { ArgumentError } from "./errors.js";
import { truncateText, parseJson } from "./media.js";
import {
  flattenSchema,
  schemasIn,
  lazy,
  getOwn,
  propertiesOf,
  requiredOf,
  typesOf,
} from "./json-schema.js";
import { isAbsent } from "./styles.js";
import type { Args, JsonSchema, Schemas } from "./types.js";

/** Levels that are looked at: the arguments, and what stands directly in them. */
const LEVELS = 2;
/** Lines of one message, values of one line, bytes of a place. */
const MAX_ISSUES = 20;
const MAX_PLACE = 400;

/** What is wrong in a place: `/tags/0` (https://www.rfc-editor.org/rfc/rfc6901), `is required`. */
export interface ValidationIssue {
  readonly at: string;
  readonly rule: string;
}

/** What a caller's arguments are held against. */
export interface ValidationTarget extends Pick<Schemas, "$defs"> {
  readonly name: string;
  readonly schema: JsonSchema;
}

/**
 * Gives the arguments as their schema wants them: names that it knows, those that are required, values of a right type,
 * and one of the right values where these are listed. What has only one meaning is put right in a copy: text for the
 * number, boolean, object or list that is wanted, one value for a list of it, and null or no text for what is left out.
 * All else is left to the API, which is the judge of a value. Throws an `ArgumentError` that says what is wrong, and where.
 */
export function validateArguments(args: Args, checked: ValidationTarget): Args {
  const { $defs, schema } = checked;
  const rules = rulesBySchema.get(schema) ?? rulesOf([schema], $defs);
  rulesBySchema.set(schema, rules);
  const mistakes: ValidationIssue[] = [];
  const right = check(args, rules, 0);
  if (mistakes.length === 0) return right as Args; // an object stays one
  throw new ArgumentError(formatIssues(mistakes, checked));

  /** The value, put right where that is possible. Places of mistakes start from it. */
  function check(value: unknown, rules: Rules, level: number): unknown {
    const { allowed, types } = rules;
    const now = types.reduce(parseText, value);
    const wanted = types.find((one) => !isOfType(now, one));
    if (wanted) {
      const { length } = mistakes;
      const mayBeOne = types.every(wantsList);
      const list = mayBeOne && !isOmitted(now) && check([now], rules, level);
      if (list !== false && mistakes.length === length) return list;
      const inner = mistakes.splice(length);
      const rule = `must be ${wanted.join(" or ")}, not ${typeOf(value)}`;
      mistakes.push({ at: "", rule });
      // Of one that only has another value, what a list may hold.
      mistakes.push(...inner.filter(({ rule }) => rule.startsWith(ONE_OF)));
      return now;
    }
    if (isLossy(now) && types.some(allowsOnlyIntegers))
      mistakes.push({ at: "", rule: LOSSY_INTEGER });
    if (typeof now === "object" && now !== null)
      return level < LEVELS ? checkInside(now, rules, level + 1) : now;
    for (const values of allowed)
      if (!values.includes(now))
        mistakes.push({ at: "", rule: `${ONE_OF} ${formatValues(values)}` });
    return now;
  }

  /** Items of a list, properties of an object. */
  function checkInside(value: object, rules: Rules, level: number): unknown {
    const isList = Array.isArray(value);
    const values = value as Args; // by name or index
    const { items, names, property, required } = rules;
    for (const name of isList ? [] : required)
      if (getOwn(values, name) === undefined && mistakes.length <= MAX_ISSUES)
        mistakes.push({
          at: `/${escapePointerToken(name)}`,
          rule: "is required",
        });
    let copy: Args | undefined;
    // Not the keys of a list as texts: it may have a million items.
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const name = String(key);
      const one = values[name];
      const { length } = mistakes;
      if (length > MAX_ISSUES) break;
      if (one === undefined) continue;
      const next = isList ? items() : property(name);
      let now = next ? check(one, next, level) : one;
      const known = level > 1 ? `; known are ${formatValues(names)}` : ""; // below, all at once
      if (!next) mistakes.push({ at: "", rule: `is unknown${known}` });
      const isWrong = mistakes[length]?.at === "";
      if (isOmitted(one) && isWrong && !isList && !required.has(name)) {
        mistakes.length = length;
        now = undefined; // how models leave out what need not be given
      }
      for (const { at, rule } of mistakes.splice(length))
        mistakes.push({ at: `/${escapePointerToken(name)}${at}`, rule });
      if (now === one) continue;
      copy ??= (isList ? value.slice() : { ...value }) as Args; // by index, too
      copy[name] = now; // also `__proto__`, which is the copy's own
    }
    return copy ?? value;
  }
}

/** Kept, since all calls of one component have the same schema of arguments. */
const rulesBySchema = new WeakMap<JsonSchema, Rules>();

/** What schemas say together of one value. */
interface Rules {
  /** It is of a type of each list, and one of the values of each. */
  readonly types: readonly unknown[][];
  readonly allowed: readonly unknown[][];
  readonly items: () => Rules;
  readonly names: readonly string[];
  /** Undefined where there may be none of that name. */
  readonly property: (name: string) => Rules | undefined;
  readonly required: ReadonlySet<string>;
}

/** Worked out as far as calls ask, since schemas may contain themselves. */
function rulesOf(schemas: readonly unknown[], $defs: Schemas["$defs"]): Rules {
  const parts = flattenSchema(schemas, $defs);
  const values = parts.map((one) =>
    "const" in one ? [one["const"]] : one["enum"],
  );
  const isSplit = parts.some(saysMore);
  const further = (keyword: string) =>
    lazy(() => rulesOf(isSplit ? [] : parts.map((one) => one[keyword]), $defs));
  const [only, other] = parts.filter(
    (one) => "properties" in one || OTHERS in one,
  );
  const isClosed = only?.[OTHERS] === false && !other && !isSplit;
  const others = isClosed ? undefined : further(OTHERS);
  const named = new Map<string, JsonSchema[]>();
  for (const [name, schema] of parts.flatMap(propertiesOf)) {
    const all = named.get(name);
    if (all) all.push(schema);
    else named.set(name, [schema]);
  }
  const properties = new Map(
    [...named].map(([name, all]) => [name, lazy(() => rulesOf(all, $defs))]),
  );
  return {
    types: typesOf(parts),
    allowed: values.filter((one) => Array.isArray(one)),
    items: further("items"),
    names: [...properties.keys()],
    property: (name) => (properties.get(name) ?? others)?.(),
    required: new Set(parts.flatMap(requiredOf)),
  };
}

const isOmitted = (value: unknown) => value === "" || isAbsent(value);

/** Integers, and no other numbers. */
export const allowsOnlyIntegers = (types: readonly unknown[]) =>
  types.includes("integer") && !types.includes("number");

/** A list and nothing else: what stands beside it may say what the value was meant for. */
const wantsList = (types: readonly unknown[]) =>
  types.includes("array") &&
  types.every((one) => one === "array" || one === "null");

const OTHERS = "additionalProperties";
const ONE_OF = "must be one of";

/** Whether a schema knows further items or properties in ways that are not looked at, so that no other part closes or describes these. */
function saysMore({ anyOf, oneOf, ...schema }: JsonSchema): boolean {
  const branches = [...schemasIn(anyOf), ...schemasIn(oneOf)];
  return (
    branches.filter(({ type }) => type !== "null").length > 1 ||
    "patternProperties" in schema ||
    "prefixItems" in schema
  );
}

export function isOfType(value: unknown, types: readonly unknown[]): boolean {
  if (types.includes(typeOf(value))) return true;
  const isWhole = Number.isInteger(value) || isLong(value);
  return isWhole && types.includes("integer");
}

/** The digits of an integer, as JSON writes them. */
export function isDigits(text: string): boolean {
  return /^-?(0|[1-9]\d*)$/.test(text);
}

/** An integer beyond 2^53, whose digits only a text keeps. */
function isLong(value: unknown): boolean {
  const isText = typeof value === "string" && isDigits(value);
  return isText && !Number.isSafeInteger(Number(value));
}

/** A number beyond 2^53 that may have lost digits when it was read. */
export function isLossy(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

export const LOSSY_INTEGER =
  "is beyond 2^53, where numbers lose their last digits; give all of its digits as text";

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Values that are read out of one text: as many as one request over HTTP may have. */
const MAX_VALUES = 100_000;
const JSON_TEXT =
  /^(true|false|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|\s*[[{].*)$/s;

/** What a text stands for where another type is wanted, else the value. */
export function parseText(value: unknown, types: readonly unknown[]): unknown {
  if (typeof value !== "string" || isOfType(value, types)) return value;
  if (!JSON_TEXT.test(value)) return value;
  if (value.split(/[,[{]/, MAX_VALUES).length === MAX_VALUES) return value;
  try {
    // Long integers inside stay texts of their digits.
    const parsed = parseJson(value);
    const isExact = !Number.isInteger(parsed) || Number.isSafeInteger(parsed);
    return isExact && isOfType(parsed, types) ? parsed : value;
  } catch {
    return value;
  }
}

/** What the model is told: a line for each place. */
export function formatIssues(
  mistakes: readonly ValidationIssue[],
  { name, schema }: ValidationTarget,
): string {
  const lines = mistakes
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(
      ({ at, rule }) => `- ${truncateText(at, MAX_PLACE) || "body"}: ${rule}`,
    );
  const isUnknown = mistakes.some(
    ({ at, rule }) => at.lastIndexOf("/") === 0 && rule === "is unknown",
  );
  const names = Object.keys(schema["properties"] ?? {});
  return [
    `Wrong arguments for ${name}; nothing was sent.`,
    ...lines.slice(0, MAX_ISSUES),
    ...(lines.length > MAX_ISSUES ? ["- and more"] : []),
    ...(isUnknown ? [`Its arguments are: ${formatValues(names)}.`] : []),
  ].join("\n");
}

/** The name of a property in a JSON pointer. */
export function escapePointerToken(name: string): string {
  return name.replace(/[~/]/g, (sign) => (sign === "~" ? "~0" : "~1"));
}

/** Values in one line. */
export function formatValues(values: readonly unknown[]): string {
  const shown = values
    .slice(0, MAX_ISSUES)
    .map((value) => JSON.stringify(value));
  if (values.length > MAX_ISSUES) shown.push("…");
  return shown.join(", ") || "none";
}
