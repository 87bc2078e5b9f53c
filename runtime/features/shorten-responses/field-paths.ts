import { isSchema, propertiesOf, resolveRef } from "../../index.js";
import type { ResponseFields, JsonSchema } from "../../index.js";

/** Fields by name, and what of each is wanted: all where that is empty. */
export type FieldSelection = Map<string, FieldSelection>;

/** Characters of what one call may ask for. */
const MOST_TEXT = 8_000;

/** `number,user.login` or a list of such, as models write it: `items[].id`, `$.id`. */
export function parseFieldPaths(asked: unknown): FieldSelection {
  const wanted: FieldSelection = new Map();
  const texts = [asked].flat().filter((one) => typeof one === "string");
  const text = texts.join().slice(0, MOST_TEXT);
  for (const name of text.split(/[\s,]+/)) {
    let at = wanted;
    const steps = name.replace(/\[[^[\]]*\]/g, "").split(".");
    for (const step of steps.filter((one) => one !== "" && one !== "$")) {
      const inner: FieldSelection =
        at.get(step) ?? new Map<string, FieldSelection>();
      at.set(step, inner);
      at = inner;
    }
  }
  return wanted;
}

/** The one list of objects in an answer, or the one object: what a wrapper is around. */
export function findWrapped(
  data: unknown,
): [name: string, value: object] | undefined {
  if (!isSchema(data)) return undefined;
  const all = Object.entries(data);
  const lists = all.filter(
    (one): one is [string, object[]] =>
      Array.isArray(one[1]) && one[1].every(isSchema),
  );
  const full = lists.filter(([, list]) => list.length > 0);
  const objects = all.filter((one): one is [string, JsonSchema] =>
    isSchema(one[1]),
  );
  const [only, ...others] =
    [full, objects, lists].find((some) => some.length > 0) ?? [];
  return others.length === 0 ? only : undefined;
}

export const fieldNames = (value: unknown) =>
  isSchema(value) ? Object.keys(value) : [];

/** Names of the fields of the items of a list, or of an object and what it is a wrapper around. */
export function itemFieldNames(value: unknown, level = 0): string[] {
  if (Array.isArray(value)) {
    const names = new Set<string>();
    for (const item of value)
      for (const name of fieldNames(item)) names.add(name);
    return [...names];
  }
  const [, inner] = (level < LEVELS && findWrapped(value)) || [];
  return [
    ...fieldNames(value),
    ...(inner ? itemFieldNames(inner, level + 1) : []),
  ];
}

/** Wrappers around wrappers, and lists in lists, that are looked into. */
const LEVELS = 4;

export type DeclaredFields = ReadonlyMap<string, JsonSchema>;

/** What is declared of the fields of an object, or of the items of a list. */
export function declaredNames(
  declared: JsonSchema | undefined,
  $defs: ResponseFields["$defs"],
  level = 0,
): DeclaredFields {
  const { items, properties } = shapeOf(declared, $defs);
  const isList = !properties && isSchema(items) && level < LEVELS;
  return isList
    ? declaredNames(items, $defs, level + 1)
    : new Map(propertiesOf({ properties }));
}

/** The same of an answer, whose fields may be those of the one list in it. */
export function findDeclared(
  declared: JsonSchema | undefined,
  $defs: ResponseFields["$defs"],
): DeclaredFields {
  const fields = declaredNames(declared, $defs);
  const [only, ...others] = [...fields.values()]
    .filter((one) => isSchema(shapeOf(one, $defs).items))
    .map((one) => declaredNames(one, $defs))
    .filter(({ size }) => size > 0);
  return new Map([...(only && others.length === 0 ? only : []), ...fields]);
}

function shapeOf(declared: JsonSchema = {}, $defs: ResponseFields["$defs"]) {
  const { items, properties } = resolveRef(declared, $defs)?.schema ?? declared;
  return { items, properties };
}
