import type { Api, Schema } from "../model.js";
import {
  branches,
  familyBase,
  type ObjectShape,
  propertiesOf,
  resolve,
} from "../schema/shape.js";
import { clientSubschema } from "./listable-schema.js";

/** The references that make up an object body; its own properties stand beside them, and those of what extends a base. */
export function sharedParts(schema: Schema, api: Api): Schema[] {
  const { $ref } = schema;
  const parts =
    $ref === undefined
      ? branches(schema, "allOf").map(clientSubschema)
      : [{ $ref }];
  return parts.map((part) => {
    const base = familyBase(resolve(part, api), api.schemas);
    return base === null ? part : { $ref: `#/$defs/${base}` };
  });
}

/** Names of properties that no shared part has, or that stand beside them. */
export function ownNames(
  schema: Schema,
  shape: ObjectShape,
  shared: ObjectShape | null,
): Set<string> {
  const names = [...shape.properties.keys()];
  return new Set([
    ...propertiesOf(schema).map(([name]) => name),
    ...names.filter((name) => shared?.properties.has(name) !== true),
  ]);
}
