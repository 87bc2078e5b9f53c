import { propertiesOf, requiredOf } from "../../../runtime/schema.js";
import { ToolwrightError } from "../../errors.js";
import { type JsonObject, member, put } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { branches, referenceName } from "../../schema/object-shape.js";
import { walk } from "../../schema/walk.js";

/** Schemas that hold for the same value: real documents have dozens at most. */
const MOST_TOGETHER = 1_000;

/**
 * Says of each property itself that it is read-only or write-only where only what its schema combines does, and
 * that of an object's required property where another part of it does. Changes the schemas.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function spreadFlags(
  all: readonly Schema[],
  schemas: ReadonlyMap<string, Schema>,
): void {
  for (const flag of ["readOnly", "writeOnly"]) {
    const known = new Map<Schema, boolean>();
    const isMarked = (schema: Schema): boolean => {
      if (!known.has(schema)) {
        known.set(schema, false); // where it leads back to itself
        known.set(schema, together(schema, schemas).some(saysSo));
      }
      return known.get(schema) === true;
    };
    const saysSo = (part: Schema): boolean => {
      const choices = [branches(part, "anyOf"), branches(part, "oneOf")];
      const meant = choices.flat().filter(({ type }) => type !== "null");
      const isEach = meant.length > 0 && meant.every(isMarked);
      return part[flag] === true || isEach;
    };
    const visit = (schema: Schema) => {
      for (const [, property] of propertiesOf(schema))
        if (isMarked(property)) put(property, flag, true); // made by the conversion
      const required = requiredOf(schema);
      const [, ...others] =
        required.length > 0 ? together(schema, schemas) : [];
      for (const [name, property] of others.flatMap(propertiesOf))
        if (required.includes(name) && isMarked(property))
          adopt(schema, name, property);
    };
    for (const schema of all) walk(schema, visit);
  }
}

function adopt(schema: Schema, name: string, property: Schema): void {
  const { properties = {} } = schema;
  if (member(properties, name) !== undefined) return;
  put(properties as JsonObject, name, property); // as `propertiesOf` has seen
  put(schema, "properties", properties);
}

/** The schemas that hold for the same value as one, itself first. */
function together(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
): Schema[] {
  if (!("$ref" in schema || "allOf" in schema)) return [schema];
  const found = new Set([schema]);
  // It grows while it is walked.
  for (const one of found) {
    const shared = schemas.get(referenceName(one) ?? "") ?? [];
    for (const part of [shared, branches(one, "allOf")].flat()) found.add(part);
    if (found.size > MOST_TOGETHER)
      throw new ToolwrightError({
        code: "too-many-parts",
        message: `The schema ${referenceName(one) ?? ""} is one of more than ${MOST_TOGETHER} that allOf and $ref put together for one value.`,
        hint: "Write them as fewer schemas.",
      });
  }
  return [...found];
}
