// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  isDigits,
  allowsOnlyIntegers,
  isLossy,
  isOfType,
  LOSSY_INTEGER,
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
} from "./json-schema.js";
import type { JsonSchema, Schemas } from "./types.js";

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
  const typesBySchema = new Map<JsonSchema, unknown[][]>();
  const schemas = path.reduce<readonly JsonSchema[]>(
    (parentSchemas, key) => {
      const parts = collectParts(parentSchemas, undefined);
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
    const { toJSON } = Object(node) as { toJSON?: unknown };
    // A value with its own form in JSON, such as a date, has no members.
    if (typeof node !== "object" || node === null || toJSON !== undefined)
      return JSON.stringify(node) ?? "null";
    const parts = collectParts(schemas, node);
    if (Array.isArray(node)) {
      const items = node.map((item, index) =>
        write(item, findItemSchemas(parts, index), `${pointer}/${index}`),
      );
      return `[${items.join(",")}]`;
    }
    const members = Object.entries(node)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => {
        const memberSchemas = findMemberSchemas(parts, name);
        const text = write(
          member,
          memberSchemas,
          `${pointer}/${escapePointerToken(name)}`,
        );
        return `${JSON.stringify(name)}:${text}`;
      });
    return `{${members.join(",")}}`;
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

  function readTypes(schema: JsonSchema): unknown[][] {
    const types =
      typesBySchema.get(schema) ?? typesOf(flattenSchema([schema], $defs));
    typesBySchema.set(schema, types);
    return types;
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
