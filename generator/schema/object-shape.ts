import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { gather } from "../shared/group-by.js";
import { isObject } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import { partsOf, walk } from "./walk.js";

/** A property of an object, seen through `$ref` and `allOf`. */
export interface Property {
  readonly schema: Schema;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** A condition alone knows it. */
  readonly isConditional: boolean;
}

/** What is known of an object schema once `$ref` and `allOf` are looked through. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Property>;
  /** Names that are required and described nowhere. */
  readonly undescribed: readonly string[];
  /** Other properties are welcome, explicitly; `sometimes`: a condition alone says so. */
  readonly open: boolean | "sometimes";
}

/**
 * The shape of a plain object: declared properties, also those that a condition brings, and nothing that depends on which
 * alternative holds. Null for everything else (scalars, arrays, maps, unions), which stays one value.
 */
export function objectShape(schema: Schema, api: Schemas): ObjectShape | null {
  const properties = new Map<string, Property>();
  const [required, seen] = [new Set<string>(), new Set<string>()];
  const state: State = {
    api,
    properties,
    required,
    conditional: [],
    open: false,
    seen,
  };
  if (!collect(schema, state) || properties.size === 0) return null;
  const needed = new Set([...required, ...addConditional(state)]);
  const undescribed = [...needed].filter((name) => !properties.has(name));
  for (const [name, property] of properties)
    if (required.has(name))
      properties.set(name, { ...property, required: true });
  return { properties, undescribed, open: state.open };
}

/** Follows a `$ref` to what it names; a chain of pure references ends where it repeats. */
export function resolve(schema: Schema, api: Schemas): Schema {
  const seen = new Set<string>();
  let current = schema;
  for (;;) {
    const name = referenceName(current);
    if (name === null || seen.has(name)) return current;
    seen.add(name);
    current = api.schemas.get(name) ?? {};
  }
}

/** `#/$defs/Pet` → `Pet` */
export function referenceName(schema: Schema): string | null {
  return typeof schema["$ref"] === "string"
    ? schema["$ref"].slice("#/$defs/".length)
    : null;
}

/** The schemas in `allOf`, `anyOf` or `oneOf`, or in several of them; empty where there are none. */
export function branches(
  schema: Schema,
  ...keywords: ("allOf" | "anyOf" | "oneOf")[]
): readonly Schema[] {
  return partsOf(schema, keywords);
}

/**
 * The name of the schema that a union chooses from together with all that extend it: its last branch,
 * to which the `allOf` of the others leads. Null for other unions.
 */
export function familyBase(
  schema: Schema,
  schemas: Api["schemas"],
): string | null {
  const names = branches(schema, "anyOf").map(referenceName);
  const base = names.pop() ?? null;
  if (!isSchema(schema["discriminator"]) || base === null) return null;
  const extendsBase = (name: string): boolean => {
    const above = new Set([name]);
    // It grows while it is walked.
    for (const one of above)
      for (const part of branches(schemas.get(one) ?? {}, "allOf"))
        above.add(referenceName(part) ?? "");
    return name !== base && above.has(base);
  };
  const isFamily = names.every((name) => name !== null && extendsBase(name));
  return isFamily && names.length > 0 ? base : null;
}

/** True for an object that is no array: the only form of schema besides booleans. */
export const isSchema: (value: unknown) => value is Schema = isObject;

type Schemas = Pick<Api, "schemas">;

interface State {
  readonly api: Schemas;
  readonly properties: Map<string, Property>;
  readonly required: Set<string>;
  readonly seen: Set<string>;
  /** What holds under a condition. */
  readonly conditional: Schema[];
  open: ObjectShape["open"];
}

function collect(schema: Schema, state: State): boolean {
  const name = referenceName(schema);
  if (name !== null) {
    if (state.seen.has(name)) return true;
    state.seen.add(name);
    if (!collect(state.api.schemas.get(name) ?? {}, state)) return false;
  }
  const base = familyBase(schema, state.api.schemas);
  if (base !== null) return collectFamily(schema, base, state);
  if (!mayBeObject(schema) || isUnion(schema) || "not" in schema) return false;
  if (!branches(schema, "allOf").every((part) => collect(part, state)))
    return false;
  addProperties(schema, state);
  state.open ||= isOpen(schema);
  state.conditional.push(...partsOf(schema, CONDITIONS));
  return true;
}

