import type { ThreeWay } from "./three-way.js";

/** Writes the lines of a conflict as git does with `merge.conflictStyle = diff3`. */
export function formatConflict({
  current,
  base,
  incoming,
}: ThreeWay<readonly string[]>): string[] {
  return [
    "<<<<<<< yours",
    ...current,
    "||||||| last generated",
    ...base,
    "=======",
    ...incoming,
    ">>>>>>> newly generated",
  ];
}

/** True if a text has a conflict to resolve; rows of `=======` alone are a heading of Markdown. */
export function hasConflictMarkers(text: string): boolean {
  return /^(?:<{7,}|\|{7,}|>{7,})(?: |\r?$)/m.test(text);
}

/** First line of a conflict that `formatConflict` wrote. */
const OWN_START_MARKER = /^<{7} yours$/;
/** First line of any conflict, git's own included. */
export const ANY_START_MARKER = /^<{7,}(?: |\r?$)/;

/** Numbers of the first lines of conflicts; the first line of a text is 1. */
export function findMarkerLines(
  text: string,
  startMarker = OWN_START_MARKER,
): number[] {
  return text
    .split("\n")
    .flatMap((line, index) => (startMarker.test(line) ? [index + 1] : []));
}

/** Resolves all conflicts that `formatConflict` wrote, once for `current` and once for `incoming`. Returns the text itself if there are none. */
export function resolveBothWays(
  text: string,
): [current: string, incoming: string] {
  return [
    replaceOwnConflicts(text, ({ current }) => current),
    replaceOwnConflicts(text, ({ incoming }) => incoming),
  ];
}

/** Replaces conflicts that `formatConflict` wrote; one stays if `replace` returns undefined. */
export function replaceOwnConflicts(
  text: string,
  replace: (conflict: MarkedConflict) => string | undefined,
): string {
  const lines = splitLines(text);
  const parts: string[] = [];
  let position = 0;
  for (const conflict of parseConflicts(lines)) {
    if (conflict.labels.join() !== OWN_LABELS) continue;
    const replacement = replace(conflict);
    if (replacement === undefined) continue;
    parts.push(...lines.slice(position, conflict.start), replacement);
    position = conflict.end;
  }
  return [...parts, ...lines.slice(position)].join("");
}

/** Labels of the markers that `formatConflict` writes, joined by commas. */
const OWN_LABELS = " yours, last generated,, newly generated";

/** Splits a text into lines with their ends. */
export const splitLines = (text: string): readonly string[] =>
  text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** A conflict: the index of its first line and of the line behind it, and the texts of both sides and of their base. */
export interface MarkedConflict {
  readonly start: number;
  readonly end: number;
  readonly current: string;
  readonly base: string;
  readonly incoming: string;
  /** Texts behind the signs of its markers, in their order. */
  readonly labels: readonly string[];
}

/**
 * Finds conflicts as git writes them, with or without the base, in the order of the lines. The
 * markers of one conflict are all of one length, 7 or more: longer ones within its base belong to a
 * conflict of an earlier merge.
 * https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
 */
export function parseConflicts(lines: readonly string[]): MarkedConflict[] {
  const conflicts: MarkedConflict[] = [];
  // Signs of the markers since a conflict began: of `<`, `|`, `=` and `>`.
  let signs = "";
  let start = 0;
  let length = 0;
  let labels: string[] = [];
  let currentLines: string[] = [];
  let baseLines: string[] = [];
  let incomingLines: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, marker = "", label = ""] = MARKER.exec(line) ?? [];
    const sign = marker.charAt(0);
    const isStart = sign === "<" && (signs === "" || marker.length === length);
    const continuesConflict =
      marker.length === length && MARKER_ORDER.test(signs + sign);
    if (isStart) {
      // A conflict without an end is ignored: the next one begins here.
      [signs, start, length] = [sign, index, marker.length];
      [labels, currentLines, baseLines, incomingLines] = [[label], [], [], []];
    } else if (signs !== "" && sign !== "" && continuesConflict) {
      signs += sign;
      labels.push(label);
    } else if (signs === "<") currentLines.push(line);
    else if (signs.endsWith("|")) baseLines.push(line);
    else if (signs.endsWith("=")) incomingLines.push(line);
    if (!signs.endsWith(">")) continue;
    conflicts.push({
      start,
      end: index + 1,
      labels,
      current: currentLines.join(""),
      base: baseLines.join(""),
      incoming: incomingLines.join(""),
    });
    signs = "";
  }
  return conflicts;
}

/** A marker line. Rows of `=` that are longer or that have text behind them are headings of Markdown and rulers. */
const MARKER =
  /^(<{7,}(?= )|\|{7,}|={7,}(?=\r?\n)|>{7,}(?= ))([^\r\n]*)\r?\n?$/;

/** Signs of the markers of one conflict so far, in the order that git writes. */
const MARKER_ORDER = /^<(?:\||\|?=>?)$/;
