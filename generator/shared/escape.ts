export {
  escapeUnits,
  UNSEEN,
  visible,
} from "../../runtime/features/visible.js";

/** One word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
