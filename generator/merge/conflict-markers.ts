import type { Sides } from "./three-way.js";

/** The lines of a conflict as git writes them with `merge.conflictStyle = diff3`. */
export function conflictLines({
  yours,
  base,
  next,
}: Sides<readonly string[]>): string[] {
  return [
    "<<<<<<< yours",
    ...yours,
    "||||||| last generated",
    ...base,
    "=======",
    ...next,
    ">>>>>>> newly generated",
  ];
}

/** True where somebody has a conflict to resolve; rows of `=======` alone are a heading of Markdown. */
export function hasMarkers(text: string): boolean {
  return /^(?:<{7,}|\|{7,}|>{7,})(?: |\r?$)/m.test(text);
}

/** What a conflict of ours begins with. */
const OURS = /^<{7} yours$/;
/** What any begins with, git's own among them. */
export const ANY_CONFLICT = /^<{7,}(?: |\r?$)/;

/** Numbers of the lines where a conflict begins; the first line is 1. */
export function markerLines(text: string, begin = OURS): number[] {
  return text
    .split("\n")
    .flatMap((line, index) => (begin.test(line) ? [index + 1] : []));
}

/** A text as it is once its conflicts of ours are resolved, all for yours or all for what is new. The text itself where there are none. */
export function resolved(text: string): [yours: string, next: string] {
  return [
    replaceOurs(text, ({ first }) => first),
    replaceOurs(text, ({ second }) => second),
  ];
}

/** A text with something else in the place of its conflicts of ours; undefined: one stays. */
export function replaceOurs(
  text: string,
  replace: (conflict: Conflict) => string | undefined,
): string {
  const lines = linesOf(text);
  const parts: string[] = [];
  let from = 0;
  for (const conflict of conflictsIn(lines)) {
    if (conflict.labels.join() !== LABELS) continue;
    const replacement = replace(conflict);
    if (replacement === undefined) continue;
    parts.push(...lines.slice(from, conflict.start), replacement);
    from = conflict.end;
  }
  return [...parts, ...lines.slice(from)].join("");
}

/** What stands behind the signs of markers of ours. */
const LABELS = " yours, last generated,, newly generated";

/** Lines with their ends. */
export const linesOf = (text: string): readonly string[] =>
  text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** A conflict: the index of its first line and of the line behind it, and the texts of both sides and of what they had before. */
export interface Conflict {
  readonly start: number;
  readonly end: number;
  readonly first: string;
  readonly base: string;
  readonly second: string;
  /** What stands behind the signs of its markers, in their order. */
  readonly labels: readonly string[];
}

/**
 * Conflicts as git writes them, with or without what both sides had before, in the order of the
 * lines. The markers of one are all of one length, 7 or more: longer ones within what both had before
 * belong to a conflict of an earlier merge.
 * https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
 */
export function conflictsIn(lines: readonly string[]): Conflict[] {
  const conflicts: Conflict[] = [];
  // Signs of the markers since a conflict began: of `<`, `|`, `=` and `>`.
  let signs = "";
  let start = 0;
  let length = 0;
  let labels: string[] = [];
  let first: string[] = [];
  let base: string[] = [];
  let second: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, marker = "", label = ""] = MARKER.exec(line) ?? [];
    const sign = marker.charAt(0);
    const begins = sign === "<" && (signs === "" || marker.length === length);
    const goesOn = marker.length === length && ORDER.test(signs + sign);
    if (begins) {
      // Without an end, a conflict is none: the next one begins anew.
      [signs, start, length] = [sign, index, marker.length];
      [labels, first, base, second] = [[label], [], [], []];
    } else if (signs !== "" && sign !== "" && goesOn) {
      signs += sign;
      labels.push(label);
    } else if (signs === "<") first.push(line);
    else if (signs.endsWith("|")) base.push(line);
    else if (signs.endsWith("=")) second.push(line);
    if (!signs.endsWith(">")) continue;
    conflicts.push({
      start,
      end: index + 1,
      labels,
      first: first.join(""),
      base: base.join(""),
      second: second.join(""),
    });
    signs = "";
  }
  return conflicts;
}

/** Rows of `=` that are longer or that have something behind them are headings of Markdown and rulers. */
const MARKER =
  /^(<{7,}(?= )|\|{7,}|={7,}(?=\r?\n)|>{7,}(?= ))([^\r\n]*)\r?\n?$/;

/** The beginnings of what may follow one another. */
const ORDER = /^<(?:\||\|?=>?)$/;
