import {
  schemasIn,
  propertiesOf,
  requiredOf,
  resolveRef,
} from "../../runtime/json-schema.js";
import { omit } from "../shared/json.js";
import type { Schema } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
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
): FlattenedSchema {
  const findSchema = (name: string) =>
    name === "" ? undefined : resolveRef({ $ref: name }, defs)?.schema;
  const visitedSchemas = new Set<Schema>();
  const sharedSchema = mergeParts(
    [...sharedNames].flatMap((name) =>
      flattenSchema(
        { $ref: `#/$defs/${name}` },
        { get: findSchema },
        { visitedSchemas },
      ),
    ),
  );
  const ownParts = flattenSchema(schema, {
    get: (name) => (sharedNames.has(name) ? undefined : findSchema(name)),
  });
  const { type } = sharedSchema;
  const inheritsType =
    type !== undefined && !ownParts.some((part) => "type" in part);
  return {
    ownSchema: mergeParts(ownParts, inheritsType ? { type } : {}),
    sharedSchema,
  };
}

/** Merges schemas that all hold. Of two values of a keyword, the one in the earlier schema stays. */
function mergeParts(
  parts: readonly Schema[],
  firstSchema: Schema = {},
): Schema {
  return parts
    .map((part) => omit(part, ["$ref", "allOf"]))
    .reduce((schema, part) => mergeSchemas(part, schema), firstSchema);
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
