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
  valueTypesOf,
} from "./json-schema.js";
import { isAbsent } from "./styles.js";
import type { Args, JsonSchema, Schemas } from "./types.js";

/** Number of levels that are validated: the arguments, and their direct members. */
const LEVELS = 2;
/** Limits: lines of one message and values of one line, bytes of a pointer. */
const MAX_ISSUES = 20;
const MAX_POINTER_BYTES = 400;

/** A problem at a JSON pointer: `/tags/0` (https://www.rfc-editor.org/rfc/rfc6901), `is required`. */
export interface ValidationIssue {
  readonly at: string;
  readonly rule: string;
}

/** Schema and name of the component whose arguments are validated. */
export interface ValidationTarget extends Pick<Schemas, "$defs"> {
  readonly name: string;
  readonly schema: JsonSchema;
}

/**
 * Validates arguments against their schema: known names, required ones, values of a right type, and listed values. A
 * value with only one possible meaning is corrected in a copy: text for a number, boolean, object or list, one value
 * for a list of it, and null or empty text for an optional argument. The API validates everything else. Throws an
 * `ArgumentError` that lists the problems with their places.
 */
export function validateArguments(args: Args, target: ValidationTarget): Args {
  const { $defs, schema } = target;
  const rules = rulesBySchema.get(schema) ?? buildRules([schema], $defs);
  rulesBySchema.set(schema, rules);
  const issues: ValidationIssue[] = [];
  const validValue = checkValue(args, rules, 0);
  if (issues.length === 0) return validValue as Args; // an object stays an object
  throw new ArgumentError(formatIssues(issues, target));

  /** Returns the value, corrected if that is possible. Adds issues with pointers relative to the value. */
  function checkValue(value: unknown, rules: Rules, level: number): unknown {
    const { allowed, types } = rules;
    const parsedValue = types.reduce(parseText, value);
    const wantedTypes = types.find(
      (typeList) => !isOfType(parsedValue, typeList),
    );
    if (wantedTypes) {
      const { length: issueCount } = issues;
      const wantsOnlyLists = types.every(acceptsOnlyLists);
      const list =
        wantsOnlyLists &&
        !isOmitted(parsedValue) &&
        checkValue([parsedValue], rules, level);
      if (list !== false && issues.length === issueCount) return list;
      const itemIssues = issues.splice(issueCount);
      const rule = `must be ${wantedTypes.join(" or ")}, not ${typeOf(value)}`;
      issues.push({ at: "", rule });
      // A value that only is not one of the list's allowed items: name these.
      issues.push(...itemIssues.filter(({ rule }) => rule.startsWith(ONE_OF)));
      return parsedValue;
    }
    if (isLossy(parsedValue) && types.some(allowsOnlyIntegers))
      issues.push({ at: "", rule: LOSSY_INTEGER });
    if (typeof parsedValue === "object" && parsedValue !== null)
      return level < LEVELS
        ? checkMembers(parsedValue, rules, level + 1)
        : parsedValue;
    for (const values of allowed)
      if (!values.includes(parsedValue))
        issues.push({ at: "", rule: `${ONE_OF} ${formatValues(values)}` });
    return parsedValue;
  }

  /** Validates the items of a list, or the properties of an object. */
  function checkMembers(value: object, rules: Rules, level: number): unknown {
    const isList = Array.isArray(value);
    const values = value as Args; // by name or index
    const { items, names, property, required } = rules;
    for (const name of isList ? [] : required)
      if (getOwn(values, name) === undefined && issues.length <= MAX_ISSUES)
        issues.push({
          at: `/${escapePointerToken(name)}`,
          rule: "is required",
        });
    let copy: Args | undefined;
    // `Object.keys` of a list would make a text of each index, and a list may have a million items.
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const name = String(key);
      const member = values[name];
      const { length: issueCount } = issues;
      if (issueCount > MAX_ISSUES) break;
      if (member === undefined) continue;
      const memberRules = isList ? items() : property(name);
      let checkedMember = memberRules
        ? checkValue(member, memberRules, level)
        : member;
      const hint = level > 1 ? `; known are ${formatValues(names)}` : ""; // the message lists the names of the first level once
      if (!memberRules) issues.push({ at: "", rule: `is unknown${hint}` });
      const isInvalid = issues[issueCount]?.at === "";
      if (isOmitted(member) && isInvalid && !isList && !required.has(name)) {
        issues.length = issueCount;
        checkedMember = undefined; // models leave out an optional value in this way
      }
      for (const { at, rule } of issues.splice(issueCount))
        issues.push({ at: `/${escapePointerToken(name)}${at}`, rule });
      if (checkedMember === member) continue;
      copy ??= (isList ? value.slice() : { ...value }) as Args; // lists by index as well
      copy[name] = checkedMember; // safe for `__proto__`, which is an own property of the copy
    }
    return copy ?? value;
  }
}

