import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from "diff";
import { plain } from "../shared/line-endings.js";

/** What stands in `a` from `aStart` to `aEnd` (excluded), and otherwise in `b`. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Lines taken out and put in: time grows by their square, so of two texts with less in common all differs. */
const bound = { maxEditLength: 3_000 };

/** Lists of which those together are compared whole; longer ones between what each has once. */
const MANY = 2_000;

/** Where two lists differ, in order; neighbours are one hunk. */
export function diff(a: readonly string[], b: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  const ends = a.length + b.length > MANY ? anchors(a, b) : [];
  let [aEnd, bEnd] = [0, 0];
  for (const [aTo, bTo] of [...ends, [a.length, b.length] as const]) {
    const parts = diffArrays(a.slice(aEnd, aTo), b.slice(bEnd, bTo), bound) ?? [
      { removed: true, added: false, count: aTo - aEnd },
      { removed: false, added: true, count: bTo - bEnd },
    ];
    for (const { added, removed, count } of parts) {
      const [aStart, bStart] = [aEnd, bEnd];
      if (!added) aEnd += count;
      if (!removed) bEnd += count;
      if (added || removed) add(hunks, { aStart, aEnd, bStart, bEnd });
    }
  }
  return hunks;
}

function add(hunks: Hunk[], hunk: Hunk): void {
  const last = hunks.at(-1);
  const touches = last?.aEnd === hunk.aStart && last.bEnd === hunk.bStart;
  if (touches) hunks.pop();
  const { aStart, bStart } = touches ? last : hunk;
  hunks.push({ ...hunk, aStart, bStart });
}

/** Places of what both lists have once, as far as it stands in one order: the longest row of those. */
function anchors(a: readonly string[], b: readonly string[]) {
  const places = once(b);
  const both = [...once(a)].flatMap(([line, aAt]) => {
    const bAt = places.get(line);
    return bAt === undefined ? [] : [{ aAt, bAt, before: -1 }];
  });
  // Of rows of each length, the one that ends first. https://en.wikipedia.org/wiki/Patience_sorting
  const ends: number[] = [];
  for (const [index, one] of both.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((both[ends[middle] ?? 0]?.bAt ?? 0) < one.bAt) low = middle + 1;
      else high = middle;
    }
    one.before = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const row: (readonly [number, number])[] = [];
  for (let at = both[ends.at(-1) ?? -1]; at; at = both[at.before])
    row.push([at.aAt, at.bAt]);
  return row.reverse();
}

/** Where each line stands that a list has once. */
function once(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const again = new Set<string>();
  for (const [index, line] of lines.entries())
    if (places.has(line)) again.add(line);
    else places.set(line, index);
  for (const line of again) places.delete(line);
  return places;
}

/** The difference of two texts as `diff -u` and git write it; empty where they are the same. */
export function unifiedDiff(path: string, a: string, b: string): string {
  const [before, after] = [plain(a), plain(b)];
  if (before === after) return "";
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const names = [`a/${path}`, `b/${path}`] as const;
  return createTwoFilesPatch(...names, before, after, "", "", options);
}
