import { escape, escapeQuery } from "./escape.js";
import { kindOf, mediaType } from "../answer/media.js";
import { own } from "../own.js";
import { bracketPairs, isAbsent, repeatedPairs, writePairs } from "./styles.js";
import type { Pair } from "./styles.js";
import type { PartEncoding } from "../types.js";

/**
 * Writes `application/x-www-form-urlencoded`. Where no encoding is declared, arrays are repeated (`a=1&a=2`)
 * and nested values bracketed (`a[b]=1`, `a[0][b]=1`), as Stripe, Twilio, PHP and others read them.
 */
export function writeForm(
  fields: Readonly<Record<string, unknown>>,
  encodings: Readonly<Record<string, PartEncoding>>,
): string {
  return Object.entries(fields)
    .flatMap(([name, value]) =>
      formPairs(name, value, own(encodings, name) ?? {}),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function formPairs(
  name: string,
  value: unknown,
  encoding: PartEncoding,
): Pair[] {
  if (isAbsent(value)) return [];
  const escaped = encoding.allowReserved ? escapeQuery : escape;
  const styled = styledPairs(name, value, { ...encoding, escape: escaped });
  if (styled) return styled;
  if (isJson(encoding)) return [[escape(name), escape(JSON.stringify(value))]];
  return Array.isArray(value)
    ? repeatedPairs(name, value, escaped)
    : bracketPairs(name, value, escaped);
}

/**
 * The pairs of a field whose encoding names a style, `explode` or `allowReserved`; undefined where it does not.
 * https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export function styledPairs(
  name: string,
  value: unknown,
  encoding: PartEncoding & { readonly escape: (text: string) => string },
): Pair[] | undefined {
  const { style = "form", escape } = encoding;
  if (encoding.style === undefined && encoding.explode === undefined) {
    return undefined;
  }
  const explode = encoding.explode ?? style === "form";
  return writePairs(name, value, { style, explode, escape });
}

/** Whether a field is declared to be written as JSON. */
export function isJson({ contentType }: PartEncoding): boolean {
  return contentType !== undefined && kindOf(mediaType(contentType)) === "json";
}
