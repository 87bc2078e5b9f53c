import { isSchema, propertiesOf, resolveRef } from "../../../index.js";
import type { ResponseFields, JsonSchema } from "../../../index.js";

/** Selected fields by name, each with the selection of its fields. An empty selection stands for all fields. */
export type FieldSelection = Map<string, FieldSelection>;

/** Longest text of field paths that one call may send, in characters. */
const MAX_TEXT_LENGTH = 8_000;

/** Reads `number,user.login`, or a list of such strings, in the notations that models use: `items[].id`, `$.id`. */
export function parseFieldPaths(input: unknown): FieldSelection {
  const selection: FieldSelection = new Map();
  const texts = [input].flat().filter((part) => typeof part === "string");
  const text = texts.join().slice(0, MAX_TEXT_LENGTH);
  for (const name of text.split(/[\s,]+/)) {
    let parent = selection;
    const steps = name.replace(/\[[^[\]]*\]/g, "").split(".");
    for (const step of steps.filter(
      (segment) => segment !== "" && segment !== "$",
    )) {
      const children: FieldSelection =
        parent.get(step) ?? new Map<string, FieldSelection>();
      parent.set(step, children);
      parent = children;
    }
  }
  return selection;
}

/** Returns the content of a wrapper: the single list of objects in a response, or its single object. */
export function findWrapped(
  data: unknown,
): [name: string, value: object] | undefined {
  if (!isSchema(data)) return undefined;
  const fields = Object.entries(data);
  const lists = fields.filter(
    (field): field is [string, object[]] =>
      Array.isArray(field[1]) && field[1].every(isSchema),
  );
  const nonEmptyLists = lists.filter(([, list]) => list.length > 0);
  const objects = fields.filter((field): field is [string, JsonSchema] =>
    isSchema(field[1]),
  );
  const [match, ...otherMatches] =
    [nonEmptyLists, objects, lists].find(
      (candidates) => candidates.length > 0,
    ) ?? [];
  return otherMatches.length === 0 ? match : undefined;
}

export const fieldNames = (value: unknown) =>
  isSchema(value) ? Object.keys(value) : [];

/** Lists the field names of the items of a list, or of an object and its wrapped content. */
export function itemFieldNames(value: unknown, level = 0): string[] {
  if (Array.isArray(value)) {
    const names = new Set<string>();
    for (const item of value)
      for (const name of fieldNames(item)) names.add(name);
    return [...names];
  }
  const [, wrappedData] = (level < MAX_LEVELS && findWrapped(value)) || [];
  return [
    ...fieldNames(value),
    ...(wrappedData ? itemFieldNames(wrappedData, level + 1) : []),
  ];
}

/** Maximum depth of nested wrappers and nested lists. */
const MAX_LEVELS = 4;

export type DeclaredFields = ReadonlyMap<string, JsonSchema>;

/** Returns the declared fields of an object, or of the items of a list. */
export function declaredNames(
  declaredSchema: JsonSchema | undefined,
  $defs: ResponseFields["$defs"],
  level = 0,
): DeclaredFields {
  const { items, properties } = readShape(declaredSchema, $defs);
  const isList = !properties && isSchema(items) && level < MAX_LEVELS;
  return isList
    ? declaredNames(items, $defs, level + 1)
    : new Map(propertiesOf({ properties }));
}

/** Returns the declared fields of a response. They include the fields of its items if it has one list. */
export function findDeclared(
  declaredSchema: JsonSchema | undefined,
  $defs: ResponseFields["$defs"],
): DeclaredFields {
  const fields = declaredNames(declaredSchema, $defs);
  const [listFields, ...otherLists] = [...fields.values()]
    .filter((schema) => isSchema(readShape(schema, $defs).items))
    .map((schema) => declaredNames(schema, $defs))
    .filter(({ size }) => size > 0);
  return new Map([
    ...(listFields && otherLists.length === 0 ? listFields : []),
    ...fields,
  ]);
}

function readShape(schema: JsonSchema = {}, $defs: ResponseFields["$defs"]) {
  const { items, properties } = resolveRef(schema, $defs)?.schema ?? schema;
  return { items, properties };
}
