/**
 * Characters that a reader cannot see: control characters except tabs, invisible and bidirectional ones, line
 * separators, lone surrogates.
 */
export const INVISIBLE =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;

/**
 * Escapes untrusted text for one line. Invisible characters, and commands to a terminal or to a CI runner, become JSON
 * escapes. The meaning of JSON stays the same.
 */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, escapeUnits);
}

/** Escapes UTF-16 units as JavaScript and JSON do: `\u200b`. */
export function escapeUnits(characters: string): string {
  return characters.replace(/[^]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  });
}
