import type { Conflict } from "../outcome.js";
import { dressedAs, plain } from "../text.js";
import { mergeLines } from "./lines.js";
import { markerLines } from "./markers.js";

export interface MergeTextInput {
  /** Its ending tells the language. */
  readonly path: string;
  readonly base: string;
  readonly yours: string;
  readonly next: string;
}

export interface MergedText {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/** Brings one file together. Line ends and byte order mark stay as in `yours`. */
export function mergeText(input: MergeTextInput): MergedText {
  const sides = {
    base: plain(input.base),
    yours: plain(input.yours),
    next: plain(input.next),
  };
  const { text } = mergeLines({
    ...sides,
    sameness: (line) => line.trimEnd(),
    keepBoth: !input.path.endsWith(".ts"),
  });
  const conflicts = markerLines(text).map((line) => ({
    place: `line ${line}`,
    line,
  }));
  return { text: dressedAs(text, input.yours), conflicts };
}
