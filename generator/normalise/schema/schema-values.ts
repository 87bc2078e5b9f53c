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

/** What people write for a type, and what they mean. */
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

/** The type or types that exist among those given; undefined for any. */
export function readType(
  declaredTypes: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | string[] | undefined {
  const types = new Set<string>();
  for (const type of [declaredTypes].flat()) {
    const name = toWord(type).toLowerCase();
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
    message: `There is no type ${JSON.stringify(type)}; any value is accepted.`,
    pointer,
    hint: `Types are ${TYPES.join(", ")}.`,
  };
}

/** The values of an enum, each once, as the declared type means them: YAML makes 1.0 a number where `type: string` is said. */
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

/** A default as the declared type means it; undefined for one that is no truth value or number where it has to be: YAML 1.1 reads `no` as false, and others don't. */
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

/** The examples of a schema: a list, one value, or by mistake OpenAPI's map of named ones. */
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

/** The members of an object by name: those of what it refers to, and those beside the reference, which win. */
export function membersOf(
  target: Target,
  { follow }: Pick<SchemaContext, "follow">,
): Map<string, Target> {
  const referent = follow(target);
  if (referent.pointer === target.pointer) return new Map(childrenOf(target));
  const siblings = childrenOf(target).filter(([name]) => name !== "$ref");
  return new Map([...childrenOf(referent), ...siblings]);
}

/** A list of different texts; undefined where there is none. */
export function readNameList(nameList: unknown): string[] | undefined {
  if (!Array.isArray(nameList)) return undefined;
  const names = nameList.filter((name) => typeof name === "string");
  return names.length === nameList.length ? [...new Set(names)] : undefined;
}

/** What the conversion of one schema needs from its surroundings. */
export interface SchemaContext {
  /** Siblings of `$ref` count, as from 3.1 on. */
  readonly refSiblings: boolean;
  /** Address of the specification that the document follows. */
  readonly specificationUrl: string;
  /** Makes `holder[key]` a reference to `#/$defs/<name>`; leaves it out where there is no such schema. */
  readonly setRef: (
    holder: JsonObject,
    key: string,
    reference: { readonly text: string; readonly pointer: string },
  ) => void;
  /** The value in a place, or what it refers to; a reference that leads nowhere stays. */
  readonly follow: (target: Target) => Target;
  /** The value of an example or a default; undefined for none. */
  readonly readExampleAt: (target: Target) => unknown;
  /** Pointers of the schemas now being converted that stand in a map or list elsewhere. */
  readonly enteredPointers: Set<string>;
  /** Counts one schema, so that a hostile document ends in an error and not in swap space. */
  readonly countSchema: () => void;
  readonly warn: (problem: LocatedProblem) => void;
}

/** A keyword as it is given. */
export interface KeywordLocation {
  readonly keyword: string;
  readonly keywordValue: unknown;
  /** The schema that holds it. */
  readonly schema: Node;
  /** Of the keyword's value, references followed. */
  readonly pointer: string;
  readonly context: SchemaContext;
  /** Converts a sub-schema. */
  readonly convert: (value: unknown, pointer: string) => JsonObject;
}

/** Tells that a keyword is left out because its value means nothing. */
export function dropKeyword({
  keyword,
  pointer,
  context,
}: KeywordLocation): undefined {
  const subject = `The value of ${keyword} can't be used`;
  context.warn(toUnusableFinding(pointer, subject, context));
}

/** The finding for something in a schema that is left out. */
export function toUnusableFinding(
  pointer: string,
  subject: string,
  { specificationUrl: specification }: SchemaContext,
) {
  return {
    code: "bad-schema",
    message: `${subject}; it is left out.`,
    pointer,
    hint: `See ${specification}#schema-object for what can stand here.`,
  };
}
