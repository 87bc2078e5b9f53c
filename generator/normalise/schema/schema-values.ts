import type { LocatedProblem } from "../../errors.js";
import { type JsonObject, toWord } from "../../shared/json.js";
import {
  childOf,
  childrenOf,
  itemsOf,
  type Node,
  type Target,
} from "./refs.js";

const TYPES = "string number integer boolean object array null".split(" ");

/**
 * Names that documents use for a type, each with the type of JSON Schema: `int` and `long` in that of Waves, `float` in
 * 3D Repo's, `date-time` in that of Emissions API.
 */
const TYPE_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "int long",
    number: "float double decimal",
    string: "file date datetime date-time uuid binary",
    boolean: "bool",
  }).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, type] as const),
  ),
);

/** Reads `type`: the valid types in it; undefined if any type is allowed. */
export function readType(
  declaredTypes: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | string[] | undefined {
  const types = new Set<string>();
  for (const type of [declaredTypes].flat()) {
    const name = toWord(type).toLowerCase();
    // goa wrote `any` for each payload of any type.
    if (name === "any") return undefined;
    const knownType = TYPES.includes(name) ? name : TYPE_ALIASES.get(name);
    if (knownType !== undefined) types.add(knownType);
    else warn(toUnknownTypeFinding(type, pointer));
  }
  const [firstType, ...otherTypes] = types;
  return otherTypes.length === 0 ? firstType : [...types];
}

function toUnknownTypeFinding(type: unknown, pointer: string): LocatedProblem {
  return {
    code: "unknown-type",
    message: `Unknown type ${JSON.stringify(type)}; any value is accepted.`,
    pointer,
    hint: `Types are ${TYPES.join(", ")}.`,
  };
}

/**
 * Values of an enum without duplicates, converted to the declared type: YAML parses 1.0 as a number even beside `type:
 * string`, and Bungie's document wrote the numbers of `type: integer` as texts.
 */
export function readEnum(
  enumValues: readonly unknown[],
  types: unknown,
): unknown[] {
  const nonNullTypes = [types].flat().filter((typeName) => typeName !== "null");
  const type = nonNullTypes.length === 1 ? nonNullTypes[0] : undefined;
  const values = enumValues.map((value) => {
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

/**
 * Reads a default, converted to the declared type; undefined if a boolean or number is expected and it is neither. YAML
 * 1.1 parses `no` as false, other parsers don't. Australia's Consumer Data Standards wrote "25" beside `type: integer`.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export function readDefault(defaultValue: unknown, type: unknown): unknown {
  const [onlyType = "", ...otherTypes] = [type]
    .flat()
    .filter((typeName) => typeName !== "null");
  const isChecked = /^(boolean|integer|number)$/.test(toWord(onlyType));
  if (defaultValue === null || otherTypes.length > 0 || !isChecked)
    return defaultValue;
  const [value] = readEnum([defaultValue], onlyType);
  const isValid =
    onlyType === "integer"
      ? Number.isInteger(value)
      : typeof value === onlyType;
  return isValid ? value : undefined;
}

/** Reads the examples of a schema: a list, one value, or OpenAPI's map of named examples, as in Scalar Galaxy. */
export function readSchemaExamples(
  schema: Target,
  { readExampleAt: exampleAt, follow }: SchemaContext,
): unknown[] {
  const examples = follow(childOf(schema, "examples"));
  const namedExamples = childrenOf(examples).map(([, example]) => {
    const referent = follow(example);
    const value = exampleAt(childOf(referent, "value"));
    return value ?? exampleAt(example);
  });
  return [
    exampleAt(childOf(schema, "example")),
    ...itemsOf(examples).map(exampleAt),
    ...namedExamples,
  ].filter((value) => value !== undefined);
}

/** Members of an object by name: those of its reference's target, overridden by those beside the reference. */
export function membersOf(
  target: Target,
  { follow }: Pick<SchemaContext, "follow">,
): readonly (readonly [name: string, target: Target])[] {
  const referent = follow(target);
  if (referent.pointer === target.pointer) return childrenOf(target);
  const siblings = childrenOf(target).filter(([name]) => name !== "$ref");
  return [...new Map([...childrenOf(referent), ...siblings])];
}

/** Reads a list of distinct texts; undefined if it is not a list. */
export function readNameList(nameList: unknown): string[] | undefined {
  if (!Array.isArray(nameList)) return undefined;
  const names = nameList.filter((name) => typeof name === "string");
  return names.length === nameList.length ? [...new Set(names)] : undefined;
}

/** Context that the conversion of one schema needs. */
export interface SchemaContext {
  /** True if siblings of `$ref` count, as in OpenAPI 3.1 and later. */
  readonly refSiblings: boolean;
  /** Address of the specification that the document follows. */
  readonly specificationUrl: string;
  /** True if an object of which the document says nothing may be of any type, as Java's Object. */
  readonly isJava: boolean;
  /** Sets `holder[key]` to a reference to `#/$defs/<name>`; omits it if there is no such schema. */
  readonly setRef: (
    holder: JsonObject,
    key: string,
    reference: { readonly text: string; readonly pointer: string },
  ) => void;
  /** Returns the reference that a value in a mapping means; null if there is no such schema. */
  readonly findMapped: (
    text: string,
    discriminator: {
      /** References of the alternatives beside it. */
      readonly branches: readonly string[];
      readonly pointer: string;
    },
  ) => string | null;
  /** Reports a reference that leads nowhere. */
  readonly warnOfRef: (
    text: string,
    pointer: string,
    consequence: string,
  ) => void;
  /** Returns the value of a target, or what it refers to; a reference that can't be resolved stays. */
  readonly follow: (target: Target) => Target;
  /** Returns the value of an example or default; undefined if there is none. */
  readonly readExampleAt: (target: Target) => unknown;
  /** Pointers of the schemas in conversion that belong to a map or list at another place. */
  readonly enteredPointers: Set<string>;
  /** Counts a schema, and throws beyond a limit, so that a hostile document can't exhaust the memory. */
  readonly countSchema: () => void;
  readonly warn: (problem: LocatedProblem) => void;
}

/** Keyword with its value and location. */
export interface KeywordLocation {
  readonly keyword: string;
  readonly keywordValue: unknown;
  /** Schema that holds the keyword. */
  readonly schema: Node;
  /** Pointer of the keyword's value, references followed. */
  readonly pointer: string;
  readonly context: SchemaContext;
  /** Converts a subschema. */
  readonly convert: (value: unknown, pointer: string) => JsonObject;
}

/** Reports a keyword that is left out because its value is invalid. */
export function dropKeyword({
  keyword,
  pointer,
  context,
}: KeywordLocation): undefined {
  const subject = `The value of ${keyword} can't be used`;
  context.warn(toUnusableFinding(pointer, subject, context));
}

/** Creates the finding for a part of a schema that is left out. */
export function toUnusableFinding(
  pointer: string,
  subject: string,
  { specificationUrl: specification }: SchemaContext,
) {
  return {
    code: "bad-schema",
    message: `${subject}; it was ignored.`,
    pointer,
    hint: `See ${specification}#schema-object for valid values.`,
  };
}
