import { relative } from "node:path";
import type { CheckResult, ComponentDrift } from "../commands/check.js";
import { describeDifference } from "../config/saved-options.js";
import { isOverBudget } from "../listing/costs.js";
import { describeProblem } from "../errors.js";
import { describeOtherGenerator } from "../project/generator-version.js";
import { groupBy } from "../shared/group-by.js";
import { escapeInvisible, quoteShellWord } from "../shared/escape.js";
import { describeFlaw } from "./generate-report.js";
import {
  countKinds,
  formatHeading,
  formatSummaryLine,
  joinLines,
  wrapLines,
  type Paint,
} from "./table.js";

/** Largest numbers of lines that are printed. */
interface LineLimits {
  /** Files of one kind. */
  readonly files: number;
  /** Lines of differences of all files. */
  readonly diff: number;
}

/** Limits on a terminal. */
const TERMINAL_LIMITS: LineLimits = { files: 20, diff: 20 };

/** Limits for another reader, such as the log of a CI. */
const LOG_LIMITS: LineLimits = { files: Infinity, diff: 500 };

const NO_LIMITS: LineLimits = { files: Infinity, diff: Infinity };

interface CheckLayout {
  readonly paint: Paint;
  /** Characters of a line of the terminal; no limit if another program reads the output. */
  readonly width: number;
  /** True to list all files and print all differences. */
  readonly verbose: boolean;
}

/** Describes the result of `check` for a user: counts, a list, the differences, and the next steps. */
export function describeCheck(
  result: CheckResult,
  { paint, verbose, width }: CheckLayout,
): string {
  const { title, out, current, drifts, flaws } = result;
  const outputLimits = width === Infinity ? LOG_LIMITS : TERMINAL_LIMITS;
  const limits = verbose ? NO_LIMITS : outputLimits;
  const verdict = current
    ? paint("green", "up to date")
    : paint("red", "not up to date");
  const { generator } = result;
  const isOther = generator !== null;
  const generatedDrifts = drifts.filter(isGeneratedDrift);
  const shownDrifts = isOther
    ? drifts.filter((drift) => !isGeneratedDrift(drift))
    : drifts;
  const counts = countKinds(shownDrifts);
  const driftLines = shownDrifts.map((drift): FileLine => [
    drift.kind,
    describeDrift(drift, paint),
  ]);
  const deletedLines = result.deleted.map((path): FileLine => [
    "deleted",
    describeDeleted(path, paint),
  ]);
  const summary = joinLines(
    isOther && describeOtherGenerator(generator, generatedDrifts.length),
    `${formatHeading(title, out, paint)}: ${verdict}${counts && ` (${counts})`}`,
    isOther &&
      generatedDrifts.length > 0 &&
      `  ${countKinds(generatedDrifts)} (--json lists all)`,
    listFiles([...driftLines, ...deletedLines], limits.files),
    result.findings
      .filter((finding) => isOverBudget([finding]))
      .map((finding) => `  ${describeProblem(finding)}`),
    flaws.map((flaw) => describeFlaw(flaw, paint)),
  );
  if (current) return wrapLines(summary, width, LABEL_WIDTH);
  return joinLines(
    wrapLines(summary, width, LABEL_WIDTH),
    formatDiffs(shownDrifts, limits.diff, paint),
    suggestSteps(result).map((step) => wrapLines(step, width, 0)),
  );
}

/** Characters of the label before a path, by which further lines are indented. */
const LABEL_WIDTH = 10;

type FileLine = readonly [kind: string, line: string];

/** Lists the first files of each kind, and counts the others. */
function listFiles(fileLines: readonly FileLine[], maxFiles: number): string[] {
  const linesByKind = groupBy(fileLines);
  return [...linesByKind].flatMap(([kind, lines]) => {
    const hiddenCount = lines.length - maxFiles;
    return hiddenCount > 0
      ? [
          ...lines.slice(0, maxFiles),
          `  … and ${hiddenCount} more: ${kind} (--verbose lists all)`,
        ]
      : lines;
  });
}

function describeDeleted(path: string, paint: Paint): string {
  const text = `${escapeInvisible(path)}: deleted by hand, and not written again; if you didn't mean that, restore it from git`;
  return formatSummaryLine(["deleted", "dim", text], paint);
}

/** True for a difference that a newer generator alone may make. */
function isGeneratedDrift({ kind }: ComponentDrift): boolean {
  return /^(?:stale|missing|moved|extra)$/.test(kind);
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
  folded: ": edited by hand, and reviews still fold it",
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

/** Lines of the differences, the first ones if there are more than a limit, with empty lines around them. */
function formatDiffs(
  drifts: readonly ComponentDrift[],
  maxLines: number,
  paint: Paint,
): string[] {
  const diffLines = drifts.flatMap((drift) =>
    "diff" in drift
      ? drift.diff.trimEnd().split("\n").map(escapeInvisible)
      : [],
  );
  if (diffLines.length === 0) return [];
  const hiddenCount = diffLines.length - maxLines;
  const moreText = `… and ${hiddenCount} more lines (--verbose prints all)`;
  return [
    ...diffLines.slice(0, maxLines).map((line) => paintDiffLine(line, paint)),
    ...(hiddenCount > 0 ? [paint("dim", moreText)] : []),
    "",
  ];
}

/** Paints a line of a unified difference. */
export function paintDiffLine(line: string, paint: Paint): string {
  if (/^(---|\+\+\+) /.test(line)) return paint("bold", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("cyan", line) : line;
}

/** Suggests the next step for each kind of difference that is there. */
function suggestSteps({
  drifts,
  generator,
  out,
  optionChanges,
}: CheckResult): string[] {
  const folder = relative(process.cwd(), out);
  const outFlag = folder === "" ? "" : ` --out ${quoteShellWord(folder)}`;
  const hasDrift = (...kinds: ComponentDrift["kind"][]) =>
    drifts.some(({ kind }) => kinds.includes(kind));
  return [
    hasDrift("markers") && "Resolve the conflicts.",
    hasDrift("edited") &&
      "Restore the files that must not be edited, or delete them and run generate.",
    hasDrift("contract") &&
      "If you meant to change it, update the contracts: toolwright check --contract --update",
    hasDrift("folded") &&
      `Run \`toolwright generate${outFlag}\`, which lists the edited files of src/runtime in .gitattributes so that reviews show them, and commit the result.`,
    hasDrift("stale", "missing", "moved", "extra", "edited") &&
      (generator !== null
        ? `Use one version of toolwright on all machines: install ${generator}, or run \`toolwright generate${outFlag}\` with this version and commit only its changes.`
        : optionChanges === null
          ? `Run \`toolwright generate${outFlag}\`, and commit the result.`
          : describeDifference(optionChanges)),
  ].filter((step) => step !== false);
}
