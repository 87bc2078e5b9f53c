import { diffLists } from "../merge/unified-diff.js";

/** Line of each text; null if a text has no line there. Both are null for omitted lines. */
export interface Row {
  readonly left: string | null;
  readonly right: string | null;
  readonly isChanged: boolean;
}

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;

/** Aligns two texts beside each other, line by line. */
export function alignLines(
  baseLines: readonly string[],
  currentLines: readonly string[],
): Row[] {
  const rows: Row[] = [];
  let [baseIndex, currentIndex] = [0, 0];
  const addRow = (
    leftLine: Row["left"],
    rightLine: Row["right"],
    isChanged: boolean,
  ) => rows.push({ left: leftLine, right: rightLine, isChanged });
  const addUnchanged = (endIndex: number) => {
    for (; baseIndex < endIndex; baseIndex += 1, currentIndex += 1)
      addRow(
        baseLines[baseIndex] ?? "",
        currentLines[currentIndex] ?? "",
        false,
      );
  };
  for (const { aStart, aEnd, bStart, bEnd } of diffLists(
    baseLines,
    currentLines,
  )) {
    addUnchanged(aStart);
    const removedLines = baseLines.slice(aStart, aEnd);
    const addedLines = currentLines.slice(bStart, bEnd);
    const rowCount = Math.max(removedLines.length, addedLines.length);
    for (let offset = 0; offset < rowCount; offset += 1)
      addRow(removedLines[offset] ?? null, addedLines[offset] ?? null, true);
    [baseIndex, currentIndex] = [aEnd, bEnd];
  }
  addUnchanged(baseLines.length);
  return dropDistantRows(rows);
}

/** Drops rows that are further than `CONTEXT_LINES` from a change; one empty row takes the place of each gap. */
function dropDistantRows(rows: readonly Row[]): Row[] {
  const nearIndexes = new Set(
    rows.flatMap(({ isChanged }, index) =>
      isChanged
        ? Array.from(
            { length: 2 * CONTEXT_LINES + 1 },
            (_, offset) => index + offset - CONTEXT_LINES,
          )
        : [],
    ),
  );
  return rows.flatMap((row, index) => {
    if (nearIndexes.has(index)) return [row];
    const isGap =
      nearIndexes.has(index - 1) || (index === 0 && nearIndexes.size > 0);
    return isGap ? [{ left: null, right: null, isChanged: false }] : [];
  });
}
