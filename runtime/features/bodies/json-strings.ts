import {
  flattenSchema,
  isBareObject,
  isOfType,
  isSchema,
  parseText,
} from "../../index.js";
import type { Args, ClientOptions, JsonSchema, Schemas } from "../../index.js";
import { createSchemaReader } from "./schema-reader.js";

/** Matches a text that may be an object or a list in JSON. */
const JSON_TEXT = /^\s*[[{]/;

/**
 * Returns a value in which each text of JSON is the object or list that its schema wants, at any depth: hosts write as
 * text what has no plain type. Text stays if its schema allows text.
 */
export const jsonStrings: NonNullable<ClientOptions["parseStrings"]> = (
  value,
  schema,
  $defs,
) => {
  if (schema === undefined || !holdsJsonText(value)) return value;
  const { findMembers, readTypes } = createSchemaReader($defs);
  return parse(value, [schema]);

  function parse(rawNode: unknown, schemas: readonly JsonSchema[]): unknown {
    const node = parseNode(rawNode, schemas);
    const members = findMembers(node, schemas) ?? [];
    let copy: Args | undefined;
    for (const { key, member, memberSchemas } of members) {
      const parsedMember = parse(member, memberSchemas);
      if (parsedMember === member) continue;
      copy ??= (
        Array.isArray(node) ? node.slice() : { ...Object(node) }
      ) as Args; // lists by index as well
      copy[key] = parsedMember; // safe for `__proto__`, which is an own property of the copy
    }
    return copy ?? node;
  }

  function parseNode(node: unknown, schemas: readonly JsonSchema[]): unknown {
    if (typeof node !== "string" || !JSON_TEXT.test(node)) return node;
    const typeLists = schemas.map((schema) => {
      const types = readTypes(schema);
      return types.length > 0 ? types : findImpliedTypes(schema, $defs);
    });
    const [firstTypes] = typeLists.flat();
    const allowsText = typeLists.some((types) =>
      types.every((names) => isOfType(node, names) && !isBareObject(names)),
    );
    return firstTypes === undefined || allowsText
      ? node
      : typeLists.flat().reduce<unknown>(parseText, node);
  }
};

/** True if a text at any depth may be an object or a list in JSON. Few bodies have one. */
function holdsJsonText(value: unknown): boolean {
  if (typeof value === "string") return JSON_TEXT.test(value);
  const isContainer =
    typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
  return isContainer && Object.values(value).some(holdsJsonText);
}

/** Types of a schema that names none: what has properties or items is meant as an object or list. */
function findImpliedTypes(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): unknown[][] {
  return flattenSchema([schema], $defs).flatMap(({ items, properties }) => [
    ...(isSchema(properties) ? [["object"]] : []),
    ...(isSchema(items) ? [["array"]] : []),
  ]);
}
