import { channel } from "node:diagnostics_channel";
import { propertiesOf, requiredOf } from "../runtime.js";
import { groupBy } from "../shared/group-by.js";
import type { Api, Schema } from "../model.js";
import { flattenSchema } from "./flatten-schema.js";
import { branchesOf, familyBaseOf, isSchema, refName } from "./object-shape.js";
import { subschemas } from "./walk.js";

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
  /** Names that are required but declared nowhere. */
  readonly undescribedNames: readonly string[];
  /** True if the schema explicitly allows other properties; `sometimes` if only a condition does. */
  readonly allowsOthers: boolean | "sometimes";
}

/** Channel that gets each schema whose view is built. Tests count what a run looks at. */
export const VIEW_CHANNEL = channel("toolwright:object-view");

/** Views of schemas by the shared schemas that they refer to. */
const viewCaches = new WeakMap<
  Api["schemas"],
  WeakMap<Schema, ObjectSchemaView | null>
>();

/**
 * View of a plain object: its declared properties, including those that a condition adds. Null for all other schemas
 * (scalars, arrays, maps, unions), which become one argument. Built once for each schema, which must not change after.
 */
export function viewObject(
  schema: Schema,
  api: Schemas,
): ObjectSchemaView | null {
  const target = skipBareRefs(schema, api);
  const cache = viewCaches.get(api.schemas) ?? new WeakMap();
  viewCaches.set(api.schemas, cache);
  const cachedView = cache.get(target);
  if (cachedView !== undefined) return cachedView;
  if (VIEW_CHANNEL.hasSubscribers) VIEW_CHANNEL.publish(target);
  const view = buildView(target, api);
  cache.set(target, view);
  return view;
}

/** Schema that a chain of references without siblings leads to. A chain that comes round ends where it repeats. */
function skipBareRefs(schema: Schema, { schemas }: Schemas): Schema {
  const visitedSchemas = new Set<Schema>();
  let target = schema;
  while (Object.keys(target).join() === "$ref" && !visitedSchemas.has(target)) {
    visitedSchemas.add(target);
    target = schemas.get(refName(target) ?? "") ?? target;
  }
  return target;
}

function buildView(schema: Schema, api: Schemas): ObjectSchemaView | null {
  const properties = new Map<string, Property>();
  const required = new Set<string>();
  const state: CollectState = {
    api,
    properties,
    required,
    conditional: [],
    open: false,
    visitedSchemas: new Set(),
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

type Schemas = Pick<Api, "schemas">;

interface CollectState {
  readonly api: Schemas;
  readonly properties: Map<string, Property>;
  readonly required: Set<string>;
  readonly visitedSchemas: Set<Schema>;
  /** Subschemas that apply under a condition. */
  readonly conditional: Schema[];
  open: ObjectSchemaView["allowsOthers"];
}

/** Adds the properties of a schema and of all that hold with it; false if one of these is no plain object. */
function collectProperties(schema: Schema, state: CollectState): boolean {
  const { api, visitedSchemas } = state;
  return flattenSchema(schema, api.schemas, {
    order: "bases-first",
    visitedSchemas,
  }).every((part) => collectOwnProperties(part, state));
}

function collectOwnProperties(schema: Schema, state: CollectState): boolean {
  const base = familyBaseOf(schema, state.api.schemas);
  if (base !== null) return collectFamily(schema, base, state);
  if (!canBeObject(schema) || isUnion(schema) || "not" in schema) return false;
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
