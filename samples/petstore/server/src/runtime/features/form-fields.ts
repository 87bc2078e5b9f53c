// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { ArgumentError, serializePairs } from "../index.js";
import type { Pair, PartEncoding } from "../index.js";

/** The fields of a form by name. Throws an `ArgumentError` for what has none. */
export function formFields(value: unknown): [string, unknown][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value);
  throw new ArgumentError(
    "The body is a form: give an object with its fields.",
  );
}

/**
 * The pairs of a field whose encoding names a style or `explode`; undefined where it does not. `plain` leaves out
 * the percent-encoding. https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export function styledPairs(
  name: string,
  value: unknown,
  how: PartEncoding,
  plain = false,
): Pair[] | undefined {
  const { explode, style } = how;
  if (style === undefined && explode === undefined) return undefined;
  // As in a header, where nothing is encoded.
  return serializePairs(value, {
    ...how,
    name,
    in: plain ? "header" : "query",
  });
}
