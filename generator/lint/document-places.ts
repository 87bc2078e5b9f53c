import type { Body, Operation, Parameter } from "../model.js";
import {
  appendPointer,
  decodePercent,
  parsePointer,
} from "../shared/json-pointer.js";
import { getMember, isObject, toArray } from "../shared/json.js";

/** References that are followed for one place, and levels of a schema that are searched. */
const MAX_STEPS = 40;

/** Document whose places are looked for. */
export interface DocumentPlaces {
  /** Value at a pointer; undefined if there is none. */
  readonly valueAt: (pointer: string) => unknown;
  /** Pointer that the references at a pointer lead to. */
  readonly follow: (pointer: string) => string;
  /** Pointer to the declaration of a parameter; null if it can't be found. */
  readonly findParameter: (
    operation: Operation,
    parameter: Pick<Parameter, "name" | "in">,
  ) => string | null;
  /** Pointer to what holds the schema and the examples of a body: its media type, or Swagger's body parameter. */
  readonly findBody: (
    operation: Operation,
    contentType: string,
  ) => string | null;
  /** Pointer to a property of a body, at any depth: `["source", "number"]`. */
  readonly findBodyProperty: (
    operation: Operation,
    contentType: string,
    steps: readonly string[],
  ) => string | null;
}

/** Finds the declaration of each part of a tool in a document. Its references are local pointers. */
export function createDocumentPlaces(document: unknown): DocumentPlaces {
  const valueAt = (pointer: string) =>
    parsePointer(pointer).reduce(getMember, document);
  const follow = (pointer: string) => {
    let current = pointer;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const ref = getMember(valueAt(current), "$ref");
      if (typeof ref !== "string" || !ref.startsWith("#/")) return current;
      current = decodePercent(ref.slice(1));
    }
    return current;
  };
  const pathItemOf = ({ pointer }: Operation) =>
    follow(pointer.slice(0, pointer.lastIndexOf("/")));
  const findIn = (
    holder: string,
    parameter: { readonly name?: string; readonly in: string },
  ) => {
    const listPointer = appendPointer(holder, "parameters");
    const count = toArray(valueAt(listPointer)).length;
    for (let index = 0; index < count; index += 1) {
      const pointer = follow(appendPointer(listPointer, index));
      const value = valueAt(pointer);
      if (
        getMember(value, "in") === parameter.in &&
        [undefined, getMember(value, "name")].includes(parameter.name)
      )
        return pointer;
    }
    return null;
  };
  const findParameter: DocumentPlaces["findParameter"] = (
    operation,
    parameter,
  ) =>
    findIn(operation.pointer, parameter) ??
    findIn(pathItemOf(operation), parameter);
  const findBody: DocumentPlaces["findBody"] = (operation, contentType) => {
    const body = follow(appendPointer(operation.pointer, "requestBody"));
    const media = appendPointer(appendPointer(body, "content"), contentType);
    if (valueAt(media) !== undefined) return follow(media);
    return (
      findIn(operation.pointer, { in: "body" }) ??
      findIn(pathItemOf(operation), { in: "body" })
    );
  };
  const findProperty = (
    schemaPointer: string,
    name: string,
    budget = { steps: MAX_STEPS },
  ): string | null => {
    budget.steps -= 1;
    if (budget.steps < 0) return null;
    const pointer = follow(schemaPointer);
    const schema = valueAt(pointer);
    if (getMember(getMember(schema, "properties"), name) !== undefined)
      return appendPointer(appendPointer(pointer, "properties"), name);
    if (isObject(getMember(schema, "items")))
      return findProperty(appendPointer(pointer, "items"), name, budget);
    for (const keyword of ["allOf", "oneOf", "anyOf"])
      for (const index of toArray(getMember(schema, keyword)).keys()) {
        const branch = appendPointer(appendPointer(pointer, keyword), index);
        const property = findProperty(branch, name, budget);
        if (property !== null) return property;
      }
    return null;
  };
  return {
    valueAt,
    follow,
    findParameter,
    findBody,
    findBodyProperty(operation, contentType, steps) {
      const [firstStep = "", ...otherSteps] = steps;
      const body = findBody(operation, contentType);
      // Swagger's form fields are parameters.
      const first =
        (body && findProperty(appendPointer(body, "schema"), firstStep)) ??
        findIn(operation.pointer, { in: "formData", name: firstStep });
      return otherSteps.reduce<string | null>(
        (pointer, step) => pointer && (findProperty(pointer, step) ?? pointer),
        first,
      );
    },
  };
}

/** Media type of a body's place in the document; null if there is no body. */
export function contentTypeOf(body: Body | null): string | null {
  return body?.media[0]?.contentType ?? null;
}

/**
 * JSONPath of a JSON pointer: `$.paths['/pets'].get`. A parameter is found by name and location, since another one may
 * come before it. https://www.rfc-editor.org/rfc/rfc9535#section-2.7
 */
export function toJsonPath(pointer: string, document: unknown): string {
  let value = document;
  let path = "$";
  for (const step of parsePointer(pointer)) {
    if (Array.isArray(value)) path += `[${selectItem(value, step)}]`;
    else if (/^[A-Za-z_]\w*$/.test(step)) path += `.${step}`;
    else path += `[${quoteName(step)}]`;
    value = getMember(value, step);
  }
  return path;
}

/** Selector of an item of a list: what tells a parameter or a reference from the others, otherwise its index. */
function selectItem(items: readonly unknown[], index: string): string {
  const item = getMember(items, index);
  for (const keys of IDENTIFYING_KEYS) {
    const members = keys.map((key) => [key, getMember(item, key)] as const);
    const isOnly =
      items.filter((candidate) =>
        members.every(([key, member]) => getMember(candidate, key) === member),
      ).length === 1;
    if (isOnly && members.every(([, member]) => typeof member === "string"))
      return `?${members
        .map(([key, member]) => {
          const name = key === "$ref" ? `[${quoteName(key)}]` : `.${key}`;
          return `@${name} == ${quoteName(String(member))}`;
        })
        .join(" && ")}`;
  }
  return index;
}

/** Members that tell a parameter from others of its list, and a reference from others. */
const IDENTIFYING_KEYS = [["name", "in"], ["$ref"]];

/** Name in single quotes, as normalized paths of RFC 9535 have it. */
function quoteName(name: string): string {
  const escaped = name
    .replace(/[\\']/g, String.raw`\$&`)
    .replace(
      /[\0-\x1F]/g,
      (sign) =>
        String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0"),
    );
  return `'${escaped}'`;
}
