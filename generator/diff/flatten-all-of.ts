import {
  schemasIn,
  propertiesOf,
  requiredOf,
  resolveRef,
} from "../../runtime/json-schema.js";
import { omit } from "../shared/json.js";
import type { Schema } from "../model.js";
import { alternativesOf } from "./compare-unions.js";

/** Schema without `$ref` and `allOf`, split into its own rules and those that it shares with the schema it is compared with. */
export interface FlattenedSchema {
  /** Rules of the schema itself and of the referenced and `allOf` schemas that are not shared. */
  readonly ownSchema: Schema;
  /** Rules of the shared schemas. */
  readonly sharedSchema: Schema;
}

/**
 * Merges a schema with the one it refers to and with its `allOf`, so that a property is found at any of these places.
 */
export function flattenAllOf(
  schema: Schema,
  defs: Readonly<Record<string, Schema>>,
  sharedNames: ReadonlySet<string>,
  visitedNames: readonly string[] = [],
): FlattenedSchema {
  let ownSchema: Schema = omit(schema, ["$ref", "allOf"]);
  let sharedSchema: Schema = {};
  const addPart = (part: Schema, name = "") => {
    const flatPart = flattenAllOf(part, defs, sharedNames, [
      ...visitedNames,
      name,
    ]);
    sharedSchema = mergeSchemas(sharedSchema, flatPart.sharedSchema);
    if (sharedNames.has(name))
      sharedSchema = mergeSchemas(sharedSchema, flatPart.ownSchema);
    else ownSchema = mergeSchemas(flatPart.ownSchema, ownSchema);
  };
  const referenced = resolveRef(schema, defs);
  if (referenced !== undefined && !visitedNames.includes(referenced.name))
    addPart(referenced.schema, referenced.name);
  for (const part of schemasIn(schema["allOf"])) addPart(part);
  const { type = sharedSchema["type"] } = ownSchema;
  return {
    ownSchema: type === undefined ? ownSchema : { ...ownSchema, type },
    sharedSchema,
  };
}

/** Merges two schemas into one. A schema with alternatives stays a member of `allOf`. */
function mergeSchemas(part: Schema, schema: Schema): Schema {
  const allOfParts = schemasIn(schema["allOf"]);
  if (alternativesOf(part).length > 0 && Object.keys(schema).length > 0)
    return { ...schema, allOf: [...allOfParts, part] };
  const properties = new Map(propertiesOf(part));
  for (const [name, property] of propertiesOf(schema)) {
    const partProperty = properties.get(name);
    const isSame = JSON.stringify(partProperty) === JSON.stringify(property);
    properties.set(
      name,
      partProperty === undefined || isSame
        ? property
        : { allOf: [partProperty, property] },
    );
  }
  const required = new Set([...requiredOf(part), ...requiredOf(schema)]);
  const allOf = [...schemasIn(part["allOf"]), ...allOfParts];
  return {
    ...part,
    ...schema,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.size > 0 && { required: [...required] }),
    ...(allOf.length > 0 && { allOf }),
  };
}
