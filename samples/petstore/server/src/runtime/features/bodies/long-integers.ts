// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  allowsOnlyIntegers,
  ArgumentError,
  escapePointerToken,
  isDigits,
  isLossy,
  LOSSY_INTEGER,
} from "../../index.js";
import type { ClientOptions, JsonSchema } from "../../index.js";
import {
  createSchemaReader,
  findItemSchemas,
  findMemberSchemas,
} from "./schema-reader.js";

/** Matches JSON that needs a closer look: digits in a text, or more digits than a number keeps. */
const DIGITS = /"-?\d+"|\d{16}/;

/**
 * Writes JSON of a value. Digits in a text become a number if the schema allows only integers (and null), since a
 * number of JavaScript can't hold all digits of 64 bits. Throws an `ArgumentError` for a number that has lost digits.
 *
 * @param path place of the value in what the schema describes: `["owner", "ids", "0"]`
 */
export const longIntegers: NonNullable<ClientOptions["writeJson"]> = (
  value,
  schema,
  $defs,
  path = [],
) => {
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
};
