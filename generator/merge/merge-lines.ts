import { formatConflict } from "./conflict-markers.js";
import { mapVersions, type ThreeWay } from "./three-way.js";
import { diffLists, type Hunk } from "./unified-diff.js";

export interface LinesOptions {
  /** Converts a line to a key; lines with one key are the same. */
  readonly toLineKey: (line: string) => string;
  /** True: lines added by both sides at the same point all stay, those of `current` first. */
  readonly keepBoth: boolean;
  /** True: lines make sense only together, so changes of both sides to neighbours are a conflict. */
  readonly isText?: boolean;
}

type Lines = readonly string[];

/** Merges by line. Lines with one key keep the spelling of `current` if it was changed there. */
export function mergeLines(
  texts: ThreeWay<string>,
  options: LinesOptions,
): { readonly text: string; readonly conflicts: number } {
  const lines = mapVersions(texts, (text) => text.split("\n"));
  const { isText = false, toLineKey } = options;
  const keys = mapVersions(lines, (list) => list.map(toLineKey));
  let conflicts = 0;
  const mergedLines = splitRegions(keys, isText).flatMap(
    ({ lastHunks, ...ranges }) => {
      const versions = mapVersions(lines, (list, versionName) =>
        list.slice(...ranges[versionName]),
      );
      if (!lastHunks.current || !lastHunks.incoming)
        return pickChanged(lastHunks, versions);
      return resolveHunk(versions, options).flatMap((piece) => {
        if (!("base" in piece)) return piece;
        conflicts += 1;
        return formatConflict(piece);
      });
    },
  );
  return { text: mergedLines.join("\n"), conflicts };
}

/** Ranges of one region in each version. Ends are excluded. */
interface Region extends ThreeWay<readonly [start: number, end: number]> {
  readonly lastHunks: SideHunks;
}

/** Last hunk of each side that changed a region, from which the end of its range follows. */
type SideHunks = Partial<ThreeWay<Hunk>>;

/**
 * Cuts three versions of a list into regions that neither, one or both sides changed. Changes that only touch each
 * other are two regions, or one as in diff3 if the list is a text.
 */
function splitRegions(lists: ThreeWay<Lines>, isText: boolean): Region[] {
  const regions: Region[] = [];
  let starts = { base: 0, current: 0, incoming: 0 };
  const addRegion = (end: number, lastHunks: SideHunks) => {
    if (end <= starts.base && !lastHunks.current && !lastHunks.incoming) return;
    const ends = mapVersions(starts, (start, versionName) => {
      const { aEnd, bEnd } = lastHunks[versionName] ?? {
        aEnd: starts.base,
        bEnd: start,
      };
      return bEnd + end - aEnd;
    });
    const ranges = mapVersions(
      starts,
      (start, versionName) => [start, ends[versionName]] as const,
    );
    regions.push({ ...ranges, lastHunks });
    starts = ends;
  };
  for (const { start, end, lastHunks } of groupHunks(lists, isText)) {
    addRegion(start, {});
    addRegion(end, lastHunks);
  }
  addRegion(lists.base.length, {});
  return regions;
}

/** Changes of both sides that overlap, as a range of the base. */
interface HunkGroup {
  readonly start: number;
  readonly end: number;
  readonly lastHunks: SideHunks;
}

function groupHunks(
  { base, current, incoming }: ThreeWay<Lines>,
  isText: boolean,
): HunkGroup[] {
  const hunks = [
    ...diffLists(base, current).map((hunk) => ({ hunk, side: "current" })),
    ...diffLists(base, incoming).map((hunk) => ({ hunk, side: "incoming" })),
  ].sort((a, b) => a.hunk.aStart - b.hunk.aStart || a.hunk.aEnd - b.hunk.aEnd);
  const groups: HunkGroup[] = [];
  for (const { hunk, side } of hunks) {
    const { aStart, aEnd } = hunk;
    const lastGroup = groups.at(-1);
    const touches = lastGroup?.end === aStart;
    // Two insertions overlap at the same point; two regions that touch do not overlap.
    const isSamePoint =
      touches && lastGroup.start === aStart && lastGroup.end === aEnd;
    const overlaps =
      lastGroup &&
      (aStart < lastGroup.end || isSamePoint || (isText && touches));
    if (overlaps) groups.pop();
    groups.push({
      start: overlaps ? lastGroup.start : aStart,
      end: overlaps ? Math.max(lastGroup.end, aEnd) : aEnd,
      lastHunks: { ...(overlaps && lastGroup.lastHunks), [side]: hunk },
    });
  }
  return groups;
}

/** Picks the lines of a region that at most one side changed. */
function pickChanged(
  lastHunks: SideHunks,
  { base, current, incoming }: ThreeWay<Lines>,
): Lines {
  if (lastHunks.current) return current;
  if (lastHunks.incoming) return incoming;
  // The same, but perhaps spelled otherwise by one of the sides.
  return current.map((line, index) =>
    line === base[index] ? (incoming[index] ?? line) : line,
  );
}

/** Resolves a region that both sides changed: agreed lines as they are, and the others as conflicts, neighbours as one. */
function resolveHunk(
  { base, current, incoming }: ThreeWay<Lines>,
  { toLineKey, keepBoth, isText = false }: LinesOptions,
): (Lines | ThreeWay<Lines>)[] {
  const isSameLine = (a = "", b = "") => toLineKey(a) === toLineKey(b);
  const isEven = current.length === incoming.length;
  if (
    isEven &&
    current.every((line, index) => isSameLine(line, incoming[index]))
  )
    return [current];
  if (base.length === 0 && keepBoth)
    return uniteAdditions(current, incoming, isSameLine);
  if (isText || !isEven || base.length !== current.length)
    return [{ base, current, incoming }];
  const pieces: (Lines | ThreeWay<Lines>)[] = [];
  for (const [index, line] of base.entries()) {
    const [currentLine = "", incomingLine = ""] = [
      current[index],
      incoming[index],
    ];
    const takesCurrent =
      isSameLine(currentLine, incomingLine) || isSameLine(line, incomingLine);
    if (takesCurrent || isSameLine(line, currentLine)) {
      pieces.push([takesCurrent ? currentLine : incomingLine]);
      continue;
    }
    const lastPiece = pieces.at(-1);
    const openConflict =
      lastPiece && "base" in lastPiece ? lastPiece : undefined;
    if (openConflict) pieces.pop();
    pieces.push({
      base: [...(openConflict?.base ?? []), line],
      current: [...(openConflict?.current ?? []), currentLine],
      incoming: [...(openConflict?.incoming ?? []), incomingLine],
    });
  }
  return pieces;
}

/** Unites the additions of both sides, `current` first; lines that both begin or end with are written once. */
function uniteAdditions(
  current: Lines,
  incoming: Lines,
  isSameLine: (a?: string, b?: string) => boolean,
): Lines[] {
  const shorterLength = Math.min(current.length, incoming.length);
  let headLength = 0;
  while (
    headLength < shorterLength &&
    isSameLine(current[headLength], incoming[headLength])
  )
    headLength += 1;
  let [currentEnd, incomingEnd] = [current.length, incoming.length];
  while (
    Math.min(currentEnd, incomingEnd) > headLength &&
    isSameLine(current[currentEnd - 1], incoming[incomingEnd - 1])
  ) {
    currentEnd -= 1;
    incomingEnd -= 1;
  }
  return [current.slice(0, currentEnd), incoming.slice(headLength)];
}
