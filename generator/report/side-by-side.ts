import { diff } from "../merge/unified-diff.js";

/** A line of each text; null: it has none there. Both null: lines that are the same were left out. */
export interface Row {
  readonly left: string | null;
  readonly right: string | null;
  readonly isChanged: boolean;
}

/** Lines around a change that are shown though they are the same. */
const CONTEXT = 3;

/** Two texts beside each other, line by line. */
export function sideBySide(
  before: readonly string[],
  after: readonly string[],
): Row[] {
  const rows: Row[] = [];
  let [a, b] = [0, 0];
  const add = (left: Row["left"], right: Row["right"], isChanged: boolean) =>
    rows.push({ left, right, isChanged });
  const same = (until: number) => {
    for (; a < until; a += 1, b += 1)
      add(before[a] ?? "", after[b] ?? "", false);
  };
  for (const { aStart, aEnd, bStart, bEnd } of diff(before, after)) {
    same(aStart);
    const left = before.slice(aStart, aEnd);
    const right = after.slice(bStart, bEnd);
    const count = Math.max(left.length, right.length);
    for (let at = 0; at < count; at += 1)
      add(left[at] ?? null, right[at] ?? null, true);
    [a, b] = [aEnd, bEnd];
  }
  same(before.length);
  return shortened(rows);
}

/** Without what stands far from all changes. */
function shortened(rows: readonly Row[]): Row[] {
  const near = new Set(
    rows.flatMap(({ isChanged }, at) =>
      isChanged
        ? Array.from({ length: 2 * CONTEXT + 1 }, (_, by) => at + by - CONTEXT)
        : [],
    ),
  );
  return rows.flatMap((row, at) => {
    if (near.has(at)) return [row];
    const isGap = near.has(at - 1) || (at === 0 && near.size > 0);
    return isGap ? [{ left: null, right: null, isChanged: false }] : [];
  });
}
