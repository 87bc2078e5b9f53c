// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  collectAllOf,
  flattenSchema,
  getOwn,
  isOfType,
  isSchema,
  propertiesOf,
  requiredOf,
  schemasIn,
  typesOf,
  valueTypesOf,
} from "../../index.js";
import type { JsonSchema, Schemas } from "../../index.js";

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
export function findMemberSchemas(
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
export function findItemSchemas(
  parts: readonly JsonSchema[],
  index: number,
): JsonSchema[] {
  return parts.flatMap(({ items, prefixItems }) => {
    const item = schemasIn(prefixItems)[index] ?? items;
    return isSchema(item) ? [item] : [];
  });
}
