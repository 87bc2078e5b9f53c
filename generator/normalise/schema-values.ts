import type { Problem } from "../errors.js";
import { isObject, member } from "../json.js";
import type { SchemaContext } from "./schema-place.js";

const TYPES = "string number integer boolean object array null".split(" ");

/** What people write for a type, and what they mean. */
const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ...["int", "long"].map((name) => [name, "integer"] as const),
  ...["float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["file", "date", "datetime", "date-time", "uuid", "binary"].map(
    (name) => [name, "string"] as const,
  ),
  ["bool", "boolean"],
]);

/** The type or types that exist among those given; undefined for any. */
export function readType(
  given: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | string[] | undefined {
  const types = new Set<string>();
  for (const type of [given].flat()) {
    if (type === "any") return undefined;
    const meant =
      TYPES.find((known) => known === type) ??
      NICKNAMES.get(String(type).toLowerCase());
    if (meant !== undefined) types.add(meant);
    if (meant !== type && type !== "file")
      warn(unknownType(type, meant, pointer));
  }
  const [first, ...others] = types;
  return others.length === 0 ? first : [...types];
}

function unknownType(
  type: unknown,
  meant: string | undefined,
  pointer: string,
): Problem & { pointer: string } {
  return {
    code: "unknown-type",
    message: `There is no type ${JSON.stringify(type)}; ${meant === undefined ? "any value is accepted" : `read as ${meant}`}.`,
    pointer,
    hint: `Types are ${TYPES.join(", ")}.`,
  };
}

/** The values of an enum, each once, as the declared type means them: YAML makes 1.0 a number where `type: string` is said. */
export function readEnum(given: readonly unknown[], type: unknown): unknown[] {
  const values = given.map((value) => {
    if (
      type === "string" &&
      (typeof value === "number" || typeof value === "boolean")
    )
      return String(value);
    if (
      (type === "integer" || type === "number") &&
      typeof value === "string" &&
      value.trim() !== "" &&
      Number.isFinite(Number(value))
    )
      return Number(value);
    return value;
  });
  return [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
}

/** The examples of a schema: a list, one value, or by mistake OpenAPI's map of named ones. */
export function readSchemaExamples(schema: {
  readonly [key: string]: unknown;
}): unknown[] {
  const { example, examples } = schema;
  const one = example === undefined ? [] : [example];
  if (Array.isArray(examples)) return [...one, ...(examples as unknown[])];
  if (!isObject(examples)) return one;
  return [
    ...one,
    ...Object.values(examples).map((item) => member(item, "value") ?? item),
  ];
}

/** A list of different texts; undefined where there is none. */
export function readNames(given: unknown): string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const names = given.filter((name) => typeof name === "string");
  return names.length === given.length ? [...new Set(names)] : undefined;
}
