import type { Problem } from "../errors.js";
import { isObject, toWord } from "../shared/json.js";
import { didYouMean } from "../shared/suggest.js";

/** The words of JSON Schema by which options are described, to us and to editors. */
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
  /** False: no others. */
  readonly additionalProperties?: OptionSchema | false;
  readonly anyOf?: readonly OptionSchema[];
}

type TypeName =
  "array" | "boolean" | "integer" | "number" | "object" | "string";

/** What the value of an option has to be. */
export interface OptionCheck {
  readonly schema: OptionSchema;
  /** Goes on after "must be". */
  readonly expected: string;
  /** A relative one starts where it is written down; URLs and `-`, standard input, are at home everywhere. */
  readonly isPath?: true;
  /** A URL that holds no password: what is none may hold one, and is never shown. */
  readonly isPublicUrl?: true;
}

/** What is wrong with the names and values of some options. */
export function problemsOf(
  given: object,
  checks: Readonly<Record<string, OptionCheck>>,
): Problem[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return unknown(name, Object.keys(checks));
    return value === undefined ? [] : problemsWith(value, name, check);
  });
}

/** All that is wrong with the value of an option, at any depth. */
export function problemsWith(
  value: unknown,
  name: string,
  { expected, isPublicUrl, schema }: OptionCheck,
): Problem[] {
  const problems = misfitsOf(value, schema, name, expected);
  if (isPublicUrl !== true) return problems;
  if (problems.length === 0 && hasNoPassword(toWord(value))) return [];
  return [badOption(`The option ${name} must be ${expected}.`)];
}

function hasNoPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username + password === "";
}

/** The same by a schema alone. */
function misfitsOf(
  given: unknown,
  schema: OptionSchema,
  at: string,
  expected?: string,
): Problem[] {
  // What TypeScript may say, and JSON says in a text.
  const value = given instanceof RegExp ? given.source : given;
  const { anyOf, items, properties = {}, required = [] } = schema;
  if (!fitsItself(value, schema)) {
    const wanted = expected ?? words(schema);
    const message = `The option ${at} must be ${wanted}; it is ${JSON.stringify(value)}.`;
    const { description: hint } = schema;
    return [{ ...badOption(message), ...(hint !== undefined && { hint }) }];
  }
  if (anyOf !== undefined) {
    const tried = anyOf.map((one) => misfitsOf(value, one, at));
    const best = tried.find((_, index) => fitsItself(value, anyOf[index]));
    return tried.some(({ length }) => length === 0) ? [] : (best ?? []);
  }
  if (Array.isArray(value))
    return items === undefined
      ? []
      : value.flatMap((item: unknown, index) =>
          misfitsOf(item, items, `${at}[${index}]`),
        );
  if (!isObject(value)) return [];
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => badOption(`The option ${at}.${name} is missing.`));
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const rule = own ?? schema.additionalProperties;
    if (rule === false) return unknown(name, Object.keys(properties), at);
    // Of what may be anything, a document for one, nothing is read.
    return member === undefined || rule === undefined
      ? []
      : misfitsOf(member, rule, `${at}.${name}`);
  });
  return [...missing, ...wrong];
}

/** The problem of a name that means nothing, with the one that may have been meant. */
function unknown(name: string, names: readonly string[], at = ""): Problem {
  const place = at === "" ? "" : ` in ${at}`;
  return {
    code: "unknown-option",
    message: `There is no option ${JSON.stringify(name)}${place}.`,
    hint: `${didYouMean(name, names)}Options are ${names.join(", ")}.`,
  };
}

/** An option that can't be used as it is. */
export function badOption(message: string, hint?: string): Problem {
  return { code: "bad-option", message, ...(hint !== undefined && { hint }) };
}

/** Whether a value fits a schema, what it holds left aside. */
function fitsItself(value: unknown, schema: OptionSchema = {}): boolean {
  const known: readonly unknown[] | undefined = schema.enum;
  if (known?.includes(value) === false) return false;
  const { type, anyOf, minLength = 0, minItems = 0, pattern = "" } = schema;
  if (type !== undefined && ![type].flat().some((one) => IS[one](value)))
    return false;
  if (anyOf?.some((one) => fitsItself(value, one)) === false) return false;
  if (Array.isArray(value)) return value.length >= minItems;
  if (typeof value === "number") {
    const { exclusiveMinimum = -Infinity, minimum, maximum } = schema;
    const isInside = value >= (minimum ?? value) && value <= (maximum ?? value);
    return isInside && value > exclusiveMinimum;
  }
  if (typeof value !== "string") return true;
  return value.length >= minLength && new RegExp(pattern).test(value);
}

const IS: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === "string",
};

/** What a schema asks for, in words. */
function words(schema: OptionSchema): string {
  const { type, anyOf, maximum, minimum = 0 } = schema;
  if (anyOf !== undefined) return anyOf.map(words).join(", or ");
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  const most = maximum === undefined ? "" : ` to ${maximum}`;
  const texts = {
    array: "a list",
    boolean: "true or false",
    integer: `a whole number from ${minimum}${most}`,
    number: "a number above 0",
    object: "an object",
    string: schema.pattern === undefined ? "a text" : "another text",
  };
  return [type ?? "object"]
    .flat()
    .map((one) => texts[one])
    .join(" or ");
}
