import { isObject, toWord } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import { subschemas, walkSchema } from "./walk.js";

/** Schema that a chain of `$ref`s leads to; a cyclic chain ends where it repeats. `{}` if the name is unknown. */
export function dereference(schema: Schema, api: Schemas): Schema {
  const visitedNames = new Set<string>();
  let current = schema;
  for (;;) {
    const name = refName(current);
    if (name === null || visitedNames.has(name)) return current;
    visitedNames.add(name);
    current = api.schemas.get(name) ?? {};
  }
}

/** Name in a schema's `$ref`: `#/$defs/Pet` → `Pet`; null if it has none. */
export function refName(schema: Schema): string | null {
  return typeof schema["$ref"] === "string"
    ? schema["$ref"].slice("#/$defs/".length)
    : null;
}

/** Subschemas of `allOf`, `anyOf` or `oneOf`, or of several of them; empty if there are none. */
export function branchesOf(
  schema: Schema,
  ...keywords: ("allOf" | "anyOf" | "oneOf")[]
): readonly Schema[] {
  for (const keyword of keywords)
    if (schema[keyword] !== undefined) return subschemas(schema, keywords);
  // As most schemas.
  return NO_BRANCHES;
}

const NO_BRANCHES: readonly Schema[] = [];

/**
 * Name of the base schema of a union that lists the schemas extending it first and the base last; every other
 * branch leads to the base by `allOf`. Null for other unions. `base` in the discriminator names one that is listed no more,
 * because no value of the tag is left to it.
 */
export function familyBaseOf(
  schema: Schema,
  schemas: Api["schemas"],
): string | null {
  const { discriminator } = schema;
  if (!isSchema(discriminator)) return null;
  const unlistedBase = refName({ $ref: discriminator["base"] });
  if (unlistedBase !== null) return unlistedBase;
  const names = branchesOf(schema, "anyOf").map(refName);
  const base = names.pop() ?? null;
  if (base === null) return null;
  const extendsBase = (name: string): boolean => {
    const ancestors = new Set([name]);
    // The set grows while it is walked.
    for (const ancestor of ancestors)
      for (const part of branchesOf(schemas.get(ancestor) ?? {}, "allOf"))
        ancestors.add(refName(part) ?? "");
    return name !== base && ancestors.has(base);
  };
  const isFamily = names.every((name) => name !== null && extendsBase(name));
  return isFamily && names.length > 0 ? base : null;
}

/** True for an object that is not an array, the only form of a schema except booleans. */
export const isSchema: (value: unknown) => value is Schema = isObject;

type Schemas = Pick<Api, "schemas">;

/** Examples in the `examples` of a normalised schema. */
export function examplesOf({ examples }: Schema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

/** Examples of a schema that its own type and enum accept: others mislead. */
export function shownExamplesOf(schema: Schema): readonly unknown[] {
  return examplesOf(schema).filter((example) => acceptsValue(schema, example));
}

/** True unless the type or the enum of a schema refuses a value. An object of which the schema says no more may be of any type. */
export function acceptsValue(schema: Schema, value: unknown): boolean {
  const { enum: values, type } = schema;
  const types: unknown[] = [type ?? []].flat();
  const isAny =
    types.length === 0 || (type === "object" && !("properties" in schema));
  const isListed =
    !Array.isArray(values) ||
    typeof value === "object" ||
    values.includes(value);
  return isListed && (isAny || types.some((name) => isOfType(value, name)));
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value) || /^-?\d{16,}$/.test(toWord(value));
    case "null":
      return value === null;
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

/** Names of the shared schemas that a schema refers to directly, each once. */
export function collectRefNames(schema: Schema): string[] {
  const names = new Set<string>();
  walkSchema(schema, (part) => {
    const name = refName(part);
    if (name !== null) names.add(name);
  });
  return [...names];
}
