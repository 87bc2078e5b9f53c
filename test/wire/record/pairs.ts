/** Items of two lists by their key; the n-th with a key goes with the n-th. */
export function pairs<T>(
  first: readonly T[],
  second: readonly T[],
  keyOf: (item: T) => string,
): Map<string, [T | undefined, T | undefined]> {
  const found = new Map<string, [T | undefined, T | undefined]>();
  const add = (list: readonly T[], side: 0 | 1) => {
    const seen = new Map<string, number>();
    for (const item of list) {
      const key = keyOf(item);
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      const unique = count === 1 ? key : `${key} ${String(count)}`;
      const pair = found.get(unique) ?? [undefined, undefined];
      pair[side] = item;
      found.set(unique, pair);
    }
  };
  add(first, 0);
  add(second, 1);
  return found;
}
