/** Takes this much work from what a call has left; false where that is not enough, so that the API has to tell. */
export type Spend = (steps: number) => boolean;

/** Levels that are looked into. */
const MAX_DEPTH = 100;

/** The same text for equal values, whatever the order of their properties; undefined where that takes too much work. */
export function canonical(
  value: unknown,
  spend: Spend,
  depth = 0,
): string | undefined {
  const { length } = typeof value === "string" ? value : "";
  if (depth > MAX_DEPTH || !spend(1 + (length >> 6))) return undefined;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  const entries = Object.entries(value);
  if (!isList) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, one] of entries) {
    const text = canonical(one, spend, depth + 1);
    if (text === undefined) return undefined;
    parts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** Whether two items are surely equal. */
export function hasDuplicates(
  items: readonly unknown[],
  spend: Spend,
): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonical(item, spend);
    if (text === undefined) return false;
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}
