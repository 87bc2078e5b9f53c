import { groupBy } from "../shared/group-by.js";
import type { Paint } from "./table.js";

/**
 * Largest number of findings of one code, and of files that need nobody's attention, that are listed one by
 * one; the rest is counted.
 */
export const MAX_LISTED = 10;

/** Keeps, of each kind of line, the first few, and counts the others; keeps all that a person has to decide. */
export function limitLines(
  labelledLines: readonly (readonly [
    of: string,
    line: string,
    count?: number,
  ])[],
  paint: Paint,
  maxLines = MAX_LISTED,
): string[] {
  const linesByLabel = groupBy(
    labelledLines.map((labelledLine) => [labelledLine[0], labelledLine]),
  );
  return [...linesByLabel].flatMap(([label, labelLines]) => {
    const lineTexts = labelLines.map(([, line]) => line);
    const hiddenCount = labelLines
      .slice(maxLines)
      .reduce((sum, [, , count = 1]) => sum + count, 0);
    const moreText = `  … and ${hiddenCount} more: ${label} (--json lists all)`;
    return hiddenCount === 0 || /^(conflict|by hand|orphan)$/.test(label)
      ? lineTexts
      : [...lineTexts.slice(0, maxLines), paint("dim", moreText)];
  });
}
