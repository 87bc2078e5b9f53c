import { ArgumentError } from "./errors.js";
import { cutText } from "./media.js";
import { isSchema, listOf, own, requiredOf, target } from "./schema.js";
import type { Args, JsonSchema, Schemas } from "./types.js";

/** Lines of one message, and values in one line. */
const SHOWN = 20;
/** Schemas that are looked at for one call, and within each other; what lies beyond is left to the API. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 1000;
const MAX_PLACE = 400; // bytes that are told

/** Says what is wrong with a value beyond its type. What costs more than a step is spent before; false: no more of it. */
export type Rules = (
  value: unknown,
  schema: JsonSchema,
  wrong: (rule: string) => void,
  spend: (steps: number) => boolean,
) => void;

/** What stands around the arguments of one call. */
export interface How {
  readonly component: string;
  readonly $defs: Schemas["$defs"];
  readonly rules: Rules;
  isLeftOut(argument: string, value: unknown): boolean;
}

/**
 * Gives the arguments as their schema wants them. What has only one meaning is put right in a copy: text for the
 * number, boolean, object or list that is wanted, and what `isLeftOut` says stands for nothing. Formats and what
 * alternatives exclude are left to the API. Throws an `ArgumentError` that names what is wrong, and where.
 */
export function checkArguments(args: Args, schema: JsonSchema, how: How): Args {
  let left = MAX_STEPS;
  const spend = (steps: number) => (left -= steps) >= 0;
  const run = (value: unknown, rule: unknown, corrects: boolean) => {
    const mistakes: Mistake[] = [];
    const trial = { how, spend, mistakes, corrects };
    return { mistakes, value: check(value, rule, ROOT, trial) };
  };
  const { properties = {} } = schema as { properties?: JsonSchema };
  const isMeant = ([name, value]: [string, unknown]) =>
    !how.isLeftOut(name, value) ||
    run(value, own(properties, name), false).mistakes.length === 0;
  const given = Object.fromEntries(Object.entries(args).filter(isMeant));
  const first = run(given, schema, true);
  const isLast = first.mistakes.length > 0 || first.value === given;
  // What was put right for one schema has to suit the others, too.
  const last = isLast ? first : run(first.value, schema, false);
  if (last.mistakes.length > 0)
    throw new ArgumentError(describe(last.mistakes, how.component, schema));
  return last.value as Args; // an object stays one
}

interface Mistake {
  readonly at: string;
  readonly rule?: string;
  /** The types that were wanted in place of that of `value`. */
  readonly wanted?: readonly unknown[];
  readonly value?: unknown;
}

/** One try of a value against a schema. */
interface Trial {
  readonly how: How;
  readonly spend: (steps: number) => boolean;
  readonly mistakes: Mistake[];
  /** Text may be put right. */
  readonly corrects: boolean;
}

/** Where a schema is asked. */
interface Place {
  /** A JSON pointer to the value: https://www.rfc-editor.org/rfc/rfc6901 */
  readonly at: string;
  readonly depth: number;
  /** Where schemas are combined, one may know the properties that another one closes. */
  readonly isPart: boolean;
}

const ROOT: Place = { at: "", depth: 0, isPart: false };

/** The value, put right where that is allowed; mistakes are added to the trial. */
function check(
  value: unknown,
  schema: unknown,
  { at, depth, isPart }: Place,
  trial: Trial,
): unknown {
  const { corrects, mistakes, spend } = trial;
  if (!isSchema(schema) || mistakes.length > SHOWN) return value;
  if (depth > MAX_DEPTH || !spend(1)) return value;
  const { allOf, anyOf, oneOf, type } = schema;
  let now = value;
  if (corrects && !isOfType(value, type)) now = parse(value, type, spend);
  const fits = isOfType(now, type);
  if (!fits) mistakes.push({ at, wanted: [type].flat(), value });
  trial.how.rules(now, schema, (rule) => mistakes.push({ at, rule }), spend);
  if (!fits) return value;
  const shared = target(schema, trial.how.$defs)?.schema;
  const parts = shared ? [shared, ...listOf(allOf)] : listOf(allOf);
  const unions = [anyOf, oneOf].filter(Array.isArray);
  const count = parts.length + unions.length;
  const inside = { at, depth: depth + 1, isPart: isPart || count > 0 };
  if (typeof now === "object" && now !== null)
    now = checkInside(now, schema, inside, trial);
  const isShared = isPart || count > 1 || "properties" in schema;
  const same = { ...inside, isPart: isShared };
  for (const part of parts) now = check(now, part, same, trial);
  for (const union of unions) now = checkUnion(now, union, same, trial);
  return now;
}

