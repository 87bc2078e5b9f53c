import { ArgumentError, serializePairs } from "../../index.js";
import type { Pair, PartEncoding } from "../../index.js";

/** Returns the fields of a form by name. Throws an `ArgumentError` for a value without fields. */
export function formFields(value: unknown): [string, unknown][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value);
  throw new ArgumentError(
    "The body is a form. Pass an object with its fields.",
  );
}

/**
 * Returns the pairs of a field whose encoding has a style or `explode`, otherwise undefined. `isPlain` omits
 * percent-encoding. https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export function styledPairs(
  name: string,
  value: unknown,
  encoding: PartEncoding,
  isPlain = false,
): Pair[] | undefined {
  const { explode, style } = encoding;
  if (style === undefined && explode === undefined) return undefined;
  // The rules of a header, without percent-encoding.
  return serializePairs(value, {
    ...encoding,
    name,
    in: isPlain ? "header" : "query",
  });
}
