import {
  isOfType,
  isSchema,
  schemasIn,
  getOwn,
  parseText,
  valueTypesOf,
  requiredOf,
  escapePointerToken,
  resolveRef,
} from "../../index.js";
import type { Args, JsonSchema, Schemas } from "../../index.js";
import { rules } from "./rules.js";

/** Maximum number of reported faults, and maximum depth. The API validates the rest. */
export const MAX_FAULTS = 20;
const MAX_DEPTH = 1000;

/** A violation of a schema, at a JSON pointer. */
export interface SchemaFault {
  readonly at: string;
  readonly rule?: string;
  /** Types that the schema allows, if the type of `value` is not one of them. */
  readonly expectedTypes?: readonly unknown[];
  readonly value?: unknown;
}

/** Context of validating a value against a schema. */
export interface Validation {
  readonly $defs: Schemas["$defs"];
  /** Spends steps of the budget before costly work. Returns false if the budget is exhausted. */
  readonly spend: (steps: number) => boolean;
  readonly faults: SchemaFault[];
  /** Set if strings may be converted to the expected type. */
  readonly corrects: boolean;
}

/** Position of a value, and how its schema is combined with others. */
interface SchemaPlace {
  readonly at: string;
  readonly depth: number;
  /** Set if the schema is one of several, since another one may declare the properties that this one forbids. */
  readonly isPart: boolean;
}

export const ROOT: SchemaPlace = { at: "", depth: 0, isPart: false };

/** Validates a value. Returns it, corrected if that is allowed, and adds faults to the validation. */
export function findFaults(
  value: unknown,
  schema: unknown,
  { at, depth, isPart }: SchemaPlace,
  validation: Validation,
): unknown {
  const { $defs, corrects, faults, spend } = validation;
  if (!isSchema(schema) || faults.length > MAX_FAULTS) return value;
  if (depth > MAX_DEPTH || !spend(1)) return value;
  const { allOf, anyOf, oneOf, type } = schema;
  const types =
    type === undefined
      ? undefined
      : type === "object"
        ? valueTypesOf([schema], true)[0]
        : [type].flat();
  let currentValue = value;
  if (corrects && types && !isOfType(value, types)) {
    const isCheap = typeof value !== "string" || spend(value.length >> 5);
    currentValue = isCheap ? parseText(value, types) : value;
  }
  const hasType = !types || isOfType(currentValue, types);
  if (!hasType) faults.push({ at, expectedTypes: types, value });
  rules(currentValue, schema, (rule) => faults.push({ at, rule }), spend);
  if (!hasType) return value;
  const targetSchema = resolveRef(schema, $defs)?.schema;
  const parts = targetSchema
    ? [targetSchema, ...schemasIn(allOf)]
    : schemasIn(allOf);
  const unions = [anyOf, oneOf].filter(Array.isArray);
  const count = parts.length + unions.length;
  const innerPlace = { at, depth: depth + 1, isPart: isPart || count > 0 };
  if (typeof currentValue === "object" && currentValue !== null)
    currentValue = checkInside(currentValue, schema, innerPlace, validation);
  const isShared = isPart || count > 1 || "properties" in schema;
  const partPlace = { ...innerPlace, isPart: isShared };
  for (const part of parts)
    currentValue = findFaults(currentValue, part, partPlace, validation);
  for (const union of unions)
    currentValue = checkUnion(currentValue, union, partPlace, validation);
  return currentValue;
}

/**
 * Validates a value against alternatives. A branch that accepts the value as it is wins, or the first branch that can
 * correct it. If none does, the faults of the closest branch are reported.
 */
function checkUnion(
  value: unknown,
  branches: readonly unknown[],
  place: SchemaPlace,
  validation: Validation,
): unknown {
  const failures: SchemaFault[][] = [];
  for (const corrects of validation.corrects ? [false, true] : [false])
    for (const branch of branches) {
      const faults: SchemaFault[] = [];
      const attempt = { ...validation, faults, corrects };
      const correctedValue = findFaults(value, branch, place, attempt);
      if (faults.length === 0) return correctedValue;
      failures.push(faults);
    }
  const [closestFaults = failures.flat()] = failures
    .filter(
      (faults) =>
        !faults.some((fault) => fault.at === place.at && fault.expectedTypes),
    )
    .sort((a, b) => weighFaults(a) - weighFaults(b));
  validation.faults.push(...closestFaults);
  return value;
}

/** Weighs faults. A wrong constant means that another branch was intended, so it weighs most. */
function weighFaults(faults: readonly SchemaFault[]): number {
  const rules = faults.map(({ rule = "" }) => rule);
  const constantRules = rules.filter((rule) =>
    /^must be (one of|")/.test(rule),
  );
  return faults.length + MAX_FAULTS * constantRules.length;
}

/** Validates the items of a list or the properties of an object. */
function checkInside(
  value: object,
  schema: JsonSchema,
  { at, depth, isPart }: SchemaPlace,
  validation: Validation,
): unknown {
  const { faults, spend } = validation;
  const isList = Array.isArray(value);
  const values = value as JsonSchema; // by name or index
  const knownSchemas = schema[isList ? "prefixItems" : "properties"] ?? {};
  const isOpen = isPart || schema["patternProperties"];
  const additionalSchema = isOpen ? undefined : schema["additionalProperties"];
  const otherSchema = isList ? schema["items"] : additionalSchema;
  const required = isList ? [] : requiredOf(schema);
  if (!spend(required.length >> 3)) return value;
  for (const name of required)
    if (getOwn(values, name) === undefined && faults.length <= MAX_FAULTS)
      faults.push({
        at: `${at}/${escapePointerToken(name)}`,
        rule: "is required",
      });
  let copy: Args | undefined;
  // List keys are not read as strings: a list may have a million items.
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const name = String(key);
    const element = values[name];
    const isKnown = Object.hasOwn(knownSchemas, name);
    const rule = isKnown ? (knownSchemas as JsonSchema)[name] : otherSchema; // by name or index
    const isUnknown = rule === false && !isKnown && !isList;
    if (element === undefined || !(isUnknown || isSchema(rule))) continue;
    if (faults.length > MAX_FAULTS || !spend(0)) break;
    const place = {
      at: `${at}/${escapePointerToken(name)}`,
      depth,
      isPart: false,
    };
    if (isUnknown) faults.push({ at: place.at, rule: "is unknown" });
    const checkedElement = findFaults(element, rule, place, validation);
    if (checkedElement === element) continue;
    copy ??= (isList ? value.slice() : { ...value }) as Args; // by index, too
    copy[name] = checkedElement; // also `__proto__`, which is an own property of the copy
  }
  return copy ?? value;
}
