/** Takes this much work from what a call has left; false where that is not enough, so that the API has to tell. */
export type SpendBudget = (steps: number) => boolean;

/** Levels that are looked into. */
const MAX_DEPTH = 100;

/** The same text for equal values, whatever the order of their properties; undefined where that takes too much work. */
export function canonical(
  value: unknown,
  spend: SpendBudget,
  depth = 0,
): string | undefined {
  if (depth > MAX_DEPTH || !spend(1)) return undefined;
  if (typeof value === "string" && !spend(value.length >> 6)) return undefined;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  const isList = Array.isArray(value);
  const names = isList ? value.keys() : Object.keys(value).sort();
  for (const name of names) {
    const one = (value as Record<string | number, unknown>)[name]; // has these
    const text = canonical(one, spend, depth + 1);
    if (text === undefined) return undefined;
    parts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** Whether two items are surely equal. */
export function hasDuplicates(
  items: readonly unknown[],
  spend: SpendBudget,
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
