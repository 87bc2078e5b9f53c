import type { Conflict } from "../project/outcome.js";
import { dressedAs, plain } from "../shared/line-endings.js";
import { mergeApart } from "./definitions.js";
import { mergeLines } from "./merge-lines.js";
import { markerLines, resolved } from "./conflict-markers.js";
import { mergeMembers } from "./merge-members.js";
import { clean, type Merged } from "./merged-child.js";
import { mapSides, type Sides } from "./three-way.js";
import { mergeStructure } from "./merge-tree.js";
import { parserOf } from "./parse-typescript.js";

export interface MergeTextInput extends Sides<string> {
  /** Its ending tells the language. */
  readonly path: string;
}

export interface MergedText {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/** Brings one file together: by structure where its language is known and all versions are valid, else by line. Line ends and byte order mark stay as in `yours`. */
export function mergeText({ path, ...texts }: MergeTextInput): MergedText {
  const sides = mapSides(texts, plain);
  const apart = mergeMembers(sides);
  const merged =
    apart === undefined
      ? (byStructure(path, sides) ?? byLines(path, sides))
      : clean(apart);
  return finished(merged, texts.yours);
}

/** Brings in what is new of a component that stands in a file of yours, of which nothing else changes. Null where that can't be done. */
export function mergeComponent(input: MergeTextInput): MergedText | null {
  const { path, yours } = input;
  const merged = byStructure(path, mapSides(input, plain), true);
  return merged && finished(merged, yours);
}

function finished({ text, places }: Merged, yours: string): MergedText {
  return {
    text: dressedAs(text, yours),
    conflicts: markerLines(text).map((line, index) => ({
      place: places[index] || `line ${line}`,
      line,
    })),
  };
}

/** `alone`: only a component in a file of yours. */
function byStructure(
  path: string,
  sides: Sides<string>,
  alone = false,
): Merged | null {
  const parser = parserOf(path);
  if (parser === undefined) return null;
  const { isValid, parse } = parser;
  const { base, yours, next } = mapSides(sides, (text) => parse(text));
  if (!base || !yours || !next) return null;
  const trees = { base, yours, next };
  const apart = mergeApart(trees, { alone, parse });
  const merged = apart ?? (alone ? null : mergeStructure(trees));
  // What does not fit together again is better left to lines.
  const isWhole = merged && [...new Set(resolved(merged.text))].every(isValid);
  return isWhole ? merged : null;
}

function byLines(path: string, sides: Sides<string>): Merged {
  const { text } = mergeLines(sides, {
    sameness: path.endsWith(".md") ? tableCells : (line) => line.trimEnd(),
    keepBoth: !/\.(?:ts|json)$/.test(path),
  });
  return clean(text);
}

/** A longer name in one row of a Markdown table moves the borders of all rows. */
function tableCells(line: string): string {
  return line.startsWith("|")
    ? line.replace(/(?<!\s)\s*\|\s*/g, "|").replace(/-+/g, "-")
    : line.trimEnd();
}
