import type { CheckResult, ComponentDrift } from "../commands/check.js";
import { describeDifference } from "../config/saved-options.js";
import { isOverBudget } from "../listing/costs.js";
import { describeProblem } from "../errors.js";
import { escapeInvisible } from "../shared/escape.js";
import { describeFlaw } from "./generate-report.js";
import {
  formatHeading,
  formatSummaryLine,
  joinLines,
  type Paint,
} from "./table.js";

/** Largest number of lines of differences that are printed; `--json` has all of them. */
const MAX_LINES = 500;

/** Describes the result of `check` for a person: a list, the differences, and the next steps. */
export function describeCheck(result: CheckResult, paint: Paint): string {
  const { title, out, current, drifts, flaws } = result;
  const verdict = current
    ? paint("green", "up to date")
    : paint("red", "not up to date");
  return joinLines(
    `${formatHeading(title, out, paint)}: ${verdict}`,
    drifts.map((drift) => describeDrift(drift, paint)),
    result.findings
      .filter((finding) => isOverBudget([finding]))
      .map((finding) => `  ${describeProblem(finding)}`),
    flaws.map((flaw) => describeFlaw(flaw, paint)),
    !current && ["", ...formatDiffs(drifts, paint), ...suggestSteps(result)],
  );
}

/** Reason for each kind of difference, printed behind its path. */
const DRIFT_REASONS: Readonly<Record<ComponentDrift["kind"], string>> = {
  stale: "",
  missing: "",
  moved: "",
  extra: ": no longer generated",
  edited: ": changed or deleted, but must not be edited",
  markers: ": has an unresolved conflict",
  contract: ": differs from the tool that the model sees",
  orphan: ": no longer generated; kept because you edited it",
};

function describeDrift(drift: ComponentDrift, paint: Paint): string {
  const { kind, path, component } = drift;
  const movedFrom = kind === "moved" ? `${drift.from} → ` : "";
  const lineSuffix = kind === "markers" ? `:${drift.lines.join(",")}` : "";
  const owner =
    component === null ? "" : paint("dim", ` (${escapeInvisible(component)})`);
  const text = `${escapeInvisible(`${movedFrom}${path}${lineSuffix}`)}${owner}${DRIFT_REASONS[kind]}`;
  return formatSummaryLine(
    [kind, kind === "orphan" ? "yellow" : "red", text],
    paint,
  );
}

function formatDiffs(drifts: readonly ComponentDrift[], paint: Paint) {
  const diffLines = drifts.flatMap((drift) =>
    "diff" in drift
      ? drift.diff.trimEnd().split("\n").map(escapeInvisible)
      : [],
  );
  if (diffLines.length === 0) return [];
  const hiddenCount = diffLines.length - MAX_LINES;
  return [
    ...diffLines.slice(0, MAX_LINES).map((line) => paintDiffLine(line, paint)),
    ...(hiddenCount > 0
      ? [paint("dim", `… and ${hiddenCount} more lines (--json prints all)`)]
      : []),
    "",
  ];
}

function paintDiffLine(line: string, paint: Paint): string {
  if (/^(---|\+\+\+) /.test(line)) return paint("bold", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("cyan", line) : line;
}

/** Suggests the next step for each kind of difference that is there. */
function suggestSteps({
  drifts,
  told: optionDifference,
}: CheckResult): string[] {
  const hasDrift = (...kinds: ComponentDrift["kind"][]) =>
    drifts.some(({ kind }) => kinds.includes(kind));
  return [
    hasDrift("markers") && "Resolve the conflicts.",
    hasDrift("edited") &&
      "Restore the files that must not be edited, or delete them and run generate.",
    hasDrift("contract") &&
      "If you meant to change it, update the contracts: toolwright check --contract --update",
    hasDrift("stale", "missing", "moved", "extra", "edited") &&
      (optionDifference === null
        ? "Run `toolwright generate` with the same options, and commit the result."
        : describeDifference(optionDifference)),
  ].filter((step) => step !== false);
}
