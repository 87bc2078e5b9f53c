import type { Conflict } from "../project/outcome.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { mergeDetached } from "./definitions.js";
import { mergeLines } from "./merge-lines.js";
import { findMarkerLines, resolveBothWays } from "./conflict-markers.js";
import { mergeMembers } from "./merge-members.js";
import { unconflicted, type MergedFragment } from "./merged-child.js";
import { mapVersions, type ThreeWay } from "./three-way.js";
import { mergeStructure } from "./merge-tree.js";
import { parserOf } from "./parse-typescript.js";

export interface MergeTextInput extends ThreeWay<string> {
  /** Path of the file; its extension gives the language. */
  readonly path: string;
}

export interface MergedText {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges one file: by structure if its language is known and all versions are valid, otherwise by line. Line ends and
 * byte order mark stay as in `current`.
 */
export function mergeText({ path, ...texts }: MergeTextInput): MergedText {
  const normalizedTexts = mapVersions(texts, normalizeLineEndings);
  const mergedMembers = mergeMembers(normalizedTexts);
  const mergedFragment =
    mergedMembers === undefined
      ? (mergeByStructure(path, normalizedTexts) ??
        mergeByLine(path, normalizedTexts))
      : unconflicted(mergedMembers);
  return toMergedText(mergedFragment, texts.current);
}

/** Merges a component into a hand-written file, of which nothing else changes. Null if that can't be done. */
export function mergeComponent(input: MergeTextInput): MergedText | null {
  const { path, current } = input;
  const mergedFragment = mergeByStructure(
    path,
    mapVersions(input, normalizeLineEndings),
    true,
  );
  return mergedFragment && toMergedText(mergedFragment, current);
}

function toMergedText(
  { text, conflictPaths }: MergedFragment,
  current: string,
): MergedText {
  return {
    text: withLineEndingsOf(text, current),
    conflicts: findMarkerLines(text).map((line, index) => ({
      place: conflictPaths[index] || `line ${line}`,
      line,
    })),
  };
}

/** Merges by structure; if `isOtherFile`, only a component in a hand-written file. Null: no parser, or no valid merge. */
function mergeByStructure(
  path: string,
  texts: ThreeWay<string>,
  isOtherFile = false,
): MergedFragment | null {
  const parser = parserOf(path);
  if (parser === undefined) return null;
  const { isValid, parse } = parser;
  const { base, current, incoming } = mapVersions(texts, (text) => parse(text));
  if (!base || !current || !incoming) return null;
  const trees = { base, current, incoming };
  const detached = mergeDetached(trees, { isOtherFile, parse });
  const mergedFragment =
    detached ?? (isOtherFile ? null : mergeStructure(trees));
  // Texts that do not parse after the merge are better merged by line.
  const isValidMerge =
    mergedFragment &&
    [...new Set(resolveBothWays(mergedFragment.text))].every(isValid);
  return isValidMerge ? mergedFragment : null;
}

function mergeByLine(path: string, texts: ThreeWay<string>): MergedFragment {
  const { text } = mergeLines(texts, {
    toLineKey: path.endsWith(".md")
      ? normalizeTableRow
      : (line) => line.trimEnd(),
    keepBoth: !/\.(?:ts|json)$/.test(path),
  });
  return unconflicted(text);
}

/** Normalizes a row of a Markdown table: a longer name in one row moves the borders of all rows. */
function normalizeTableRow(line: string): string {
  return line.startsWith("|")
    ? line.replace(/(?<!\s)\s*\|\s*/g, "|").replace(/-+/g, "-")
    : line.trimEnd();
}
