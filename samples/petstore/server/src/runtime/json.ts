// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  isDigits,
  allowsOnlyIntegers,
  isBareObject,
  isLossy,
  isOfType,
  LOSSY_INTEGER,
  parseText,
  escapePointerToken,
} from "./validate-arguments.js";
import { ArgumentError } from "./errors.js";
import {
  flattenSchema,
  isSchema,
  schemasIn,
  getOwn,
  collectAllOf,
  propertiesOf,
  requiredOf,
  typesOf,
  valueTypesOf,
} from "./json-schema.js";
import type { Args, JsonSchema, Schemas } from "./types.js";

/** Matches JSON that needs a closer look: digits in a text, or more digits than a number keeps. */
const DIGITS = /"-?\d+"|\d{16}/;

/**
 * Writes JSON of a value. Digits in a text become a number if the schema allows only integers (and null), since a
 * number of JavaScript can't hold all digits of 64 bits. Throws an `ArgumentError` for a number that has lost digits.
 *
 * @param path place of the value in what the schema describes: `["owner", "ids", "0"]`
 */
export function toJson(
  value: unknown,
  schema: JsonSchema | undefined,
  $defs: Schemas["$defs"],
  path: readonly string[] = [],
): string {
  const json = JSON.stringify(value);
  if (schema === undefined || !DIGITS.test(json)) return json;
  const reader = createSchemaReader($defs);
  const { readTypes } = reader;
  const schemas = path.reduce<readonly JsonSchema[]>(
    (parentSchemas, key) => {
      const parts = reader.collectParts(parentSchemas, undefined);
      return [
        ...findMemberSchemas(parts, key),
        ...findItemSchemas(parts, Number(key)),
      ];
    },
    [schema],
  );
  return write(
    value,
    schemas,
    path.map((key) => `/${escapePointerToken(key)}`).join(""),
  );

  function write(
    node: unknown,
    schemas: readonly JsonSchema[],
    pointer: string,
  ): string {
    if (typeof node === "string" && isDigits(node) && isInteger(schemas))
      return node;
    if (
      isLossy(node) &&
      schemas.some((candidate) => readTypes(candidate).some(allowsOnlyIntegers))
    )
      throw new ArgumentError(`${pointer || "body"}: ${LOSSY_INTEGER}.`);
    const members = reader.findMembers(node, schemas);
    if (members === undefined) return JSON.stringify(node) ?? "null";
    const texts = members.map(({ key, member, memberSchemas }) => {
      const memberPointer = `${pointer}/${escapePointerToken(key)}`;
      const text = write(member, memberSchemas, memberPointer);
      return Array.isArray(node) ? text : `${JSON.stringify(key)}:${text}`;
    });
    return Array.isArray(node) ? `[${texts.join()}]` : `{${texts.join()}}`;
  }

  /** True if each schema that names types allows only integers and null, and at least one schema names types. */
  function isInteger(schemas: readonly JsonSchema[]): boolean {
    const typeLists = schemas
      .map(readTypes)
      .filter((types) => types.length > 0);
    const isIntegerOnly = (types: readonly unknown[]) =>
      types.filter((type) => type !== "null").join() === "integer";
    return (
      typeLists.length > 0 &&
      typeLists.every((types) => types.some(isIntegerOnly))
    );
  }
}

