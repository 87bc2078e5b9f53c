import { isObject } from "./json.js";
import { compareCodeUnits } from "./order.js";
import { sha256 } from "./hash.js";

/**
 * JSON in the canonical form of RFC 8785, so that equal values have equal texts: no white space, members sorted by the
 * UTF-16 units of their names. Members that are undefined are left out. https://www.rfc-editor.org/rfc/rfc8785
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => toCanonicalJson(item ?? null)).join(",")}]`;
  // ECMAScript writes texts and numbers as the canonical form does.
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([first], [second]) => compareCodeUnits(first, second))
    .map(
      ([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`,
    );
  return `{${members.join(",")}}`;
}

/** Digest of a JSON value: `sha256:` and 64 digits in hex, over the canonical form. */
export function digestJson(value: unknown): string {
  return `sha256:${sha256(toCanonicalJson(value))}`;
}
