import { conflictLines, type Sides } from "./markers.js";
import { regions, type Region } from "./regions.js";

export interface MergeLinesInput {
  readonly base: string;
  readonly yours: string;
  readonly next: string;
  /** What makes two lines the same. */
  readonly sameness: (line: string) => string;
  /** Lines added by both sides at the same point all stay, yours first. */
  readonly keepBoth: boolean;
}

/** Merges by line. Lines that count as the same keep your spelling where you changed it. */
export function mergeLines(input: MergeLinesInput): {
  readonly text: string;
  readonly conflicts: number;
} {
  const lines = {
    base: input.base.split("\n"),
    yours: input.yours.split("\n"),
    next: input.next.split("\n"),
  };
  const found = regions({
    base: lines.base.map(input.sameness),
    yours: lines.yours.map(input.sameness),
    next: lines.next.map(input.sameness),
  });
  let conflicts = 0;
  const merged = found.flatMap((region) => {
    const sides = cut(lines, region);
    if (region.changed !== "both") return pick(region, sides);
    return grouped(settle(sides, input)).flatMap((piece) => {
      if (!("base" in piece)) return piece;
      conflicts += 1;
      return conflictLines(piece);
    });
  });
  return { text: merged.join("\n"), conflicts };
}

function cut(lines: Sides, region: Region): Sides {
  return {
    base: lines.base.slice(...region.base),
    yours: lines.yours.slice(...region.yours),
    next: lines.next.slice(...region.next),
  };
}

/** The lines of a place that at most one side changed. */
function pick({ changed }: Region, { base, yours, next }: Sides): Lines {
  switch (changed) {
    case "yours":
      return yours;
    case "next":
      return next;
    default:
      // The same, but perhaps spelled otherwise by one of the sides.
      return yours.map((line, index) =>
        line === base[index] ? (next[index] ?? line) : line,
      );
  }
}

type Lines = readonly string[];
type Same = (a: Lines, b: Lines) => boolean;

/** A place that both sides changed: agreed lines as they are, and what is left as a conflict. */
function settle(
  { base, yours, next }: Sides,
  { sameness, keepBoth }: MergeLinesInput,
): (Lines | Sides)[] {
  const same: Same = (a, b) =>
    a.length === b.length &&
    a.every((line, index) => sameness(line) === sameness(b[index] ?? ""));
  if (same(yours, next)) return [yours];
  if (base.length === 0 && keepBoth) return union({ base, yours, next }, same);
  if (base.length !== yours.length || base.length !== next.length)
    return [{ base, yours, next }];
  return base.map((line, index) => {
    const [mine = "", theirs = ""] = [yours[index], next[index]];
    if (same([mine], [theirs]) || same([line], [theirs])) return [mine];
    if (same([line], [mine])) return [theirs];
    return { base: [line], yours: [mine], next: [theirs] };
  });
}

/** Both additions, yours first; what they begin or end with in common stands once. */
function union({ yours, next }: Sides, same: Same): Lines[] {
  const most = Math.min(yours.length, next.length);
  let head = 0;
  while (head < most && same([yours[head] ?? ""], [next[head] ?? ""]))
    head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    same([yours.at(-1 - tail) ?? ""], [next.at(-1 - tail) ?? ""])
  )
    tail += 1;
  return [yours.slice(0, yours.length - tail), next.slice(head)];
}

/** Neighbouring conflicts as one. */
function grouped(pieces: readonly (Lines | Sides)[]): (Lines | Sides)[] {
  const result: (Lines | Sides)[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && "base" in last && "base" in piece) {
      result[result.length - 1] = {
        base: [...last.base, ...piece.base],
        yours: [...last.yours, ...piece.yours],
        next: [...last.next, ...piece.next],
      };
    } else {
      result.push(piece);
    }
  }
  return result;
}
