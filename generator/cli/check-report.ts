import type { CheckResult, ComponentDrift } from "../commands/check.js";
import { sayDifference } from "../config/saved-options.js";
import { isOverBudget } from "../listing/costs.js";
import { describeProblem } from "../errors.js";
import { visible } from "../shared/escape.js";
import { describeFlaw } from "./generate-report.js";
import { heading, labelled, lines, type Paint } from "./table.js";

/** Lines of differences that are shown; `--json` has all of them. */
const MAX_LINES = 500;

/** What `check` found, as a person likes to read it: a list, the differences, and what to do. */
export function describeCheck(result: CheckResult, paint: Paint): string {
  const { title, out, current, drifts, flaws } = result;
  const verdict = current
    ? paint("green", "up to date")
    : paint("red", "not up to date");
  return lines(
    `${heading(title, out, paint)}: ${verdict}`,
    drifts.map((drift) => describeDrift(drift, paint)),
    result.findings
      .filter((finding) => isOverBudget([finding]))
      .map((finding) => `  ${describeProblem(finding)}`),
    flaws.map((flaw) => describeFlaw(flaw, paint)),
    !current && ["", ...differences(drifts, paint), ...advice(result)],
  );
}

/** What is told behind a path. */
const REASONS: Readonly<Record<ComponentDrift["kind"], string>> = {
  stale: "",
  missing: "",
  moved: "",
  extra: ": no longer generated",
  edited: ": not for editing, but changed or deleted by hand",
  markers: ": a conflict is not resolved",
  contract: ": what the tool offers a model is not what this contract says",
  orphan: ": no longer generated, kept because you edited it",
};

function describeDrift(drift: ComponentDrift, paint: Paint): string {
  const { kind, path, component } = drift;
  const from = kind === "moved" ? `${drift.from} → ` : "";
  const at = kind === "markers" ? `:${drift.lines.join(",")}` : "";
  const owner =
    component === null ? "" : paint("dim", ` (${visible(component)})`);
  const text = `${visible(`${from}${path}${at}`)}${owner}${REASONS[kind]}`;
  return labelled([kind, kind === "orphan" ? "yellow" : "red", text], paint);
}

function differences(drifts: readonly ComponentDrift[], paint: Paint) {
  const all = drifts.flatMap((drift) =>
    "diff" in drift ? drift.diff.trimEnd().split("\n").map(visible) : [],
  );
  if (all.length === 0) return [];
  const rest = all.length - MAX_LINES;
  return [
    ...all.slice(0, MAX_LINES).map((line) => painted(line, paint)),
    ...(rest > 0
      ? [paint("dim", `… and ${rest} more lines (--json has all)`)]
      : []),
    "",
  ];
}

function painted(line: string, paint: Paint): string {
  if (/^(---|\+\+\+) /.test(line)) return paint("bold", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("cyan", line) : line;
}

/** The next step for each kind of difference that is there. */
function advice({ drifts, told }: CheckResult): string[] {
  const has = (...kinds: ComponentDrift["kind"][]) =>
    drifts.some(({ kind }) => kinds.includes(kind));
  return [
    has("markers") && "Resolve the conflicts.",
    has("edited") &&
      "Put back the files that are not for editing (or delete them: they are written again).",
    has("contract") &&
      "Where that is meant, write it down: toolwright check --contract --update",
    has("stale", "missing", "moved", "extra", "edited") &&
      (told === null
        ? "Run `toolwright generate` with the same options, and commit."
        : sayDifference(told)),
  ].filter((step) => step !== false);
}
