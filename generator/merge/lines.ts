import { conflictLines } from "./markers.js";
import { regions, type Region } from "./regions.js";
import { mapSides, type Sides } from "./sides.js";

export interface MergeLinesInput extends Sides<string> {
  /** What makes two lines the same. */
  readonly sameness: (line: string) => string;
  /** Lines added by both sides at the same point all stay, yours first. */
  readonly keepBoth: boolean;
  /** Lines that make sense only together: what both sides did to neighbours is a conflict. */
  readonly isText?: boolean;
}

type Lines = readonly string[];

/** Merges by line. Lines that count as the same keep your spelling where you changed it. */
export function mergeLines(input: MergeLinesInput): {
  readonly text: string;
  readonly conflicts: number;
} {
  const lines = mapSides(input, (text) => text.split("\n"));
  const { isText = false, sameness } = input;
  const found = regions(
    mapSides(lines, (list) => list.map(sameness)),
    isText,
  );
  let conflicts = 0;
  const merged = found.flatMap((region) => {
    const sides = mapSides(lines, (list, side) => list.slice(...region[side]));
    if (region.changed !== "both") return pick(region, sides);
    return grouped(settle(sides, input)).flatMap((piece) => {
      if (!("base" in piece)) return piece;
      conflicts += 1;
      return conflictLines(piece);
    });
  });
  return { text: merged.join("\n"), conflicts };
}

/** The lines of a place that at most one side changed. */
function pick({ changed }: Region, sides: Sides<Lines>): Lines {
  if (changed === "yours" || changed === "next") return sides[changed];
  const { base, yours, next } = sides;
  // The same, but perhaps spelled otherwise by one of the sides.
  return yours.map((line, index) =>
    line === base[index] ? (next[index] ?? line) : line,
  );
}

/** A place that both sides changed: agreed lines as they are, and what is left as a conflict. */
function settle(
  { base, yours, next }: Sides<Lines>,
  { sameness, keepBoth, isText = false }: MergeLinesInput,
): (Lines | Sides<Lines>)[] {
  const same = (a: Lines, b: Lines) =>
    a.length === b.length &&
    a.every((line, index) => sameness(line) === sameness(b[index] ?? ""));
  if (same(yours, next)) return [yours];
  if (base.length === 0 && keepBoth) return union(yours, next, same);
  const isLong = base.length !== yours.length || base.length !== next.length;
  if (isText || isLong) return [{ base, yours, next }];
  return base.map((line, index) => {
    const [mine = "", theirs = ""] = [yours[index], next[index]];
    if (same([mine], [theirs]) || same([line], [theirs])) return [mine];
    if (same([line], [mine])) return [theirs];
    return { base: [line], yours: [mine], next: [theirs] };
  });
}

/** Both additions, yours first; what they begin or end with in common stands once. */
function union(
  yours: Lines,
  next: Lines,
  same: (a: Lines, b: Lines) => boolean,
): Lines[] {
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
function grouped(
  pieces: readonly (Lines | Sides<Lines>)[],
): (Lines | Sides<Lines>)[] {
  const result: (Lines | Sides<Lines>)[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && "base" in last && "base" in piece) {
      result.pop();
      result.push(mapSides(last, (list, side) => [...list, ...piece[side]]));
    } else {
      result.push(piece);
    }
  }
  return result;
}
