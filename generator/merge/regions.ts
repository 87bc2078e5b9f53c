import { diff, type Hunk } from "./unified-diff.js";
import { mapSides, type Sides } from "./sides.js";

/** A range of each version: the same place before and after. Ends are excluded. */
export interface Region extends Sides<readonly [start: number, end: number]> {
  /** Who changed it. */
  readonly changed: "nobody" | "yours" | "next" | "both";
}

/**
 * Cuts three versions of a list into places that nobody, one side or both sides changed. Changes that
 * only touch each other are two places, or one as in diff3 where the list is a text.
 */
export function regions(
  { base, yours, next }: Sides<readonly string[]>,
  isText: boolean,
): Region[] {
  const result: Region[] = [];
  let at = { base: 0, yours: 0, next: 0 };
  const push = (end: number, { yours: mine, next: theirs }: Changes) => {
    const behind = end - at.base;
    const to = {
      base: end,
      yours: mine ? mine.bEnd + end - mine.aEnd : at.yours + behind,
      next: theirs ? theirs.bEnd + end - theirs.aEnd : at.next + behind,
    };
    const ranges = mapSides(at, (start, side) => [start, to[side]] as const);
    const changed = mine ? (theirs ? "both" : "yours") : theirs && "next";
    result.push({ ...ranges, changed: changed ?? "nobody" });
    at = to;
  };
  const [mine, theirs] = [diff(base, yours), diff(base, next)];
  for (const group of overlapping(mine, theirs, isText)) {
    if (group.start > at.base) push(group.start, {});
    push(group.end, group);
  }
  if (base.length > at.base) push(base.length, {});
  return result;
}

/** The last hunk of each side, which tells where its range ends. */
interface Changes {
  readonly yours?: Hunk;
  readonly next?: Hunk;
}

interface Group extends Changes {
  readonly start: number;
  readonly end: number;
}

function overlapping(
  yours: readonly Hunk[],
  next: readonly Hunk[],
  isText: boolean,
): Group[] {
  const hunks = [
    ...yours.map((hunk) => ({ hunk, side: "yours" })),
    ...next.map((hunk) => ({ hunk, side: "next" })),
  ].sort((a, b) => a.hunk.aStart - b.hunk.aStart || a.hunk.aEnd - b.hunk.aEnd);
  const groups: Group[] = [];
  for (const { hunk, side } of hunks) {
    const open = groups.at(-1);
    const meets =
      open !== undefined &&
      (overlap(open, hunk) || (isText && open.end === hunk.aStart));
    if (meets) groups.pop();
    const { start, end } = meets ? open : { start: hunk.aStart, end: 0 };
    const group = { start, end: Math.max(end, hunk.aEnd), [side]: hunk };
    groups.push({ ...(meets && open), ...group });
  }
  return groups;
}

/** Two insertions overlap at the same point; what begins where another one ends does not. */
function overlap(open: Group, { aStart, aEnd }: Hunk): boolean {
  const samePoint = open.start === aStart && open.end === aEnd;
  return aStart < open.end || samePoint;
}
