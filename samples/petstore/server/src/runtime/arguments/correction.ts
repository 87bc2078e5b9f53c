import { requiredOf } from "./json-schema.js";
import type { Mistake } from "./mistakes.js";
import { pathOf, setAt, valueAt } from "../pointer.js";
import { isAbsent } from "../request/styles.js";
import type { Args, Component } from "../types.js";

/**
 * A copy of the arguments in which mistakes with only one meaning are put right: null or "" for an
 * optional parameter is left out and, where allowed, text becomes the number, boolean, object or
 * array that is wanted. Undefined where nothing can be put right.
 */
export function correction(
  args: Args,
  mistakes: readonly Mistake[],
  rules: { readonly component: Component; readonly coerce: boolean },
): Args | undefined {
  const places = new Map<string, Mistake[]>();
  for (const mistake of mistakes) {
    const there = places.get(mistake.instancePath) ?? [];
    places.set(mistake.instancePath, [...there, mistake]);
  }
  const changes = new Map<string, unknown>();
  for (const [pointer, there] of places) {
    const value = valueAt(args, pointer);
    const parsed = rules.coerce ? parse(value, there) : undefined;
    if (isLeftOut(rules.component, pointer, value))
      changes.set(pointer, undefined);
    else if (parsed !== undefined) changes.set(pointer, parsed);
  }
  if (changes.size === 0) return undefined;
  const copy = structuredClone(args);
  for (const [pointer, value] of changes) setAt(copy, pointer, value);
  return copy;
}

/** Null and what is empty would not be sent; it is how models leave a parameter out. So is an empty string in the query. */
function isLeftOut(
  { inputSchema, request }: Component,
  pointer: string,
  value: unknown,
): boolean {
  const [name, ...deeper] = pathOf(pointer);
  if (name === undefined || deeper.length > 0) return false;
  if (requiredOf(inputSchema).includes(name)) return false;
  const parameter = new Map(Object.entries(request.parameters ?? {})).get(name);
  const place = typeof parameter === "object" ? parameter.in : parameter;
  if (isAbsent(value)) return place !== undefined && place !== "path";
  return value === "" && place === "query";
}

/** The value that a text stands for, if no schema at its place would take the text itself. */
function parse(value: unknown, mistakes: readonly Mistake[]): unknown {
  if (typeof value !== "string" || !mistakes.every(refusesText)) return;
  const wanted = mistakes.flatMap(({ keyword, params }) =>
    keyword === "type" ? params["type"] : [],
  );
  if (/^(true|false)$/.test(value) && wanted.includes("boolean"))
    return value === "true";
  if (JSON_NUMBER.test(value)) return parseNumber(value, wanted);
  const type = { "{": "object", "[": "array" }[value.trimStart().charAt(0)];
  return type !== undefined && wanted.includes(type)
    ? parseJson(value)
    : undefined;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Whether a mistake leaves no way for its value to be text. Unions are told by their branches. */
function refusesText({ keyword, params }: Mistake): boolean {
  switch (keyword) {
    case "type":
    case "anyOf":
    case "if":
      return true;
    case "oneOf":
      return params["passingSchemas"] === null;
    case "enum":
      return !JSON.stringify(params["allowedValues"]).includes('"');
    case "const":
      return typeof params["allowedValue"] !== "string";
    default:
      return false;
  }
}

/** An integer beyond 2^53 would become another one. */
function parseNumber(text: string, wanted: readonly unknown[]): unknown {
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    return undefined;
  return wanted.includes("number") ||
    (wanted.includes("integer") && Number.isInteger(number))
    ? number
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
