/** Compares texts by UTF-16 code unit, so that the order is the same on every machine and in every locale. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares `[key, value]` pairs by the code units of their keys. */
export function compareKeys(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
): number {
  return compareCodeUnits(a, b);
}
