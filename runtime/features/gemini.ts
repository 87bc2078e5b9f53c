import { listOf } from "../index.js";
import type { JsonSchema, List } from "../index.js";
import { inline, mapSubschemas } from "./listing.js";

/**
 * Shows arguments in the words that Gemini's API takes. They are written so already; what shared schemas in their
 * places and the flat form add is put right here. https://ai.google.dev/api/caching#Schema
 */
export const gemini: List = (schema, schemas, request) =>
  narrowed(inline(schema, schemas, request));

/** Nothing beside `anyOf`, a type everywhere else, and no word on further properties. */
function narrowed(schema: JsonSchema): JsonSchema {
  const all = mapSubschemas(schema, narrowed);
  const { anyOf, description, type } = all;
  if (anyOf === undefined && type !== undefined)
    return Object.fromEntries(
      Object.entries(all).filter(([name]) => name !== "additionalProperties"),
    );
  const branches = anyOf === undefined ? ANY : listOf(anyOf);
  return {
    anyOf: branches.map((one) =>
      description === undefined || "anyOf" in one
        ? one
        : { description, ...one },
    ),
  };
}

/** What stands where a list lies too deep may be anything. */
const ANY: readonly JsonSchema[] = [
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { type: "object" },
  { type: "array", items: { type: "string" } },
];
