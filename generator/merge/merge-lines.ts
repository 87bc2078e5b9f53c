import { conflictLines } from "./conflict-markers.js";
import { mapSides, type Sides } from "./three-way.js";
import { diff, type Hunk } from "./unified-diff.js";

export interface LinesOptions {
  /** What makes two lines the same. */
  readonly sameness: (line: string) => string;
  /** Lines added by both sides at the same point all stay, yours first. */
  readonly keepBoth: boolean;
  /** Lines that make sense only together: what both sides did to neighbours is a conflict. */
  readonly isText?: boolean;
}

type Lines = readonly string[];

/** Merges by line. Lines that count as the same keep your spelling where you changed it. */
export function mergeLines(
  texts: Sides<string>,
  options: LinesOptions,
): { readonly text: string; readonly conflicts: number } {
  const lines = mapSides(texts, (text) => text.split("\n"));
  const { isText = false, sameness } = options;
  const keys = mapSides(lines, (list) => list.map(sameness));
  let conflicts = 0;
  const merged = regions(keys, isText).flatMap(({ changed, ...ranges }) => {
    const sides = mapSides(lines, (list, side) => list.slice(...ranges[side]));
    if (!changed.yours || !changed.next) return pick(changed, sides);
    return settle(sides, options).flatMap((piece) => {
      if (!("base" in piece)) return piece;
      conflicts += 1;
      return conflictLines(piece);
    });
  });
  return { text: merged.join("\n"), conflicts };
}

/** A range of each version: the same place before and after. Ends are excluded. */
interface Region extends Sides<readonly [start: number, end: number]> {
  readonly changed: Changes;
}

/** The last hunk of each side that changed a place, which tells where its range ends. */
type Changes = Partial<Sides<Hunk>>;

/**
 * Cuts three versions of a list into places that nobody, one side or both sides changed. Changes that
 * only touch each other are two places, or one as in diff3 where the list is a text.
 */
function regions(lists: Sides<Lines>, isText: boolean): Region[] {
  const result: Region[] = [];
  let at = { base: 0, yours: 0, next: 0 };
  const push = (end: number, changed: Changes) => {
    if (end <= at.base && !changed.yours && !changed.next) return;
    const to = mapSides(at, (start, side) => {
      const { aEnd, bEnd } = changed[side] ?? { aEnd: at.base, bEnd: start };
      return bEnd + end - aEnd;
    });
    const ranges = mapSides(at, (start, side) => [start, to[side]] as const);
    result.push({ ...ranges, changed });
    at = to;
  };
  for (const { start, end, changed } of groups(lists, isText)) {
    push(start, {});
    push(end, changed);
  }
  push(lists.base.length, {});
  return result;
}

/** Changes of both sides that overlap, as a range of the base. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly changed: Changes;
}

function groups({ base, yours, next }: Sides<Lines>, isText: boolean): Group[] {
  const hunks = [
    ...diff(base, yours).map((hunk) => ({ hunk, side: "yours" })),
    ...diff(base, next).map((hunk) => ({ hunk, side: "next" })),
  ].sort((a, b) => a.hunk.aStart - b.hunk.aStart || a.hunk.aEnd - b.hunk.aEnd);
  const result: Group[] = [];
  for (const { hunk, side } of hunks) {
    const { aStart, aEnd } = hunk;
    const last = result.at(-1);
    const touches = last?.end === aStart;
    // Two insertions overlap at the same point; what begins where another one ends does not.
    const samePoint = touches && last.start === aStart && last.end === aEnd;
    const meets =
      last && (aStart < last.end || samePoint || (isText && touches));
    if (meets) result.pop();
    result.push({
      start: meets ? last.start : aStart,
      end: meets ? Math.max(last.end, aEnd) : aEnd,
      changed: { ...(meets && last.changed), [side]: hunk },
    });
  }
  return result;
}

/** The lines of a place that at most one side changed. */
function pick(changed: Changes, { base, yours, next }: Sides<Lines>): Lines {
  if (changed.yours) return yours;
  if (changed.next) return next;
  // The same, but perhaps spelled otherwise by one of the sides.
  return yours.map((line, index) =>
    line === base[index] ? (next[index] ?? line) : line,
  );
}

/** A place that both sides changed: agreed lines as they are, and what is left as conflicts, neighbours as one. */
function settle(
  { base, yours, next }: Sides<Lines>,
  { sameness, keepBoth, isText = false }: LinesOptions,
): (Lines | Sides<Lines>)[] {
  const same = (a = "", b = "") => sameness(a) === sameness(b);
  const isEven = yours.length === next.length;
  if (isEven && yours.every((line, index) => same(line, next[index])))
    return [yours];
  if (base.length === 0 && keepBoth) return union(yours, next, same);
  if (isText || !isEven || base.length !== yours.length)
    return [{ base, yours, next }];
  const pieces: (Lines | Sides<Lines>)[] = [];
  for (const [index, line] of base.entries()) {
    const [mine = "", theirs = ""] = [yours[index], next[index]];
    const isMine = same(mine, theirs) || same(line, theirs);
    if (isMine || same(line, mine)) {
      pieces.push([isMine ? mine : theirs]);
      continue;
    }
    const last = pieces.at(-1);
    const open = last && "base" in last ? last : undefined;
    if (open) pieces.pop();
    pieces.push({
      base: [...(open?.base ?? []), line],
      yours: [...(open?.yours ?? []), mine],
      next: [...(open?.next ?? []), theirs],
    });
  }
  return pieces;
}

/** Both additions, yours first; what they begin or end with in common stands once. */
function union(
  yours: Lines,
  next: Lines,
  same: (a?: string, b?: string) => boolean,
): Lines[] {
  const most = Math.min(yours.length, next.length);
  let head = 0;
  while (head < most && same(yours[head], next[head])) head += 1;
  let [mine, theirs] = [yours.length, next.length];
  while (
    Math.min(mine, theirs) > head &&
    same(yours[mine - 1], next[theirs - 1])
  ) {
    mine -= 1;
    theirs -= 1;
  }
  return [yours.slice(0, mine), next.slice(head)];
}
