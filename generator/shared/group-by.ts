/** Values by their key, in their order. */
export function gather<Key, Value>(
  pairs: Iterable<readonly [Key, Value]>,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
