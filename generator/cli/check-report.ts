import type { CheckResult, ComponentDrift } from "../commands/check.js";
import { describeDifference } from "../config/saved-options.js";
import { isOverBudget } from "../listing/costs.js";
import { describeProblem } from "../errors.js";
import { describeOtherGenerator } from "../project/generator-version.js";
import { groupBy } from "../shared/group-by.js";
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

/** Largest number of deleted files that are listed. */
const MAX_DELETED = 10;

/** Describes the result of `check` for the user: a list, the differences, and the next steps. */
export function describeCheck(result: CheckResult, paint: Paint): string {
  const { title, out, current, drifts, flaws } = result;
  const verdict = current
    ? paint("green", "up to date")
    : paint("red", "not up to date");
  const { generator } = result;
  const isOther = generator !== null;
  const generatedDrifts = drifts.filter(isGeneratedDrift);
  const shownDrifts = isOther
    ? drifts.filter((drift) => !isGeneratedDrift(drift))
    : drifts;
  return joinLines(
    isOther && describeOtherGenerator(generator, generatedDrifts.length),
    `${formatHeading(title, out, paint)}: ${verdict}`,
    isOther &&
      generatedDrifts.length > 0 &&
      `  ${countDrifts(generatedDrifts)} (--json lists all)`,
    shownDrifts.map((drift) => describeDrift(drift, paint)),
    result.deleted
      .slice(0, MAX_DELETED)
      .map((path) =>
        formatSummaryLine(
          [
            "deleted",
            "dim",
            `${escapeInvisible(path)}: deleted by hand, and not written again; if you didn't mean that, restore it from git`,
          ],
          paint,
        ),
      ),
    result.deleted.length > MAX_DELETED &&
      `  … and ${result.deleted.length - MAX_DELETED} more: deleted (--json lists all)`,
    result.findings
      .filter((finding) => isOverBudget([finding]))
      .map((finding) => `  ${describeProblem(finding)}`),
    flaws.map((flaw) => describeFlaw(flaw, paint)),
    !current && [
      "",
      ...formatDiffs(shownDrifts, paint),
      ...suggestSteps(result),
    ],
  );
}

/** True for a difference that a newer generator alone may make. */
function isGeneratedDrift({ kind }: ComponentDrift): boolean {
  return /^(?:stale|missing|moved|extra)$/.test(kind);
}

/** Counts differences by kind: `120 stale, 3 missing`. */
function countDrifts(drifts: readonly ComponentDrift[]): string {
  const driftsByKind = groupBy(drifts.map((drift) => [drift.kind, drift]));
  return [...driftsByKind]
    .map(([kind, kindDrifts]) => `${kindDrifts.length} ${kind}`)
    .join(", ");
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
  generator,
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
      (generator !== null
        ? `Use one version of toolwright on all machines: install ${generator}, or run \`toolwright generate\` with this version and commit only its changes.`
        : optionDifference === null
          ? "Run `toolwright generate` with the same options, and commit the result."
          : describeDifference(optionDifference)),
  ].filter((step) => step !== false);
}
