import { diff, type Hunk } from "./diff.js";
import type { Sides } from "./sides.js";

/** A range of each version: the same place before and after. Ends are excluded. */
export interface Region extends Sides<readonly [start: number, end: number]> {
  /** Who changed it. */
  readonly changed: "nobody" | "yours" | "next" | "both";
}

/**
 * Cuts three versions of a list into places that nobody, one side or both sides changed. Unlike in
 * diff3, changes that only touch each other are two places.
 */
export function regions({
  base,
  yours,
  next,
}: Sides<readonly string[]>): Region[] {
  const sides = { yours: diff(base, yours), next: diff(base, next) };
  const result: Region[] = [];
  let at = { base: 0, yours: 0, next: 0 };
  const push = (end: number, ours: Hunk | null, theirs: Hunk | null) => {
    const to = {
      base: end,
      yours: ours ? ours.bEnd + end - ours.aEnd : at.yours + end - at.base,
      next: theirs ? theirs.bEnd + end - theirs.aEnd : at.next + end - at.base,
    };
    result.push({
      base: [at.base, to.base],
      yours: [at.yours, to.yours],
      next: [at.next, to.next],
      changed: ours ? (theirs ? "both" : "yours") : theirs ? "next" : "nobody",
    });
    at = to;
  };
  for (const group of overlapping(sides.yours, sides.next)) {
    if (group.start > at.base) push(group.start, null, null);
    push(group.end, group.yours, group.next);
  }
  if (base.length > at.base) push(base.length, null, null);
  return result;
}

interface Group {
  readonly start: number;
  readonly end: number;
  /** The last hunk of each side, which tells where its range ends. */
  readonly yours: Hunk | null;
  readonly next: Hunk | null;
}

function overlapping(yours: readonly Hunk[], next: readonly Hunk[]): Group[] {
  const hunks = [
    ...yours.map((hunk) => ({ hunk, side: "yours" as const })),
    ...next.map((hunk) => ({ hunk, side: "next" as const })),
  ].sort((a, b) => a.hunk.aStart - b.hunk.aStart || a.hunk.aEnd - b.hunk.aEnd);
  const groups: Group[] = [];
  for (const { hunk, side } of hunks) {
    const open = groups.at(-1);
    if (open && overlap(open, hunk)) {
      const end = Math.max(open.end, hunk.aEnd);
      groups[groups.length - 1] = { ...open, end, [side]: hunk };
    } else {
      groups.push({
        start: hunk.aStart,
        end: hunk.aEnd,
        yours: null,
        next: null,
        [side]: hunk,
      });
    }
  }
  return groups;
}

/** Two insertions overlap at the same point; what begins where another one ends does not. */
function overlap(open: Group, { aStart, aEnd }: Hunk): boolean {
  const samePoint = open.start === aStart && open.end === aEnd;
  return aStart < open.end || samePoint;
}
