/** Matches one character or class with its quantifier. Groups, alternatives and references do not match. */
const ATOM =
  /(?:[^\\[\](){}|*+?.^$]|\\[dDwWsSnrtfv\\^$.*+?()[\]{}|/-]|\.|\[(?:[^\\[\]]|\\.)+\])(\*|\+|\?|\{\d+(?:,\d*)?\})?/y;

/**
 * True if matching takes linear time at worst: an anchored sequence of characters and classes, of which at most
 * one has an unbounded quantifier.
 */
export function isCheap(pattern: string): boolean {
  if (!pattern.startsWith("^")) return false;
  const end = pattern.endsWith("$") ? pattern.length - 1 : pattern.length;
  let repeatedAtoms = 0;
  for (ATOM.lastIndex = 1; ATOM.lastIndex < end;) {
    const atom = ATOM.exec(pattern);
    if (atom === null) return false;
    if (/^[*+?]|,/.test(atom[1] ?? "")) repeatedAtoms += 1;
    if (repeatedAtoms > 1) return false;
  }
  return isRegExp(pattern);
}

/**
 * True if a pattern is a valid regular expression. Never runs it: with groups that may be empty, the engine can
 * take years for a few dozen characters.
 */
export function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}
