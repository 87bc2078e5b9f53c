import type { Outcome } from "../project/outcome.js";
import { escapeInvisible } from "../shared/escape.js";
import { limitLines } from "./limit-lines.js";
import { formatSummaryLine, type Paint, type SummaryLine } from "./table.js";

/**
 * Describes the outcomes that a person has to know of: not files that were simply created or updated; of
 * those that need no decision, the first few.
 */
export function describeOutcomes(
  outcomes: readonly Outcome[],
  { folder, paint }: { folder: string; paint: Paint },
): string[] {
  // Paths are relative to the working folder, so that a terminal opens them.
  const displayPath = (path: string) =>
    escapeInvisible(folder === "." ? path : `${folder}/${path}`);
  const labelledLines = outcomes
    .flatMap((outcome) => summaryLinesOf(outcome, displayPath))
    .map(
      (summaryLine) =>
        [summaryLine[0], formatSummaryLine(summaryLine, paint)] as const,
    );
  return limitLines(labelledLines, paint);
}

function summaryLinesOf(
  outcome: Outcome,
  displayPath: (path: string) => string,
): SummaryLine[] {
  const path = displayPath(outcome.path);
  const editedText = `${path}: you edited it, and the API changed its arguments`;
  const reviewLines: SummaryLine[] = [["review", "yellow", editedText]];
  const renamedText = "components have new names";
  const renamedLine: SummaryLine = [
    "renamed",
    "dim",
    `${path}: ${renamedText}`,
  ];
  switch (outcome.kind) {
    case "conflict": {
      const conflictPlaces = outcome.conflicts.map(({ place }) =>
        escapeInvisible(place),
      );
      const linkText = `${path}:${outcome.conflicts[0]?.line ?? 1}`;
      const conflictText = `both sides changed ${conflictPlaces.join(", ")}`;
      return [["conflict", "red", `${linkText}: ${conflictText}`]];
    }
    case "apart": {
      const detachedText = `the API changed or removed the operation of ${displayPath(outcome.of)}, which you moved here`;
      return [
        [
          "by hand",
          "red",
          `${path}: ${detachedText}; apply the change yourself`,
        ],
      ];
    }
    case "orphaned": {
      const orphanText = "no longer generated; kept because you edited it";
      const isModule = path.endsWith(".ts");
      const moduleText = isModule ? ", not listed, not type-checked" : "";
      return [["orphan", "yellow", `${path}: ${orphanText}${moduleText}`]];
    }
    case "renamed":
      return [renamedLine];
    case "moved": {
      const movedLine: SummaryLine = [
        "moved",
        "dim",
        `${displayPath(outcome.from)} → ${path}`,
      ];
      const isChanged = outcome.edited && outcome.contractChanged;
      return isChanged ? [movedLine, ...reviewLines] : [movedLine];
    }
    case "deleted":
      return [["deleted", "dim", `${path}: stays deleted`]];
    case "removed":
      return [["removed", "dim", path]];
    case "merged":
    case "kept":
      if (outcome.kind === "merged" && /^src\/custom\/index/.test(outcome.path))
        return [renamedLine];
      return outcome.contractChanged ? reviewLines : [];
    default:
      return [];
  }
}
