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

/** JSON in which something may have to be looked at: digits in a text, or more of them than a number keeps. */
const DIGITS = /"-?\d+"|\d{16}/;

/**
 * JSON of a value, in which the digits of a text stand as a number where its schema allows integers alone (and null): no
 * number of JavaScript has all digits of 64 bits. Throws an `ArgumentError` for a number that has lost some.
 * @param at where the value stands in what the schema describes: `["owner", "ids", "0"]`
 */
export function toJson(
  value: unknown,
  schema: JsonSchema | undefined,
  $defs: Schemas["$defs"],
  at: readonly string[] = [],
): string {
  const json = JSON.stringify(value);
  if (schema === undefined || !DIGITS.test(json)) return json;
  const known = new Map<JsonSchema, unknown[][]>();
  const schemas = at.reduce<readonly JsonSchema[]>(
    (around, step) => {
      const parts = partsFor(around, undefined);
      return [...memberOf(parts, step), ...itemOf(parts, Number(step))];
    },
    [schema],
  );
  return write(
    value,
    schemas,
    at.map((step) => `/${escapePointerToken(step)}`).join(""),
  );

  function write(
    one: unknown,
    schemas: readonly JsonSchema[],
    place: string,
  ): string {
    if (typeof one === "string" && isDigits(one) && isInteger(schemas))
      return one;
    if (
      isLossy(one) &&
      schemas.some((each) => typesIn(each).some(allowsOnlyIntegers))
    )
      throw new ArgumentError(`${place || "body"}: ${LOSSY_INTEGER}.`);
    const { toJSON } = Object(one) as { toJSON?: unknown };
    // What has a form of its own in JSON, such as a date, has no members.
    if (typeof one !== "object" || one === null || toJSON !== undefined)
      return JSON.stringify(one) ?? "null";
    const parts = partsFor(schemas, one);
    if (Array.isArray(one)) {
      const items = one.map((item, index) =>
        write(item, itemOf(parts, index), `${place}/${index}`),
      );
      return `[${items.join(",")}]`;
    }
    const members = Object.entries(one)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => {
        const inner = memberOf(parts, name);
        const text = write(
          member,
          inner,
          `${place}/${escapePointerToken(name)}`,
        );
        return `${JSON.stringify(name)}:${text}`;
      });
    return `{${members.join(",")}}`;
  }

  /** Whether each schema that names a type of the value allows integers alone, null aside, and one does. */
  function isInteger(schemas: readonly JsonSchema[]): boolean {
    const all = schemas.map(typesIn).filter((types) => types.length > 0);
    const isWhole = (types: readonly unknown[]) =>
      types.filter((type) => type !== "null").join() === "integer";
    return all.length > 0 && all.every((types) => types.some(isWhole));
  }

  function typesIn(schema: JsonSchema): unknown[][] {
    const types = known.get(schema) ?? typesOf(flattenSchema([schema], $defs));
    known.set(schema, types);
    return types;
  }

  /** The schemas that hold together for a value, with those of the alternatives that it can be. */
  function partsFor(
    schemas: readonly JsonSchema[],
    value: unknown,
  ): readonly JsonSchema[] {
    const parts = new Set(
      schemas.flatMap((one) => collectAllOf(one, $defs, new Set())),
    );
    // It grows while it is walked.
    for (const { anyOf, else: otherwise, oneOf, then } of parts)
      for (const union of [
        schemasIn(anyOf),
        schemasIn(oneOf),
        [then, otherwise].filter(isSchema),
      ]) {
        const fitting = union.filter((one) => mayBe(one, value));
        for (const one of fitting.length > 0 ? fitting : union)
          for (const part of collectAllOf(one, $defs, new Set()))
            parts.add(part);
      }
    return [...parts];
  }

  /** Whether an alternative is not plainly another one: by its types, what it requires, and the values that tell them apart. */
  function mayBe(schema: JsonSchema, value: unknown): boolean {
    if (value === undefined) return true;
    const parts = collectAllOf(schema, $defs, new Set());
    const isType = typesOf(parts).every((types) => isOfType(value, types));
    if (!isType || !isSchema(value)) return isType;
    return parts.every(
      (part) =>
        requiredOf(part).every((name) => getOwn(value, name) !== undefined) &&
        propertiesOf(part).every(([name, { const: only, enum: values }]) => {
          const member = getOwn(value, name);
          const allowed = only === undefined ? values : [only];
          return (
            member === undefined ||
            !Array.isArray(allowed) ||
            allowed.includes(member)
          );
        }),
    );
  }
}

/** What parts of a schema say of one property. */
function memberOf(parts: readonly JsonSchema[], name: string): JsonSchema[] {
  return parts.flatMap(
    ({ additionalProperties, patternProperties, properties }) => {
      const property = isSchema(properties) && getOwn(properties, name);
      if (property) return isSchema(property) ? [property] : [];
      // Which pattern holds is not looked at: all have to say the same.
      const patterns = isSchema(patternProperties) ? patternProperties : {};
      return [...Object.values(patterns), additionalProperties].filter(
        isSchema,
      );
    },
  );
}

/** What they say of one item. */
function itemOf(parts: readonly JsonSchema[], index: number): JsonSchema[] {
  return parts.flatMap(({ items, prefixItems }) => {
    const item = schemasIn(prefixItems)[index] ?? items;
    return isSchema(item) ? [item] : [];
  });
}
