import { isApiResponse, mediaKind } from "../../index.js";
import type { ApiDefinition, HandlerResult } from "../../index.js";
import {
  findWrapped,
  itemFieldNames,
  parseFieldPaths,
} from "./shorten-responses/field-paths.js";
import type { FieldSelection } from "./shorten-responses/field-paths.js";

declare module "../../types.js" {
  interface Definition<Operation extends OperationTypes> {
    /** Fields of the response that callers get, such as `owner.name`; of a list, those of each item. Default: all. */
    readonly fields?: readonly FieldPath<Operation["response"]>[];
  }
}

/** Path of a field whose first two names are checked: deeper types may be endless. */
export type FieldPath<Data> = unknown extends Data
  ? string
  : Data extends readonly (infer Item)[]
    ? FieldPath<Item>
    : Data extends object
      ? {
          [Name in keyof Data & string]:
            Name | `${Name}.${InnerPath<NonNullable<Data[Name]>>}`;
        }[keyof Data & string]
      : never;

type InnerPath<Data> = unknown extends Data
  ? string
  : Data extends readonly (infer Item)[]
    ? InnerPath<NonNullable<Item>>
    : Data extends object
      ? (keyof Data & string) | `${keyof Data & string}.${string}`
      : never;

/** Keeps the fields that the component names of a response that its handler returns in the document's shape. */
export const pickFields: Required<ApiDefinition>["pick"] = (value, entry) => {
  const { fields } = entry.component;
  if (!fields) return value;
  const selection = parseFieldPaths([...fields]);
  if (!isApiResponse(value))
    return isPlain(value) ? pick(value, selection) : value;
  const isJson = mediaKind(value.contentType) === "json";
  return isJson && isPlain(value.data)
    ? { ...value, data: pick(value.data, selection) }
    : value;
};

/** True for objects and lists of JSON; false for text, bytes, and a saved file. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return [Object.prototype, Array.prototype, null].includes(
    prototype as object | null,
  );
}

/** Picks fields of a value. A wrapper that has none of them keeps its text and numbers, and its content is picked. */
export function pick(value: unknown, selection: FieldSelection): HandlerResult {
  const [wrappedName, content] = findWrapped(value) ?? [];
  const hasName = (names: readonly string[]) =>
    names.some((name) => selection.has(name));
  const isWrapper =
    wrappedName !== undefined &&
    !hasName(Object.keys(Object(value) as object)) &&
    hasName(itemFieldNames(content));
  if (!isWrapper) return pickOwn(value, selection) as HandlerResult;
  return mapFields(value as object, (name, field) => {
    if (name === wrappedName) return pick(content, selection);
    return typeof field === "object" ? undefined : field;
  });
}

function pickOwn(value: unknown, selection: FieldSelection): unknown {
  if (selection.size === 0 || typeof value !== "object" || value === null)
    return value;
  if (Array.isArray(value))
    return value.map((item) => pickOwn(item, selection));
  return mapFields(value, (name, field) => {
    const childSelection = selection.get(name);
    return childSelection && pickOwn(field, childSelection);
  });
}

/** Maps the fields of an object. Omits those for which `change` returns undefined. */
function mapFields(
  object: object,
  change: (name: string, field: unknown) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, field]: [string, unknown]) => {
      const changedField = change(name, field);
      return changedField === undefined ? [] : [[name, changedField]];
    }),
  );
}
