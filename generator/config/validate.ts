import type { Problem } from "../errors.js";
import { isObject, toWord } from "../shared/json.js";
import { suggestNames } from "../shared/suggest.js";

/** Subset of JSON Schema that describes options, for validation and for editors. */
export interface OptionSchema {
  readonly type?: TypeName | readonly TypeName[];
  readonly description?: string;
  readonly enum?: readonly (string | boolean)[];
  readonly minLength?: number;
  readonly pattern?: string;
  readonly exclusiveMinimum?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: OptionSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  /** Schema of other properties; false if there must be none. */
  readonly additionalProperties?: OptionSchema | false;
  readonly anyOf?: readonly OptionSchema[];
}

type TypeName =
  "array" | "boolean" | "integer" | "number" | "object" | "string";

/** Check of an option's value. */
export interface OptionCheck {
  readonly schema: OptionSchema;
  /** Description that continues "must be". */
  readonly expected: string;
  /** True for a path: a relative one starts at the folder of the file that holds it. URLs and `-` (standard input) are absolute. */
  readonly isPath?: true;
  /** True for a URL without a password. A value that is no such URL may contain one, so messages never show it. */
  readonly isPublicUrl?: true;
}

/** Problems with the names and values of options. */
export function validateOptions(
  options: object,
  checks: Readonly<Record<string, OptionCheck>>,
): Problem[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return unknownOption(name, Object.keys(checks));
    return value === undefined ? [] : validateOption(value, name, check);
  });
}

/** Problems with the value of one option, at any depth. */
export function validateOption(
  value: unknown,
  name: string,
  { expected, isPublicUrl, schema }: OptionCheck,
): Problem[] {
  const problems = validate(value, schema, name, expected);
  if (isPublicUrl !== true) return problems;
  if (problems.length === 0 && hasNoPassword(toWord(value))) return [];
  return [optionError(`The option ${name} must be ${expected}.`)];
}

function hasNoPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username + password === "";
}

/** Problems of a value by a schema, at any depth. `at` is the option's path: `routeMaps[0].tags`. */
function validate(
  configured: unknown,
  schema: OptionSchema,
  path: string,
  expected?: string,
): Problem[] {
  // TypeScript configs may have a regular expression, JSON configs have its source.
  const value = configured instanceof RegExp ? configured.source : configured;
  const { anyOf, items, properties = {}, required = [] } = schema;
  if (!fitsShallowly(value, schema)) {
    const expectation = expected ?? describeSchema(schema);
    const message = `The option ${path} must be ${expectation}, not ${showValue(value)}.`;
    const { description: hint } = schema;
    return [{ ...optionError(message), ...(hint !== undefined && { hint }) }];
  }
  if (anyOf !== undefined) {
    const branchProblems = anyOf.map((branch) => validate(value, branch, path));
    const closestProblems = branchProblems.find((_, index) =>
      fitsShallowly(value, anyOf[index]),
    );
    return branchProblems.some(({ length }) => length === 0)
      ? []
      : (closestProblems ?? []);
  }
  if (Array.isArray(value))
    return items === undefined
      ? []
      : value.flatMap((item: unknown, index) =>
          validate(item, items, `${path}[${index}]`),
        );
  if (!isObject(value)) return [];
  const missingProblems = required
    .filter((name) => value[name] === undefined)
    .map((name) => optionError(`The option ${path}.${name} is missing.`));
  const memberProblems = Object.entries(value).flatMap(([name, member]) => {
    const ownSchema = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    const memberSchema = ownSchema ?? schema.additionalProperties;
    if (memberSchema === false)
      return unknownOption(name, Object.keys(properties), path);
    // Values without a schema, such as a loaded document, are not read.
    return member === undefined || memberSchema === undefined
      ? []
      : validate(member, memberSchema, `${path}.${name}`);
  });
  return [...missingProblems, ...memberProblems];
}

/** Longest part of a value that a message shows, in characters. */
const MAX_SHOWN = 200;

/** Value as JSON, of which a message shows the beginning. */
function showValue(value: unknown): string {
  const json = `${JSON.stringify(value)}`; // a function has none
  return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
}

/** Problem of an unknown name, with suggestions. */
function unknownOption(
  name: string,
  names: readonly string[],
  at = "",
): Problem {
  const place = at === "" ? "" : ` in ${at}`;
  return {
    code: "unknown-option",
    message: `Unknown option: ${showValue(name)}${place}.`,
    // Computed if it is shown: of thousands of problems the first ones are.
    get hint() {
      return `${suggestNames(name, names)}Options are ${names.join(", ")}.`;
    },
  };
}

/** Problem of an option with a bad value. */
export function optionError(message: string, hint?: string): Problem {
  return { code: "bad-option", message, ...(hint !== undefined && { hint }) };
}

/** True if a value itself fits a schema; its members and items are not checked. */
function fitsShallowly(value: unknown, schema: OptionSchema = {}): boolean {
  const allowedValues: readonly unknown[] | undefined = schema.enum;
  if (allowedValues?.includes(value) === false) return false;
  const { type, anyOf, minLength = 0, minItems = 0, pattern = "" } = schema;
  if (
    type !== undefined &&
    ![type].flat().some((typeName) => TYPE_CHECKS[typeName](value))
  )
    return false;
  if (anyOf?.some((branch) => fitsShallowly(value, branch)) === false)
    return false;
  if (Array.isArray(value)) return value.length >= minItems;
  if (typeof value === "number") {
    const { exclusiveMinimum = -Infinity, minimum, maximum } = schema;
    const isInside = value >= (minimum ?? value) && value <= (maximum ?? value);
    return isInside && value > exclusiveMinimum;
  }
  if (typeof value !== "string") return true;
  return value.length >= minLength && new RegExp(pattern).test(value);
}

const TYPE_CHECKS: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === "string",
};

/** Description of a schema, in words. */
function describeSchema(schema: OptionSchema): string {
  const { type, anyOf, maximum, minimum = 0 } = schema;
  if (anyOf !== undefined) return anyOf.map(describeSchema).join(", or ");
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  const upperBound = maximum === undefined ? "" : ` to ${maximum}`;
  const texts = {
    array: "a list",
    boolean: "true or false",
    integer: `a whole number from ${minimum}${upperBound}`,
    number: "a number above 0",
    object: "an object",
    string: schema.pattern === undefined ? "a text" : "another text",
  };
  return [type ?? "object"]
    .flat()
    .map((typeName) => texts[typeName])
    .join(" or ");
}
