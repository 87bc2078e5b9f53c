export { escapeInvisible, escapeUnits, INVISIBLE } from "../runtime.js";

/** Text quoted as a single word of a POSIX shell. */
export function quoteShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
