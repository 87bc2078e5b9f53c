import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from "diff";
import { plain } from "../text.js";

/** What stands in `a` from `aStart` to `aEnd` (excluded), and otherwise in `b`. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Lines taken out and put in: time grows by their square, so of two texts with less in common all differs. */
const bound = { maxEditLength: 3_000 };

/** Where two lists differ, in order; neighbours are one hunk. */
export function diff(a: readonly string[], b: readonly string[]): Hunk[] {
  const parts = diffArrays([...a], [...b], bound);
  if (parts === undefined)
    return [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }];
  const hunks: Hunk[] = [];
  let [aEnd, bEnd] = [0, 0];
  for (const { added, removed, count } of parts) {
    const [aStart, bStart] = [aEnd, bEnd];
    if (!added) aEnd += count;
    if (!removed) bEnd += count;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    const touches = last?.aEnd === aStart && last.bEnd === bStart;
    if (touches) hunks.pop();
    const begin = touches ? last : { aStart, bStart };
    hunks.push({ ...begin, aEnd, bEnd });
  }
  return hunks;
}

/** The difference of two texts as `diff -u` and git write it; empty where they are the same. */
export function unifiedDiff(path: string, a: string, b: string): string {
  const [before, after] = [plain(a), plain(b)];
  if (before === after) return "";
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const names = [`a/${path}`, `b/${path}`] as const;
  return createTwoFilesPatch(...names, before, after, "", "", options);
}