/** Taken as it is where a branch takes it, else as the first branch that puts it right; else the nearest one tells. */
function checkUnion(
  value: unknown,
  branches: readonly unknown[],
  place: Place,
  trial: Trial,
): unknown {
  const failed: Mistake[][] = [];
  for (const corrects of trial.corrects ? [false, true] : [false])
    for (const branch of branches) {
      const mistakes: Mistake[] = [];
      const now = check(value, branch, place, { ...trial, mistakes, corrects });
      if (mistakes.length === 0) return now;
      failed.push(mistakes);
    }
  const [nearest = failed.flat()] = failed
    .filter((all) => !all.some((one) => one.at === place.at && one.wanted))
    .sort((a, b) => weight(a) - weight(b));
  trial.mistakes.push(...nearest);
  return value;
}

/** A wrong constant tells that another branch was meant. */
function weight(mistakes: readonly Mistake[]): number {
  const rules = mistakes.map(({ rule = "" }) => rule);
  const wrong = rules.filter((rule) => /^must be (one of|")/.test(rule));
  return mistakes.length + SHOWN * wrong.length;
}

/** Items of a list, properties of an object. */
function checkInside(
  value: object,
  schema: JsonSchema,
  { at, depth, isPart }: Place,
  trial: Trial,
): unknown {
  const { mistakes, spend } = trial;
  const isList = Array.isArray(value);
  const values = value as JsonSchema; // by name or index
  const known = schema[isList ? "prefixItems" : "properties"] ?? {};
  const isOpen = isPart || schema["patternProperties"];
  const further = isOpen ? undefined : schema["additionalProperties"];
  const others = isList ? schema["items"] : further;
  const required = isList ? [] : requiredOf(schema);
  if (!spend(required.length >> 3)) return value;
  for (const name of required)
    if (own(values, name) === undefined && mistakes.length <= SHOWN)
      mistakes.push({ at: `${at}/${escape(name)}`, rule: "is required" });
  let copy: Args | undefined;
  // Not the keys of a list as texts: it may have a million items.
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const name = String(key);
    const one = values[name];
    const isKnown = Object.hasOwn(known, name);
    const rule = isKnown ? (known as JsonSchema)[name] : others; // as values
    const isUnknown = rule === false && !isKnown && !isList;
    if (one === undefined || !(isUnknown || isSchema(rule))) continue;
    if (mistakes.length > SHOWN || !spend(0)) break;
    const place = { at: `${at}/${escape(name)}`, depth, isPart: false };
    if (isUnknown) mistakes.push({ at: place.at, rule: "is unknown" });
    const checked = check(one, rule, place, trial);
    if (checked === one) continue;
    copy ??= (isList ? value.slice() : { ...value }) as Args; // by index, too
    copy[name] = checked; // also `__proto__`, which is the copy's own
  }
  return copy ?? value;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(value, one));
  if (type === "integer") return Number.isInteger(value);
  return type === undefined || typeOf(value) === type;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const SCALAR = /^(true|false|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;

/** What a text stands for where another type is wanted, else the value; an integer beyond 2^53 would become another one. */
function parse(value: unknown, type: unknown, spend: Trial["spend"]): unknown {
  if (typeof value !== "string" || !spend(value.length >> 5)) return value;
  if (!SCALAR.test(value) && !/^\s*[[{]/.test(value)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    const isExact = !Number.isInteger(parsed) || Number.isSafeInteger(parsed);
    return isExact && isOfType(parsed, type) ? parsed : value;
  } catch {
    return value;
  }
}

/** One line for each place; the types that are wanted there stand together. */
function describe(
  mistakes: readonly Mistake[],
  component: string,
  { properties }: JsonSchema,
): string {
  const places = [...new Set(mistakes.map(({ at }) => at))].sort();
  const lines = places.map((place) => {
    const there = mistakes.filter(({ at }) => at === place);
    return `- ${cutText(place, MAX_PLACE)}: ${sentence(there)}`;
  });
  const isUnknown = mistakes.some(
    ({ at, rule }) => at.lastIndexOf("/") === 0 && rule === "is unknown",
  );
  const names = list(Object.keys(properties ?? {}));
  return [
    `Wrong arguments for ${component}; nothing was sent.`,
    ...lines.slice(0, SHOWN),
    ...(lines.length > SHOWN ? ["- and more"] : []),
    ...(isUnknown ? [`Its arguments are: ${names}.`] : []),
  ].join("\n");
}

function sentence(mistakes: readonly Mistake[]): string {
  const typed = mistakes.filter(({ wanted }) => wanted);
  const types = new Set(typed.flatMap(({ wanted = [] }) => wanted));
  const type = `must be ${[...types].join(" or ")}, not ${typeOf(typed[0]?.value)}`;
  const rules = new Set(mistakes.flatMap(({ rule }) => rule ?? []));
  return [...(typed.length > 0 ? [type] : []), ...rules].join("; ");
}

/** The name of a property in a JSON pointer. */
function escape(name: string): string {
  return name.replace(/[~/]/g, (sign) => (sign === "~" ? "~0" : "~1"));
}

/** Values in one line. */
export function list(values: readonly unknown[]): string {
  const shown = values.slice(0, SHOWN).map((value) => JSON.stringify(value));
  if (values.length > SHOWN) shown.push("…");
  return shown.join(", ") || "none";
}
