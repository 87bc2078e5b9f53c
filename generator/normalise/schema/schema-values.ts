import type { Placed } from "../../errors.js";
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

/** A default as the declared type means it; undefined for one that is no truth value or number where it has to be: YAML 1.1 reads `no` as false, and others don't. */
export function readDefault(given: unknown, type: unknown): unknown {
  const [only = "", ...others] = [type].flat().filter((one) => one !== "null");
  const isChecked = /^(boolean|integer|number)$/.test(toWord(only));
  if (given === null || others.length > 0 || !isChecked) return given;
  const [value] = readEnum([given], only);
  const isRight =
    only === "integer" ? Number.isInteger(value) : typeof value === only;
  return isRight ? value : undefined;
}

/** The examples of a schema: a list, one value, or by mistake OpenAPI's map of named ones. */
export function readSchemaExamples(
  schema: Target,
  { exampleAt, follow }: SchemaContext,
): unknown[] {
  const examples = follow(childOf(schema, "examples"));
  const named = childrenOf(examples).map(([, item]) => {
    const target = follow(item);
    const value = exampleAt(childOf(target, "value"));
    return value ?? exampleAt(item);
  });
  return [
    exampleAt(childOf(schema, "example")),
    ...itemsOf(examples).map(exampleAt),
    ...named,
  ].filter((value) => value !== undefined);
}

/** The members of an object by name: those of what it refers to, and those beside the reference, which win. */
export function membersOf(
  target: Target,
  { follow }: Pick<SchemaContext, "follow">,
): Map<string, Target> {
  const referent = follow(target);
  if (referent.pointer === target.pointer) return new Map(childrenOf(target));
  const beside = childrenOf(target).filter(([name]) => name !== "$ref");
  return new Map([...childrenOf(referent), ...beside]);
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
  /** Address of the specification that the document follows. */
  readonly specification: string;
  /** Makes `holder[key]` a reference to `#/$defs/<name>`; leaves it out where there is no such schema. */
  readonly refer: (
    holder: JsonObject,
    key: string,
    reference: { readonly text: string; readonly pointer: string },
  ) => void;
  /** The value in a place, or what it refers to; a reference that leads nowhere stays. */
  readonly follow: (target: Target) => Target;
  /** The value of an example or a default; undefined for none. */
  readonly exampleAt: (target: Target) => unknown;
  /** Pointers of the schemas now being converted that stand in a map or list elsewhere. */
  readonly entered: Set<string>;
  /** Counts one schema, so that a hostile document ends in an error and not in swap space. */
  readonly spend: () => void;
  readonly warn: (problem: Placed) => void;
}

/** A keyword as it is given. */
export interface Place {
  readonly keyword: string;
  readonly given: unknown;
  /** The schema that holds it. */
  readonly schema: Node;
  /** Of the keyword's value, references followed. */
  readonly pointer: string;
  readonly context: SchemaContext;
  /** Converts a sub-schema. */
  readonly convert: (value: unknown, pointer: string) => JsonObject;
}

/** Tells that a keyword is left out because its value means nothing. */
export function drop({ keyword, pointer, context }: Place): undefined {
  const what = `The value of ${keyword} can't be used`;
  context.warn(unusable(pointer, what, context));
}

/** The finding for something in a schema that is left out. */
export function unusable(
  pointer: string,
  what: string,
  { specification }: SchemaContext,
) {
  return {
    code: "bad-schema",
    message: `${what}; it is left out.`,
    pointer,
    hint: `See ${specification}#schema-object for what can stand here.`,
  };
}