/** Matches a text that may be an object or a list in JSON. */
const JSON_TEXT = /^\s*[[{]/;

/**
 * Returns a value in which each text of JSON is the object or list that its schema wants, at any depth: hosts write as
 * text what has no plain type. Text stays if its schema allows text.
 */
export function parseStructures(
  value: unknown,
  schema: JsonSchema | undefined,
  $defs: Schemas["$defs"],
): unknown {
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
}

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

/** A member of an object or an item of a list, with the schemas that hold for it. */
interface DescribedMember {
  /** Name, or index. */
  readonly key: string;
  readonly member: unknown;
  readonly memberSchemas: readonly JsonSchema[];
}

/** Creates functions that find the schemas of a value's members, for one value: they remember the types of each schema. */
export function createSchemaReader($defs: Schemas["$defs"]) {
  const typesBySchema = new Map<JsonSchema, unknown[][]>();
  return { collectParts, findMembers, readTypes };

  function readTypes(schema: JsonSchema): unknown[][] {
    const types =
      typesBySchema.get(schema) ?? valueTypesOf(flattenSchema([schema], $defs));
    typesBySchema.set(schema, types);
    return types;
  }

  /** Finds the members of a value; undefined if it has none: a scalar, or a value with its own form, such as a date. */
  function findMembers(
    node: unknown,
    schemas: readonly JsonSchema[],
  ): DescribedMember[] | undefined {
    const { toJSON } = Object(node) as { toJSON?: unknown };
    if (typeof node !== "object" || node === null || toJSON !== undefined)
      return undefined;
    const parts = collectParts(schemas, node);
    if (Array.isArray(node))
      return node.map((member: unknown, index) => ({
        key: String(index),
        member,
        memberSchemas: findItemSchemas(parts, index),
      }));
    return Object.entries(node)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]: [string, unknown]) => ({
        key,
        member,
        memberSchemas: findMemberSchemas(parts, key),
      }));
  }

  /** Collects the schemas that hold together for a value, with those of the alternatives that it can match. */
  function collectParts(
    schemas: readonly JsonSchema[],
    value: unknown,
  ): readonly JsonSchema[] {
    const parts = new Set(
      schemas.flatMap((schema) => collectAllOf(schema, $defs, new Set())),
    );
    // The loop also visits the parts that it adds.
    for (const { anyOf, else: otherwise, oneOf, then } of parts)
      for (const union of [
        schemasIn(anyOf),
        schemasIn(oneOf),
        [then, otherwise].filter(isSchema),
      ]) {
        const fittingBranches = union.filter((branch) =>
          mayMatch(branch, value),
        );
        for (const branch of fittingBranches.length > 0
          ? fittingBranches
          : union)
          for (const part of collectAllOf(branch, $defs, new Set()))
            parts.add(part);
      }
    return [...parts];
  }

  /** False if a value can't match an alternative, by the alternative's types, required properties and constants. */
  function mayMatch(schema: JsonSchema, value: unknown): boolean {
    if (value === undefined) return true;
    const parts = collectAllOf(schema, $defs, new Set());
    const isType = typesOf(parts).every((types) => isOfType(value, types));
    if (!isType || !isSchema(value)) return isType;
    return parts.every(
      (part) =>
        requiredOf(part).every((name) => getOwn(value, name) !== undefined) &&
        propertiesOf(part).every(
          ([name, { const: constant, enum: values }]) => {
            const member = getOwn(value, name);
            const allowedValues = constant === undefined ? values : [constant];
            return (
              member === undefined ||
              !Array.isArray(allowedValues) ||
              allowedValues.includes(member)
            );
          },
        ),
    );
  }
}

/** Finds the schemas that parts of a schema declare for one property. */
function findMemberSchemas(
  parts: readonly JsonSchema[],
  name: string,
): JsonSchema[] {
  return parts.flatMap(
    ({ additionalProperties, patternProperties, properties }) => {
      const property = isSchema(properties) && getOwn(properties, name);
      if (property) return isSchema(property) ? [property] : [];
      // Patterns are not matched with the name: all of them have to agree.
      const patterns = isSchema(patternProperties) ? patternProperties : {};
      return [...Object.values(patterns), additionalProperties].filter(
        isSchema,
      );
    },
  );
}

/** Finds the schemas that parts of a schema declare for one item. */
function findItemSchemas(
  parts: readonly JsonSchema[],
  index: number,
): JsonSchema[] {
  return parts.flatMap(({ items, prefixItems }) => {
    const item = schemasIn(prefixItems)[index] ?? items;
    return isSchema(item) ? [item] : [];
  });
}
