/** Takes steps from the budget of a call. Returns false if too few are left, so that the API must validate. */
export type SpendBudget = (steps: number) => boolean;

/** Maximum depth of compared values. */
const MAX_DEPTH = 100;

/**
 * Returns the same text for equal values, in any order of properties. Returns undefined if that takes too much work.
 */
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
    const element = (value as Record<string | number, unknown>)[name]; // by name or index
    const text = canonical(element, spend, depth + 1);
    if (text === undefined) return undefined;
    parts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** True if two items are certainly equal. */
export function hasDuplicates(
  items: readonly unknown[],
  spend: SpendBudget,
): boolean {
  const knownTexts = new Set<string>();
  for (const item of items) {
    const text = canonical(item, spend);
    if (text === undefined) return false;
    if (knownTexts.has(text)) return true;
    knownTexts.add(text);
  }
  return false;
}
