/** Caches a function of a text: documents repeat many texts. The cache is cleared when it holds `MAX_MEMOIZED` texts. */
export function memoize<Result>(
  compute: (text: string) => Result,
): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const computed = compute(text);
    if (cache.size >= MAX_MEMOIZED) cache.clear();
    cache.set(text, computed);
    return computed;
  };
}

/** Caches a function of an immutable object, such as a schema, for as long as the object lives. */
export function memoizeWeak<
  Key extends object,
  Computed extends NonNullable<unknown> | null,
>(compute: (key: Key) => Computed): (key: Key) => Computed {
  const cache = new WeakMap<Key, Computed>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const computed = compute(key);
    cache.set(key, computed);
    return computed;
  };
}

/** Texts that a cache holds at most; GitHub's document has a third of that. */
const MAX_MEMOIZED = 30_000;
