/** One character or class, as often as is said. Groups, alternatives and references are none. */
const ATOM =
  /(?:[^\\[\](){}|*+?.^$]|\\[dDwWsSnrtfv\\^$.*+?()[\]{}|/-]|\.|\[(?:[^\\[\]]|\\.)+\])(\*|\+|\?|\{\d+(?:,\d*)?\})?/y;

/**
 * Whether a pattern takes time in proportion to the text at worst: from the beginning, one character after the
 * other, of which one at most may be repeated freely.
 */
export function isCheap(pattern: string): boolean {
  if (!pattern.startsWith("^")) return false;
  const end = pattern.endsWith("$") ? pattern.length - 1 : pattern.length;
  let free = 0;
  for (ATOM.lastIndex = 1; ATOM.lastIndex < end;) {
    const atom = ATOM.exec(pattern);
    if (atom === null) return false;
    if (/^[*+?]|,/.test(atom[1] ?? "")) free += 1;
    if (free > 1) return false;
  }
  return isRegExp(pattern);
}

/** Whether it is valid. It is never run: of groups that may be empty, the engine takes years to read a few dozen. */
export function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}
