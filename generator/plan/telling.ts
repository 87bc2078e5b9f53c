import type { Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";

/** How much of a schema's examples a model is told. */
export type Telling = (schema: Schema) => Schema;

/** A schema with those examples alone that show a form which nothing else tells. */
export function withTelling(schema: Schema): Schema {
  const { examples, ...rest } = mapSchemas(schema, withTelling);
  // A part that was an example alone says nothing now.
  if (Array.isArray(rest["allOf"]))
    rest["allOf"] = rest["allOf"].filter(isNested);
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const isTold = ["enum", "const", "default", "format", "pattern"].some(
    (keyword) => keyword in rest,
  );
  const isForm =
    typeof first === "string" ? /[^\w\s-]/.test(first) : isNested(first);
  return isForm && !isTold ? { ...rest, examples } : rest;
}

/** An object or list with something in it. */
export function isNested(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.keys(value).length > 0
  );
}
