import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from "diff";
import { normalizeLineEndings } from "../shared/line-endings.js";

/** A difference: `a` from `aStart` to `aEnd` (excluded) is replaced by `b` from `bStart` to `bEnd`. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Most lines taken out and put in: time grows by their square, so two texts with less in common differ as a whole. */
const DIFF_OPTIONS = { maxEditLength: 3_000 };

/** Most lines, both lists together, that are compared whole; longer lists are compared between lines that each has once. */
const MAX_PLAIN_LINES = 2_000;

/** Finds the hunks in which two lists differ, in order; neighbours are one hunk. */
export function diffLists(
  aLines: readonly string[],
  bLines: readonly string[],
): Hunk[] {
  const hunks: Hunk[] = [];
  const anchors =
    aLines.length + bLines.length > MAX_PLAIN_LINES
      ? findAnchors(aLines, bLines)
      : [];
  let [aEnd, bEnd] = [0, 0];
  for (const [aLimit, bLimit] of [
    ...anchors,
    [aLines.length, bLines.length] as const,
  ]) {
    const parts = diffArrays(
      aLines.slice(aEnd, aLimit),
      bLines.slice(bEnd, bLimit),
      DIFF_OPTIONS,
    ) ?? [
      { removed: true, added: false, count: aLimit - aEnd },
      { removed: false, added: true, count: bLimit - bEnd },
    ];
    for (const { added, removed, count } of parts) {
      const [aStart, bStart] = [aEnd, bEnd];
      if (!added) aEnd += count;
      if (!removed) bEnd += count;
      if (added || removed) appendHunk(hunks, { aStart, aEnd, bStart, bEnd });
    }
  }
  return hunks;
}

function appendHunk(hunks: Hunk[], hunk: Hunk): void {
  const lastHunk = hunks.at(-1);
  const touches =
    lastHunk?.aEnd === hunk.aStart && lastHunk.bEnd === hunk.bStart;
  if (touches) hunks.pop();
  const { aStart, bStart } = touches ? lastHunk : hunk;
  hunks.push({ ...hunk, aStart, bStart });
}

/** Finds lines that both lists have once, as pairs of indexes: the longest row that is in one order. */
function findAnchors(aLines: readonly string[], bLines: readonly string[]) {
  const bIndexes = indexUniqueLines(bLines);
  const sharedLines = [...indexUniqueLines(aLines)].flatMap(
    ([line, aIndex]) => {
      const bIndex = bIndexes.get(line);
      return bIndex === undefined ? [] : [{ aIndex, bIndex, previous: -1 }];
    },
  );
  // For each length, the row that ends first. https://en.wikipedia.org/wiki/Patience_sorting
  const rowEnds: number[] = [];
  for (const [index, sharedLine] of sharedLines.entries()) {
    let [low, high] = [0, rowEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const middleLine = sharedLines[rowEnds[middle] ?? 0];
      if ((middleLine?.bIndex ?? 0) < sharedLine.bIndex) low = middle + 1;
      else high = middle;
    }
    sharedLine.previous = rowEnds[low - 1] ?? -1;
    rowEnds[low] = index;
  }
  const anchors: (readonly [number, number])[] = [];
  let sharedLine = sharedLines[rowEnds.at(-1) ?? -1];
  for (; sharedLine; sharedLine = sharedLines[sharedLine.previous])
    anchors.push([sharedLine.aIndex, sharedLine.bIndex]);
  return anchors.reverse();
}

/** Indexes of the lines that a list has once. */
function indexUniqueLines(lines: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  const repeatedLines = new Set<string>();
  for (const [index, line] of lines.entries())
    if (indexes.has(line)) repeatedLines.add(line);
    else indexes.set(line, index);
  for (const line of repeatedLines) indexes.delete(line);
  return indexes;
}

/** Difference of two texts as `diff -u` and git write it; empty if they are the same. */
export function unifiedDiff(
  path: string,
  oldText: string,
  newText: string,
): string {
  const [oldNormalized, newNormalized] = [
    normalizeLineEndings(oldText),
    normalizeLineEndings(newText),
  ];
  if (oldNormalized === newNormalized) return "";
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const fileNames = [`a/${path}`, `b/${path}`] as const;
  return createTwoFilesPatch(
    ...fileNames,
    oldNormalized,
    newNormalized,
    "",
    "",
    options,
  );
}
