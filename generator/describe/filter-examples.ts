import type { Schema } from "../model.js";
import { omit, type JsonObject } from "../shared/json.js";
import { shownExamplesOf } from "../schema/object-shape.js";
import { mapSchemas } from "../schema/walk.js";

/** Filter that decides which examples of a schema a model sees. */
export type ExampleFilter = (schema: Schema) => Schema;

/** Schema with only those examples that show a format which no keyword declares. */
export function dropPlainExamples(schema: Schema): Schema {
  const keywords: JsonObject = omit(mapSchemas(schema, dropPlainExamples), [
    "examples",
  ]);
  // A part of `allOf` that had nothing but an example is empty now.
  if (Array.isArray(keywords["allOf"]))
    keywords["allOf"] = keywords["allOf"].filter(isNested);
  const examples = shownExamplesOf(schema);
  const [firstExample] = examples;
  return hasDistinctFormat(firstExample) && !hasFormatKeyword(keywords)
    ? { ...keywords, examples }
    : keywords;
}

/** True if a keyword of the schema declares how its values are written. */
export function hasFormatKeyword(schema: Schema): boolean {
  return ["enum", "const", "default", "format", "pattern"].some(
    (keyword) => keyword in schema,
  );
}

/** True if an example shows a format that its type doesn't tell: digits and signs in a string, a number that is a date or a fraction. */
export function hasDistinctFormat(example: unknown): boolean {
  if (typeof example === "string")
    return /[^\p{L}\p{M}\s]/u.test(example.replace(SENTENCE_PUNCTUATION, ""));
  return typeof example === "number"
    ? !Number.isInteger(example) || Math.abs(example) >= 100_000
    : isNested(example);
}

/** Punctuation that ends words in any text. */
const SENTENCE_PUNCTUATION = /['’]|(?<![.,;:!?"])[.,;:!?"]+(?=\s|$)/g;

/** True for a non-empty object or array. */
export function isNested(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.keys(value).length > 0
  );
}