function isOpen({ additionalProperties: further, ...schema }: Schema): boolean {
  return further === true || isSchema(further) || "patternProperties" in schema;
}

/** The properties of the base, and those of all that extend it, of which none is required. */
function collectFamily(schema: Schema, base: string, state: State): boolean {
  const heirs = branches(schema, "anyOf").map((one) =>
    objectShape(one, state.api),
  );
  if (!collect({ $ref: `#/$defs/${base}` }, state)) return false;
  if (heirs.includes(null)) return false;
  state.open ||= heirs.some((heir) => heir?.open);
  addOptional(
    heirs.flatMap((heir) => [...(heir?.properties ?? [])]),
    state,
  );
  return true;
}

const CONDITIONS = ["then", "else", "dependentSchemas"];

/** Adds the properties that conditions bring; gives the names that they require. Which one holds, the API knows. */
function addConditional(state: State): string[] {
  const all = new Set(state.conditional);
  // It grows while it is walked.
  for (const one of all) {
    const name = referenceName(one);
    if (name !== null) all.add(state.api.schemas.get(name) ?? {});
    for (const part of partsOf(one, [...CONDITIONS, "allOf", "anyOf", "oneOf"]))
      all.add(part);
    state.open ||= isOpen(one) && "sometimes";
  }
  const found = [...all].flatMap(propertiesOf).map(([name, schema]) => {
    const readOnly = schema["readOnly"] === true;
    return [name, { schema, readOnly, isConditional: true }] as const;
  });
  addOptional(found, state);
  return [...all].flatMap(requiredOf);
}

/** Properties that a value may have, each in one of several forms. */
function addOptional(
  found: readonly (readonly [string, Omit<Property, "required">])[],
  state: State,
) {
  for (const [name, all] of gather(found)) {
    if (state.properties.has(name)) continue;
    const distinct = new Map(
      all.map((one) => [JSON.stringify(one.schema), one]),
    );
    const properties = [...distinct.values()];
    const [first = {}, ...others] = properties.map((one) => one.schema);
    state.properties.set(name, {
      schema: others.length === 0 ? first : { anyOf: [first, ...others] },
      required: false,
      readOnly: properties.every(({ readOnly }) => readOnly),
      isConditional: properties.every((one) => one.isConditional),
    });
  }
}

function addProperties(schema: Schema, state: State) {
  requiredOf(schema).forEach((name) => state.required.add(name));
  for (const [name, property] of propertiesOf(schema)) {
    const earlier = state.properties.get(name);
    state.properties.set(name, {
      schema: property,
      required: false, // what is, is known in the end
      // https://spec.openapis.org/oas/v3.0.4#schema-object: sent by the API, never to it.
      readOnly: property["readOnly"] === true || earlier?.readOnly === true,
      isConditional: false,
    });
  }
}

/** It may be null besides. */
function mayBeObject({ type }: Schema): boolean {
  const types = [type ?? "object"].flat();
  return (
    types.includes("object") &&
    types.every((one) => one === "object" || one === "null")
  );
}

/** Alternatives that only say which properties go together leave the object plain. */
function isUnion(schema: Schema): boolean {
  return branches(schema, "oneOf", "anyOf")
    .flatMap((branch) => Object.keys(branch))
    .some((keyword) => keyword !== "required");
}

/** The examples that a converted schema carries itself. */
export function examplesOf({ examples }: Schema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

/** Names of the shared schemas that a schema refers to itself, each once. */
export function referenceNames(schema: Schema): string[] {
  const names = new Set<string>();
  walk(schema, (part) => {
    const name = referenceName(part);
    if (name !== null) names.add(name);
  });
  return [...names];
}
