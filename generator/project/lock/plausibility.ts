import { ToolwrightError, type Problem } from "../../errors.js";
import type { Lock, Outcome } from "../outcome.js";
import { classifyPath } from "../paths.js";
import { normalizeLineEndings } from "../../shared/line-endings.js";
import { implausibleTextError } from "./errors.js";

/** True if a text may have been generated at this path. */
export function couldBeGenerated(path: string, text: string): boolean {
  const projectPath = classifyPath(path);
  if (projectPath === undefined) return false;
  const normalizedText = normalizeLineEndings(text);
  return projectPath.marks.every((mark) => mark.test(normalizedText));
}

/**
 * Problems of a lock by which files are about to be overwritten, moved or removed as generated, though they
 * can't have been. A forged line passes if its text could have been generated: `check` sees it.
 */
export function implausible(
  outcomes: readonly Outcome[],
  baseLock: Lock | null,
): readonly Problem[] {
  if (baseLock?.isUnchecked) return [];
  return outcomes.flatMap(claimedAsGenerated).flatMap(([path, currentText]) => {
    try {
      // The lock has no text of files that are not editable, but their digests have been compared.
      const text = baseLock?.files.get(path)?.text() ?? currentText;
      return couldBeGenerated(path, text)
        ? []
        : implausibleTextError(path, baseLock?.generator ?? "none").problems;
    } catch (error) {
      if (error instanceof ToolwrightError) return error.problems;
      throw error;
    }
  });
}

/** Paths and current texts that an outcome takes for generated. */
function claimedAsGenerated(outcome: Outcome): [path: string, text: string][] {
  const { kind, path } = outcome;
  if (kind === "updated" || kind === "removed") return [[path, outcome.before]];
  if (kind !== "moved" && kind !== "conflict") return [];
  const claimedTexts: [string, string][] = [];
  if (outcome.replaces !== undefined)
    claimedTexts.push([path, outcome.replaces]);
  // The merge has already read the generated text of an edited file.
  if (kind === "moved" && !outcome.edited)
    claimedTexts.push([outcome.from, outcome.before]);
  return claimedTexts;
}
