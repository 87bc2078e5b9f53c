import type { Placed } from "../errors.js";
import { isObject, type JsonObject, member, toWord } from "../json.js";

const TYPES = "string number integer boolean object array null".split(" ");

/** What people write for a type, and what they mean. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "int long",
    number: "float double decimal",
    string: "file date datetime date-time uuid binary",
    boolean: "bool",
  }).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, type] as const),
  ),
);

/** The type or types that exist among those given; undefined for any. */
export function readType(
  given: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | string[] | undefined {
  const types = new Set<string>();
  for (const type of [given].flat()) {
    const name = toWord(type).toLowerCase();
    if (name === "any") return undefined;
    const meant = TYPES.includes(name) ? name : NICKNAMES.get(name);
    if (meant !== undefined) types.add(meant);
    else warn(unknownType(type, pointer));
  }
  const [first, ...others] = types;
  return others.length === 0 ? first : [...types];
}

function unknownType(type: unknown, pointer: string): Placed {
  return {
    code: "unknown-type",
    message: `There is no type ${JSON.stringify(type)}; any value is accepted.`,
    pointer,
    hint: `Types are ${TYPES.join(", ")}.`,
  };
}

/** The values of an enum, each once, as the declared type means them: YAML makes 1.0 a number where `type: string` is said. */
export function readEnum(given: readonly unknown[], types: unknown): unknown[] {
  const some = [types].flat().filter((one) => one !== "null");
  const type = some.length === 1 ? some[0] : undefined;
  const values = given.map((value) => {
    if (
      type === "string" &&
      (typeof value === "number" || typeof value === "boolean")
    )
      return toWord(value);
    if (
      (type === "integer" || type === "number") &&
      typeof value === "string" &&
      value.trim() !== "" &&
      Number.isFinite(Number(value))
    )
      return Number(value);
    return type === "boolean" && /^(true|false)$/.test(toWord(value))
      ? toWord(value) === "true"
      : value;
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

/** What the conversion of one schema needs from its surroundings. */
export interface SchemaContext {
  /** Siblings of `$ref` count, as from 3.1 on. */
  readonly refSiblings: boolean;
  /** Makes `holder[key]` a reference to `#/$defs/<name>`; leaves it out where there is no such schema. */
  readonly refer: (
    holder: JsonObject,
    key: string,
    reference: { readonly text: string; readonly pointer: string },
  ) => void;
  /** Counts one schema, so that a hostile document ends in an error and not in swap space. */
  readonly spend: () => void;
  readonly warn: (problem: Placed) => void;
}

/** A keyword as it is given. */
export interface Place {
  readonly keyword: string;
  readonly given: unknown;
  /** The schema that holds it. */
  readonly schema: JsonObject;
  /** Of the keyword. */
  readonly pointer: string;
  readonly context: SchemaContext;
  /** Converts a sub-schema. */
  readonly convert: (value: unknown, pointer: string) => JsonObject;
}

/** Tells that a keyword is left out because its value means nothing. */
export function drop({ keyword, pointer, context }: Place): undefined {
  context.warn(unusable(pointer, `The value of ${keyword} can't be used`));
}

/** The finding for something in a schema that is left out. */
export function unusable(pointer: string, what: string) {
  return {
    code: "bad-schema",
    message: `${what}; it is left out.`,
    pointer,
    hint: "See https://spec.openapis.org/oas/v3.1.1#schema-object for what can stand here.",
  };
}
