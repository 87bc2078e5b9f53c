import { propertiesOf, requiredOf } from "../../runtime/json-schema.js";
import { groupBy } from "../shared/group-by.js";
import { isObject } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import { subschemas, walkSchema } from "./walk.js";

/** Property of an object, with `$ref` and `allOf` resolved. */
export interface Property {
  readonly schema: Schema;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** True if only conditions (`then`, `else`, `dependentSchemas`) declare it. */
  readonly isConditional: boolean;
}

/** Object schema with `$ref`, `allOf` and conditions merged into one list of properties. */
export interface ObjectSchemaView {
  readonly properties: ReadonlyMap<string, Property>;
  /** Names that are required but not declared. */
  readonly undescribedNames: readonly string[];
  /** True if the schema explicitly allows other properties; `sometimes` if only a condition does. */
  readonly allowsOthers: boolean | "sometimes";
}

/**
 * View of a plain object: its declared properties, including those that a condition adds. Null for all other schemas
 * (scalars, arrays, maps, unions), which become one argument.
 */
export function viewObject(
  schema: Schema,
  api: Schemas,
): ObjectSchemaView | null {
  const properties = new Map<string, Property>();
  const [required, visitedNames] = [new Set<string>(), new Set<string>()];
  const state: CollectState = {
    api,
    properties,
    required,
    conditional: [],
    open: false,
    visitedNames,
  };
  if (!collectProperties(schema, state) || properties.size === 0) return null;
  const requiredNames = new Set([...required, ...addConditional(state)]);
  const undescribed = [...requiredNames].filter(
    (name) => !properties.has(name),
  );
  for (const [name, property] of properties)
    if (required.has(name))
      properties.set(name, { ...property, required: true });
  return {
    properties,
    undescribedNames: undescribed,
    allowsOthers: state.open,
  };
}

/**
 * Schema that a chain of `$ref`s leads to; a cyclic chain ends at its first repetition. `{}` if the name is unknown.
 */
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
  return subschemas(schema, keywords);
}

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

interface CollectState {
  readonly api: Schemas;
  readonly properties: Map<string, Property>;
  readonly required: Set<string>;
  readonly visitedNames: Set<string>;
  /** Subschemas that apply under a condition. */
  readonly conditional: Schema[];
  open: ObjectSchemaView["allowsOthers"];
}

function collectProperties(schema: Schema, state: CollectState): boolean {
  const name = refName(schema);
  if (name !== null) {
    if (state.visitedNames.has(name)) return true;
    state.visitedNames.add(name);
    if (!collectProperties(state.api.schemas.get(name) ?? {}, state))
      return false;
  }
  const base = familyBaseOf(schema, state.api.schemas);
  if (base !== null) return collectFamily(schema, base, state);
  if (!canBeObject(schema) || isUnion(schema) || "not" in schema) return false;
  if (
    !branchesOf(schema, "allOf").every((part) => collectProperties(part, state))
  )
    return false;
  addProperties(schema, state);
  state.open ||= isOpen(schema);
  state.conditional.push(...subschemas(schema, CONDITIONS));
  return true;
}

function isOpen({ additionalProperties, ...schema }: Schema): boolean {
  return (
    additionalProperties === true ||
    isSchema(additionalProperties) ||
    "patternProperties" in schema
  );
}

/** Adds the properties of the base, and as optional ones those of all schemas that extend it. */
function collectFamily(
  schema: Schema,
  base: string,
  state: CollectState,
): boolean {
  const extensions = branchesOf(schema, "anyOf").map((branch) =>
    viewObject(branch, state.api),
  );
  if (!collectProperties({ $ref: `#/$defs/${base}` }, state)) return false;
  if (extensions.includes(null)) return false;
  state.open ||= extensions.some((extension) => extension?.allowsOthers);
  addOptional(
    extensions.flatMap((extension) => [...(extension?.properties ?? [])]),
    state,
  );
  return true;
}

const CONDITIONS = ["then", "else", "dependentSchemas"];

/** Adds the properties that conditions declare, and returns the names that they require. Which condition holds is left to the API. */
function addConditional(state: CollectState): string[] {
  const conditionalSchemas = new Set(state.conditional);
  // The set grows while it is walked.
  for (const conditionalSchema of conditionalSchemas) {
    const name = refName(conditionalSchema);
    if (name !== null)
      conditionalSchemas.add(state.api.schemas.get(name) ?? {});
    for (const part of subschemas(conditionalSchema, [
      ...CONDITIONS,
      "allOf",
      "anyOf",
      "oneOf",
    ]))
      conditionalSchemas.add(part);
    state.open ||= isOpen(conditionalSchema) && "sometimes";
  }
  const conditionalProperties = [...conditionalSchemas]
    .flatMap(propertiesOf)
    .map(([name, schema]) => {
      const readOnly = schema["readOnly"] === true;
      return [name, { schema, readOnly, isConditional: true }] as const;
    });
  addOptional(conditionalProperties, state);
  return [...conditionalSchemas].flatMap(requiredOf);
}

/** Adds optional properties; several schemas of one name become alternatives of an `anyOf`. */
function addOptional(
  candidates: readonly (readonly [string, Omit<Property, "required">])[],
  state: CollectState,
) {
  for (const [name, variants] of groupBy(candidates)) {
    if (state.properties.has(name)) continue;
    const distinctVariants = new Map(
      variants.map((variant) => [JSON.stringify(variant.schema), variant]),
    );
    const properties = [...distinctVariants.values()];
    const [firstSchema = {}, ...otherSchemas] = properties.map(
      (property) => property.schema,
    );
    state.properties.set(name, {
      schema:
        otherSchemas.length === 0
          ? firstSchema
          : { anyOf: [firstSchema, ...otherSchemas] },
      required: false,
      readOnly: properties.every(({ readOnly }) => readOnly),
      isConditional: properties.every((property) => property.isConditional),
    });
  }
}

function addProperties(schema: Schema, state: CollectState) {
  requiredOf(schema).forEach((name) => state.required.add(name));
  for (const [name, property] of propertiesOf(schema)) {
    const earlierProperty = state.properties.get(name);
    state.properties.set(name, {
      schema: property,
      required: false, // set by `viewObject` when all names are known
      // https://spec.openapis.org/oas/v3.0.4#schema-object: sent by the API, never to it.
      readOnly:
        property["readOnly"] === true || earlierProperty?.readOnly === true,
      isConditional: false,
    });
  }
}

/** True if the type is object, nullable or not. */
function canBeObject({ type }: Schema): boolean {
  const types = [type ?? "object"].flat();
  return (
    types.includes("object") &&
    types.every((typeName) => typeName === "object" || typeName === "null")
  );
}

/** True for alternatives, except those that only state which properties are required together. */
function isUnion(schema: Schema): boolean {
  return branchesOf(schema, "oneOf", "anyOf")
    .flatMap((branch) => Object.keys(branch))
    .some((keyword) => keyword !== "required");
}

/** Examples in the `examples` of a normalised schema. */
export function examplesOf({ examples }: Schema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
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
