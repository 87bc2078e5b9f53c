import type { LockedFile } from "../project/outcome.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { parseConflicts, splitLines } from "./conflict-markers.js";

/** Most conflicts of one file that are resolved, and most characters that are compared for them: a checkout may hold any number. */
const MAX_CONFLICTS = 1_000;
const MAX_COMPARED_CHARACTERS = 2_000_000_000;

/**
 * Resolves git's conflicts in a file that two branches both regenerated. If one side of a conflict holds
 * only generated text, that is generated again, so the other side stays. A conflict that was edited on
 * both sides keeps its markers, and so does a file with very many conflicts.
 */
export function resolveGeneratedSides(
  text: string,
  { otherSide, ...base }: LockedFile,
): string {
  if (otherSide === undefined || !/^<{7,} /m.test(text)) return text;
  const lines = splitLines(normalizeLineEndings(text));
  const conflicts = parseConflicts(lines);
  const generatedTexts = [base.text() ?? "", otherSide.text() ?? ""];
  const generatedLength = generatedTexts.reduce(
    (sum, { length }) => sum + length,
    0,
  );
  const isBounded =
    conflicts.length <= MAX_CONFLICTS &&
    conflicts.length * generatedLength <= MAX_COMPARED_CHARACTERS;
  if (!isBounded) return text;
  const resolvedParts: string[] = [];
  let position = 0;
  for (const { start, end, current, incoming } of conflicts) {
    const lineBefore = toContextLine(lines[start - 1]);
    const lineAfter = toContextLine(lines[end]);
    const isIn = (candidate: string, generatedText = "") =>
      generatedText.includes(lineBefore + candidate + lineAfter);
    const isGenerated = (candidate: string) =>
      generatedTexts.some((generatedText) => isIn(candidate, generatedText));
    // If both are generated, the base's own stays: the other one would look like an edit of it.
    const isOfBase =
      isGenerated(current) &&
      !isIn(current, generatedTexts[0]) &&
      isIn(incoming, generatedTexts[0]);
    const resolvedText =
      isGenerated(incoming) && !isOfBase
        ? current
        : isGenerated(current)
          ? incoming
          : lines.slice(start, end).join("");
    resolvedParts.push(...lines.slice(position, start), resolvedText);
    position = end;
  }
  resolvedParts.push(...lines.slice(position));
  return withLineEndingsOf(resolvedParts.join(""), text);
}

/**
 * True if a file is git's merge of the texts that two branches generated: every line is of one of them,
 * and all lines that both have are there.
 */
export function isMixOfGenerated(
  text: string,
  { otherSide, ...base }: LockedFile,
): boolean {
  if (otherSide === undefined) return false;
  const [ownLines, otherLines, currentLines] = [
    base.text(),
    otherSide.text(),
    text,
  ].map(
    (versionText) =>
      new Set(normalizeLineEndings(versionText ?? "").split("\n")),
  );
  return (
    [...(currentLines ?? [])].every(
      (line) => ownLines?.has(line) || otherLines?.has(line),
    ) &&
    [...(ownLines ?? [])].every(
      (line) => currentLines?.has(line) || !otherLines?.has(line),
    )
  );
}

/** A line beside a conflict that both sides have; empty if another conflict is there. */
function toContextLine(line = ""): string {
  return line.endsWith("\n") && !/^[<>]{7,} /.test(line) ? line : "";
}
