/** The value that a record itself has under a key. Keys come from documents and callers: `constructor` is just a name. */
export function own<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
