import type { Conflict } from "../output/outcome.js";
import { dressedAs, plain } from "../text.js";
import { fromFirstForm, isFirstForm } from "./first-form.js";
import { mergeLines } from "./lines.js";
import { markerLines, resolved } from "./markers.js";
import type { Merged } from "./pieces.js";
import { mapSides, type Sides } from "./sides.js";
import { mergeStructure } from "./structure.js";
import { parserOf } from "./syntax.js";

export interface MergeTextInput extends Sides<string> {
  /** Its ending tells the language. */
  readonly path: string;
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

function byStructure(path: string, sides: Sides<string>): Merged | null {
  const parse = parserOf(path);
  if (parse === undefined) return null;
  const { base, yours, next } = mapSides(sides, (text) => parse(text));
  if (!base || !yours || !next) return null;
  const merged = mergeStructure({ base, yours, next });
  if (merged === null) return null;
  // What does not fit together again is better left to lines.
  return resolved(merged.text).every(parse) ? merged : null;
}

function byLines(path: string, sides: Sides<string>): Merged {
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
