import {
  isOfType,
  isSchema,
  schemasIn,
  getOwn,
  parseText,
  requiredOf,
  escapePointerToken,
  resolveRef,
} from "../../index.js";
import type { Args, JsonSchema, Schemas } from "../../index.js";
import { rules } from "./rules.js";

/** Mistakes that are told, and levels that are looked into; what lies beyond is left to the API. */
export const MAX_FAULTS = 20;
const MAX_DEPTH = 1000;

/** What is wrong in a place: a JSON pointer. */
export interface SchemaFault {
  readonly at: string;
  readonly rule?: string;
  /** The types that were wanted in place of that of `value`. */
  readonly wanted?: readonly unknown[];
  readonly value?: unknown;
}

/** One try of a value against a schema. */
export interface Validation {
  readonly $defs: Schemas["$defs"];
  /** What costs more than a step is spent before; false: no more of it. */
  readonly spend: (steps: number) => boolean;
  readonly faults: SchemaFault[];
  /** Text may be put right. */
  readonly corrects: boolean;
}

/** Where a schema is asked. */
interface Place {
  readonly at: string;
  readonly depth: number;
  /** Where schemas are combined, one may know the properties that another one closes. */
  readonly isPart: boolean;
}

export const ROOT: Place = { at: "", depth: 0, isPart: false };

/** The value, put right where that is allowed; what is wrong is added to the trial. */
export function findFaults(
  value: unknown,
  schema: unknown,
  { at, depth, isPart }: Place,
  trial: Validation,
): unknown {
  const { $defs, corrects, faults, spend } = trial;
  if (!isSchema(schema) || faults.length > MAX_FAULTS) return value;
  if (depth > MAX_DEPTH || !spend(1)) return value;
  const { allOf, anyOf, oneOf, type } = schema;
  const types = type === undefined ? undefined : [type].flat();
  let now = value;
  if (corrects && types && !isOfType(value, types)) {
    const isCheap = typeof value !== "string" || spend(value.length >> 5);
    now = isCheap ? parseText(value, types) : value;
  }
  const fits = !types || isOfType(now, types);
  if (!fits) faults.push({ at, wanted: types, value });
  rules(now, schema, (rule) => faults.push({ at, rule }), spend);
  if (!fits) return value;
  const shared = resolveRef(schema, $defs)?.schema;
  const parts = shared ? [shared, ...schemasIn(allOf)] : schemasIn(allOf);
  const unions = [anyOf, oneOf].filter(Array.isArray);
  const count = parts.length + unions.length;
  const inside = { at, depth: depth + 1, isPart: isPart || count > 0 };
  if (typeof now === "object" && now !== null)
    now = checkInside(now, schema, inside, trial);
  const isShared = isPart || count > 1 || "properties" in schema;
  const same = { ...inside, isPart: isShared };
  for (const part of parts) now = findFaults(now, part, same, trial);
  for (const union of unions) now = checkUnion(now, union, same, trial);
  return now;
}

/** Taken as it is where a branch takes it, else as the first branch that puts it right; else the nearest one tells. */
function checkUnion(
  value: unknown,
  branches: readonly unknown[],
  place: Place,
  trial: Validation,
): unknown {
  const failed: SchemaFault[][] = [];
  for (const corrects of trial.corrects ? [false, true] : [false])
    for (const branch of branches) {
      const faults: SchemaFault[] = [];
      const attempt = { ...trial, faults, corrects };
      const now = findFaults(value, branch, place, attempt);
      if (faults.length === 0) return now;
      failed.push(faults);
    }
  const [nearest = failed.flat()] = failed
    .filter((all) => !all.some((one) => one.at === place.at && one.wanted))
    .sort((a, b) => weight(a) - weight(b));
  trial.faults.push(...nearest);
  return value;
}

/** A wrong constant tells that another branch was meant. */
function weight(faults: readonly SchemaFault[]): number {
  const rules = faults.map(({ rule = "" }) => rule);
  const wrong = rules.filter((rule) => /^must be (one of|")/.test(rule));
  return faults.length + MAX_FAULTS * wrong.length;
}

/** Items of a list, properties of an object. */
function checkInside(
  value: object,
  schema: JsonSchema,
  { at, depth, isPart }: Place,
  trial: Validation,
): unknown {
  const { faults, spend } = trial;
  const isList = Array.isArray(value);
  const values = value as JsonSchema; // by name or index
  const known = schema[isList ? "prefixItems" : "properties"] ?? {};
  const isOpen = isPart || schema["patternProperties"];
  const further = isOpen ? undefined : schema["additionalProperties"];
  const others = isList ? schema["items"] : further;
  const required = isList ? [] : requiredOf(schema);
  if (!spend(required.length >> 3)) return value;
  for (const name of required)
    if (getOwn(values, name) === undefined && faults.length <= MAX_FAULTS)
      faults.push({
        at: `${at}/${escapePointerToken(name)}`,
        rule: "is required",
      });
  let copy: Args | undefined;
  // Not the keys of a list as texts: it may have a million items.
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const name = String(key);
    const one = values[name];
    const isKnown = Object.hasOwn(known, name);
    const rule = isKnown ? (known as JsonSchema)[name] : others; // as values
    const isUnknown = rule === false && !isKnown && !isList;
    if (one === undefined || !(isUnknown || isSchema(rule))) continue;
    if (faults.length > MAX_FAULTS || !spend(0)) break;
    const place = {
      at: `${at}/${escapePointerToken(name)}`,
      depth,
      isPart: false,
    };
    if (isUnknown) faults.push({ at: place.at, rule: "is unknown" });
    const checked = findFaults(one, rule, place, trial);
    if (checked === one) continue;
    copy ??= (isList ? value.slice() : { ...value }) as Args; // by index, too
    copy[name] = checked; // also `__proto__`, which is the copy's own
  }
  return copy ?? value;
}
