/** Percent-encodes everything but unreserved characters. https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
export function escape(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Like RFC 6570's `{+value}`, in a query: reserved characters and percent-encoded triples stay,
 * but not those that would end the value (`&`, `#`), read as a blank (`+`), or that URL parsers rewrite (`'`).
 */
export function escapeQuery(text: string): string {
  return escapeExcept(text, /%[\da-f]{2}|[^\w\-.~:/?@!$()*,;=[\]]/giu);
}

/** The same in a path, where `/`, `?`, `#` and brackets end a segment or are not allowed. */
export function escapePath(text: string): string {
  return escapeExcept(text, /%[\da-f]{2}|[^\w\-.~:@!$&'()*+,;=]/giu);
}

/** Decodes percent-encoded text; undefined where it is malformed. */
export function unescape(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function escapeExcept(text: string, pattern: RegExp): string {
  return wellFormed(text).replace(pattern, (match) =>
    match.length === 3 ? match : escape(match),
  );
}

/** Half a surrogate pair, which no encoding has, becomes U+FFFD. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? Buffer.from(text).toString() : text;
}
