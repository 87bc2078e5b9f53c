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
  return showsForm(first) && !tellsForm(rest) ? { ...rest, examples } : rest;
}

/** Whether a schema says itself how its values are written. */
export function tellsForm(schema: Schema): boolean {
  return ["enum", "const", "default", "format", "pattern"].some(
    (keyword) => keyword in schema,
  );
}

/** Whether an example shows what its type doesn't tell: digits and signs of a text, a number that is a date or a fraction. */
export function showsForm(example: unknown): boolean {
  if (typeof example === "string")
    return /[^\p{L}\p{M}\s]/u.test(example.replace(PROSE, ""));
  return typeof example === "number"
    ? !Number.isInteger(example) || Math.abs(example) >= 100_000
    : isNested(example);
}

/** What ends words in any text. */
const PROSE = /['’]|(?<![.,;:!?"])[.,;:!?"]+(?=\s|$)/g;

/** An object or list with something in it. */
export function isNested(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.keys(value).length > 0
  );
}
