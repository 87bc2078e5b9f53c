import type { Sides } from "./sides.js";

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

/** A text as it is once its conflicts are resolved, all for yours or all for what is new. The text itself where there are none. */
export function resolved(text: string): [yours: string, next: string] {
  const conflict =
    /^<{7} yours\n([^]*?)^\|{7} last generated\n[^]*?^={7}\n([^]*?)^>{7} newly generated(?:\n|$)/gm;
  return [text.replace(conflict, "$1"), text.replace(conflict, "$2")];
}