/** Cache of rules, since all calls of one component have the same argument schema. */
const rulesBySchema = new WeakMap<JsonSchema, Rules>();

/** Rules that schemas together set for one value. */
interface Rules {
  /** Lists of types and of allowed values; the value has to match one member of each list. */
  readonly types: readonly unknown[][];
  readonly allowed: readonly unknown[][];
  readonly items: () => Rules;
  readonly names: readonly string[];
  /** Returns the rules of a property; undefined if the object may not have it. */
  readonly property: (name: string) => Rules | undefined;
  readonly required: ReadonlySet<string>;
}

/**
 * Builds the rules of one level; deeper ones are built when a call needs them, since schemas may be recursive.
 * `isMember`: the schemas are those of the items of a list, or of the values of a map.
 */
function buildRules(
  schemas: readonly unknown[],
  $defs: Schemas["$defs"],
  isMember = false,
): Rules {
  const parts = flattenSchema(schemas, $defs);
  const values = parts.map((part) =>
    "const" in part ? [part["const"]] : part["enum"],
  );
  const hasBranches = parts.some(hasUncheckedKeywords);
  const deferRules = (keyword: string) =>
    lazy(() =>
      buildRules(
        hasBranches ? [] : parts.map((part) => part[keyword]),
        $defs,
        true,
      ),
    );
  const [objectPart, secondPart] = parts.filter(
    (part) => "properties" in part || ADDITIONAL in part,
  );
  const isClosed =
    objectPart?.[ADDITIONAL] === false && !secondPart && !hasBranches;
  const otherRules = isClosed ? undefined : deferRules(ADDITIONAL);
  const schemasByName = new Map<string, JsonSchema[]>();
  for (const [name, schema] of parts.flatMap(propertiesOf)) {
    const sameNameSchemas = schemasByName.get(name);
    if (sameNameSchemas) sameNameSchemas.push(schema);
    else schemasByName.set(name, [schema]);
  }
  const properties = new Map(
    [...schemasByName].map(([name, sameNameSchemas]) => [
      name,
      lazy(() => buildRules(sameNameSchemas, $defs)),
    ]),
  );
  return {
    types: valueTypesOf(parts, isMember),
    allowed: values.filter((list) => Array.isArray(list)),
    items: deferRules("items"),
    names: [...properties.keys()],
    property: (name) => (properties.get(name) ?? otherRules)?.(),
    required: new Set(parts.flatMap(requiredOf)),
  };
}

const isOmitted = (value: unknown) => value === "" || isAbsent(value);

/** True if the types contain integers and no other numbers. */
export const allowsOnlyIntegers = (types: readonly unknown[]) =>
  types.includes("integer") && !types.includes("number");

/** True if only a list (or null) is allowed: another type could be the value's intended one. */
const acceptsOnlyLists = (types: readonly unknown[]) =>
  types.includes("array") &&
  types.every((type) => type === "array" || type === "null");

const ADDITIONAL = "additionalProperties";
const ONE_OF = "must be one of";

