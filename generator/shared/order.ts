/** By code unit, the same on every machine and in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same of entries, by their keys. */
export function byKey(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
): number {
  return byCodeUnit(a, b);
}
