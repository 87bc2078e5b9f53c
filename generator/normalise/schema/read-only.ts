import { propertiesOf, requiredOf } from "../../runtime.js";
import { type JsonObject, getMember, setMember } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { flattenSchema } from "../../schema/flatten-schema.js";
import { branchesOf } from "../../schema/object-shape.js";
import { walkSchema } from "../../schema/walk.js";

/**
 * Copies `readOnly` or `writeOnly` to each property whose combined schemas have it, and to a required property if
 * another part of its object has it. Changes the schemas.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function propagateFlags(
  rootSchemas: readonly Schema[],
  schemas: ReadonlyMap<string, Schema>,
): void {
  for (const flag of ["readOnly", "writeOnly"]) {
    const marksBySchema = new Map<Schema, boolean>();
    const isMarked = (schema: Schema): boolean => {
      if (!marksBySchema.has(schema)) {
        marksBySchema.set(schema, false); // where it leads back to itself
        marksBySchema.set(schema, flattenSchema(schema, schemas).some(hasFlag));
      }
      return marksBySchema.get(schema) === true;
    };
    const hasFlag = (part: Schema): boolean => {
      if (part[flag] === true) return true;
      const nonNullBranches = branchesOf(part, "anyOf", "oneOf").filter(
        ({ type }) => type !== "null",
      );
      return nonNullBranches.length > 0 && nonNullBranches.every(isMarked);
    };
    const visit = (schema: Schema) => {
      for (const [, property] of propertiesOf(schema))
        if (isMarked(property)) setMember(property, flag, true); // made by the conversion
      const required = requiredOf(schema);
      const [, ...combinedSchemas] =
        required.length > 0 ? flattenSchema(schema, schemas) : [];
      for (const [name, property] of combinedSchemas.flatMap(propertiesOf))
        if (required.includes(name) && isMarked(property))
          adoptProperty(schema, name, property);
    };
    for (const schema of rootSchemas) walkSchema(schema, visit);
  }
}

function adoptProperty(schema: Schema, name: string, property: Schema): void {
  const { properties = {} } = schema;
  if (getMember(properties, name) !== undefined) return;
  setMember(properties as JsonObject, name, property); // as `propertiesOf` has seen
  setMember(schema, "properties", properties);
}
