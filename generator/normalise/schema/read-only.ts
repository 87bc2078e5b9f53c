import { propertiesOf, requiredOf } from "../../../runtime/json-schema.js";
import { ToolwrightError } from "../../errors.js";
import { type JsonObject, getMember, setMember } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { branchesOf, refName } from "../../schema/object-shape.js";
import { walkSchema } from "../../schema/walk.js";

/** Maximum number of schemas that apply to the same value; real documents have dozens. */
const MAX_PARTS = 1_000;

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
        marksBySchema.set(schema, false); // if it leads back to itself
        marksBySchema.set(
          schema,
          collectAllOfParts(schema, schemas).some(hasFlag),
        );
      }
      return marksBySchema.get(schema) === true;
    };
    const hasFlag = (part: Schema): boolean => {
      const choices = [branchesOf(part, "anyOf"), branchesOf(part, "oneOf")];
      const nonNullBranches = choices
        .flat()
        .filter(({ type }) => type !== "null");
      const isOnEachBranch =
        nonNullBranches.length > 0 && nonNullBranches.every(isMarked);
      return part[flag] === true || isOnEachBranch;
    };
    const visit = (schema: Schema) => {
      for (const [, property] of propertiesOf(schema))
        if (isMarked(property)) setMember(property, flag, true); // made by the conversion
      const required = requiredOf(schema);
      const [, ...combinedSchemas] =
        required.length > 0 ? collectAllOfParts(schema, schemas) : [];
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

/** Collects the schemas that apply to the same value as this one, itself first. */
function collectAllOfParts(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
): Schema[] {
  if (!("$ref" in schema || "allOf" in schema)) return [schema];
  const parts = new Set([schema]);
  // The list grows while it is walked.
  for (const part of parts) {
    const sharedSchema = schemas.get(refName(part) ?? "") ?? [];
    for (const furtherPart of [sharedSchema, branchesOf(part, "allOf")].flat())
      parts.add(furtherPart);
    if (parts.size > MAX_PARTS)
      throw new ToolwrightError({
        code: "too-many-parts",
        message: `The schema ${refName(part) ?? ""} is one of more than ${MAX_PARTS} that allOf and $ref combine for one value.`,
        hint: "Combine fewer schemas.",
      });
  }
  return [...parts];
}
