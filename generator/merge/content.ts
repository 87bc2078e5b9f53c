import type { Conflict } from "../output/outcome.js";
import { dressedAs, plain } from "../text.js";
import type { Merged } from "./context.js";
import { fromFirstForm, isFirstForm } from "./first-form.js";
import { mergeLines } from "./lines.js";
import { markerLines, resolved } from "./markers.js";
import { mergeStructure } from "./structure.js";
import { syntaxOf } from "./syntax.js";

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

/** Brings one file together: by structure where its language is known and all versions are valid, else by line. Line ends and byte order mark stay as in `yours`. */
export function mergeText({
  path,
  base,
  yours,
  next,
}: MergeTextInput): MergedText {
  const isUpgrade = isFirstForm(plain(base)) && !isFirstForm(plain(next));
  const same = (text: string) =>
    isUpgrade ? fromFirstForm(plain(text)) : plain(text);
  const sides = { base: same(base), yours: same(yours), next: plain(next) };
  const { text, places } = byStructure(path, sides) ?? byLines(path, sides);
  return {
    text: dressedAs(text, yours),
    conflicts: markerLines(text).map((line, index) => ({
      place: places[index] || `line ${line}`,
      line,
    })),
  };
}

interface Sides {
  readonly base: string;
  readonly yours: string;
  readonly next: string;
}

function byStructure(path: string, sides: Sides): Merged | null {
  const syntax = syntaxOf(path);
  const [base, yours, next] = [sides.base, sides.yours, sides.next].map(
    (text) => syntax?.parse(text),
  );
  if (!syntax || !base || !yours || !next) return null;
  const merged = mergeStructure({ base, yours, next });
  if (merged === null) return null;
  // What does not fit together again is better left to lines.
  const valid = resolved(merged.text).every((text) => syntax.isValid(text));
  return valid ? merged : null;
}

function byLines(path: string, sides: Sides): Merged {
  const { text } = mergeLines({
    ...sides,
    sameness: path.endsWith(".md") ? tableCells : (line) => line.trimEnd(),
    keepBoth: !/\.(?:ts|json)$/.test(path),
  });
  return { text, places: [] };
}

/** A longer name in one row of a Markdown table moves the borders of all rows. */
function tableCells(line: string): string {
  return line.startsWith("|")
    ? line.replace(/\s*\|\s*/g, "|").replace(/-+/g, "-")
    : line.trimEnd();
}
