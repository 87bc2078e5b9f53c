import { literal, propertyKey } from "../emit/literal.js";
import { listOf, member, toWord } from "../shared/json.js";
import type { Api } from "../model.js";
import { namesOf } from "../plan/names.js";
import { branches, isSchema, referenceName } from "../schema/object-shape.js";
import { ANYTHING, type Shape } from "../emit/types/type-shapes.js";
import { simplify } from "../emit/types/simplify.js";
import { freeName } from "../describe/identifiers.js";

/** What the compiler knows of a value: its type in api.ts is made of the same shape. */
export interface Known {
  readonly shape: Shape;
  readonly schemas: Api["schemas"];
}

/** A value of a handler, as TypeScript. */
export interface Value extends Known {
  readonly code: string;
  /** It may be missing, or null. */
  readonly optional: boolean;
}

const NONE: Api["schemas"] = new Map();

export const UNKNOWN: Known = { shape: ANYTHING, schemas: NONE };

export function knownOf(schema: unknown, schemas = NONE): Known {
  const reading = {
    schemas,
    identify: (name: string) => name,
    words: () => "",
  };
  return { shape: simplify(schema, reading), schemas };
}

export const scalar = (type: string) => knownOf({ type });

/** What a value may be, references followed. */
function choicesOf(known: Known, open: readonly string[] = []): Known[] {
  const { schemas, shape } = known;
  const name = referenceName(shape);
  if (name !== null)
    return open.includes(name)
      ? [UNKNOWN]
      : choicesOf(knownOf(schemas.get(name), schemas), [...open, name]);
  const some = branches(shape, "anyOf");
  return some.length === 0
    ? [known]
    : some.flatMap((one) => choicesOf({ shape: one, schemas }, open));
}

/** The only thing that a value may be besides null; undefined: there are several. */
export function onlyOf(known: Known): Known | undefined {
  const [only, ...others] = choicesOf(known).filter(isThere);
  return others.length === 0 ? only : undefined;
}

const isThere = ({ shape }: Known) => shape["type"] !== "null";

/** What a step of a path leads to, in any part of what is put together; undefined where the compiler does not see it. */
export function childOf(
  known: Known,
  step: string,
  depth = 0,
): Known | undefined {
  const only = onlyOf(known);
  if (only === undefined || depth > 8) return undefined;
  const { items, properties } = only.shape;
  const shape = isIndex(step) && items ? items : member(properties, step);
  if (isSchema(shape)) return { ...only, shape };
  return branches(only.shape, "allOf")
    .map((part) => childOf({ ...only, shape: part }, step, depth + 1))
    .find(Boolean);
}

/** Whether the compiler sees that each value but null of the one is one of the other: of what has parts, where both are the same. */
export function fits(given: Known, wanted: Known): boolean {
  const isSame = given.schemas === wanted.schemas;
  const all = choicesOf(wanted);
  return choicesOf(given)
    .filter(isThere)
    .every(({ shape }) =>
      all.some(({ shape: one }) => {
        const { enum: values, type } = shape;
        const allowed = listOf(one["enum"]);
        if (Array.isArray(values))
          return values.every(
            (value) =>
              value === null ||
              typeof value === one["type"] ||
              allowed.includes(value),
          );
        const isSimple = SIMPLE.test(toWord(type)) && type === one["type"];
        const isEqual = isSame && JSON.stringify(shape) === JSON.stringify(one);
        return isOpen(one) || isSimple || isEqual;
      }),
    );
}

/** Types of JSON that have no parts. */
export const SIMPLE = /^(?:string|number|integer|boolean)$/;

const isOpen = (shape: Shape) => Object.keys(shape).length === 0;

/** What a path of names and indexes leads to: typed as far as the compiler sees it, `unknown` behind. */
export function follow(value: Value, path: readonly string[]): Value {
  let { code } = value;
  let known: Known = value;
  for (const [at, step] of path.entries()) {
    const next = childOf(known, step);
    if (isInherited(step, next === undefined)) {
      const property = `Object.getOwnPropertyDescriptor(Object(${code}), ${literal(step)})`;
      code = `(${property}?.value as unknown)`;
      const member = { ...UNKNOWN, code, optional: true };
      return follow(member, path.slice(at + 1));
    }
    if (next === undefined) {
      const end = path.findIndex(
        (one, to) => to > at && isInherited(one, true),
      );
      const rest = path.slice(at, end < 0 ? undefined : end);
      const through = isOpen(known.shape) ? "" : "unknown as ";
      code = `(${code} as ${through}${shapeOf(rest)} | null | undefined)`;
      code += rest.map(accessor).join("");
      const member = { ...UNKNOWN, code, optional: true };
      return end < 0 ? member : follow(member, path.slice(end));
    }
    code += accessor(step);
    known = next;
  }
  return { ...known, code, optional: value.optional || path.length > 0 };
}

/** Whether an object has a member of this name that nobody gave it; `anything`: whether a list, a text or a number has. */
export function isInherited(name: string, anything = false): boolean {
  if (name === "length") return false;
  const prototypes: readonly object[] = anything
    ? [Object.prototype, Array.prototype, String.prototype, Number.prototype]
    : [Object.prototype];
  return prototypes.some((one) => Object.hasOwn(one, name));
}

/** The least that something has where this path leads to a value. */
function shapeOf([step, ...rest]: readonly string[]): string {
  if (step === undefined) return "unknown";
  const inner = rest.length === 0 ? "unknown" : `${shapeOf(rest)} | null`;
  return isIndex(step) ? `(${inner})[]` : `{ ${propertyKey(step)}?: ${inner} }`;
}

/** No API keeps to its document so surely that `.` would do. */
function accessor(step: string): string {
  if (isIndex(step)) return `?.[${step}]`;
  return propertyKey(step) === step ? `?.${step}` : `?.[${literal(step)}]`;
}

function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(step);
}

/** An identifier made of a document's words, which is taken from now on. */
export function claim(text: string, taken: Set<string>): string {
  const name = freeName(namesOf(text).exportName, taken);
  taken.add(name);
  return name;
}
