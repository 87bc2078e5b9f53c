/** Groups values by key. Keys and the values of each key keep the order of the pairs. */
export function groupBy<Key, Value>(
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