/**
 * True if a schema describes items or properties by keywords that are not validated here, so that no other part closes
 * or describes them.
 */
function hasUncheckedKeywords({
  anyOf,
  oneOf,
  ...schema
}: JsonSchema): boolean {
  const branches = [...schemasIn(anyOf), ...schemasIn(oneOf)];
  return (
    branches.filter(({ type }) => type !== "null").length > 1 ||
    "patternProperties" in schema ||
    "prefixItems" in schema
  );
}

export function isOfType(value: unknown, types: readonly unknown[]): boolean {
  if (types.includes(typeOf(value))) return true;
  const isInteger = Number.isInteger(value) || isLong(value);
  return isInteger && types.includes("integer");
}

/** True for the digits of an integer, as JSON writes them. */
export function isDigits(text: string): boolean {
  return /^-?(0|[1-9]\d*)$/.test(text);
}

/** True for an integer beyond 2^53, whose digits only a text keeps. */
function isLong(value: unknown): boolean {
  const isText = typeof value === "string" && isDigits(value);
  return isText && !Number.isSafeInteger(Number(value));
}

/** True for a number beyond 2^53 that may have lost digits when it was read. */
export function isLossy(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

export const LOSSY_INTEGER =
  "is beyond 2^53, so it may have lost digits; pass it as a string of all digits";

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Limit of values that are parsed from one text: as many as one HTTP request may have. */
const MAX_VALUES = 100_000;
/** Limit of their levels, which functions that call themselves follow. */
const MAX_DEPTH = 500;
const JSON_TEXT =
  /^(true|false|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|\s*[[{].*)$/s;

/**
 * Types of an object of which a document says nothing more, in their order: Java writes values of any type so, but a
 * text that is an object or a list in JSON is meant as that.
 */
export const isBareObject = (types: readonly unknown[]) =>
  /^object,array,string,number,boolean(,null)?$/.test(types.join());

/** Parses a text if another type is expected; returns any other value unchanged. */
export function parseText(value: unknown, types: readonly unknown[]): unknown {
  if (typeof value !== "string") return value;
  const mayBeText = !/^\s*[[{]/.test(value) || !isBareObject(types);
  if (mayBeText && isOfType(value, types)) return value;
  if (!JSON_TEXT.test(value)) return value;
  const { length: partCount } = value.split(/[,[{]/, MAX_VALUES);
  if (partCount === MAX_VALUES) return value;
  if (partCount > MAX_DEPTH && depthOf(value) > MAX_DEPTH) return value;
  try {
    // Long integers in it stay strings of their digits.
    const parsed = parseJson(value);
    const isExact = !Number.isInteger(parsed) || Number.isSafeInteger(parsed);
    return isExact && isOfType(parsed, types) ? parsed : value;
  } catch {
    return value;
  }
}

/** Counts the levels of lists and objects in JSON. */
function depthOf(json: string): number {
  let depth = 0;
  let maxDepth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    maxDepth = Math.max(maxDepth, depth);
  }
  return maxDepth;
}

/** Formats the message for the model: a line for each place. */
export function formatIssues(
  issues: readonly ValidationIssue[],
  { name, schema }: ValidationTarget,
): string {
  const lines = issues
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(
      ({ at, rule }) =>
        `- ${truncateText(at, MAX_POINTER_BYTES) || "body"}: ${rule}`,
    );
  const isUnknown = issues.some(
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

/** Escapes the name of a property for a JSON pointer. */
export function escapePointerToken(name: string): string {
  return name.replace(/[~/]/g, (sign) => (sign === "~" ? "~0" : "~1"));
}

/** Formats values in one line. */
export function formatValues(values: readonly unknown[]): string {
  const texts = values
    .slice(0, MAX_ISSUES)
    .map((value) => JSON.stringify(value));
  if (values.length > MAX_ISSUES) texts.push("…");
  return texts.join(", ") || "none";
}
