import type { LintResult } from "../commands/lint.js";
import { describeLocation } from "../errors.js";
import { baselineFile } from "../lint/baseline.js";
import type { LintFinding } from "../lint/findings.js";
import { escapeInvisible } from "../shared/escape.js";
import { groupBy } from "../shared/group-by.js";
import { omitEmpty } from "../shared/json.js";
import { formatCount, formatHeading, joinLines, type Paint } from "./table.js";

/** Findings that are printed at most; `--json` has all of them. */
const MAX_FINDINGS = 200;

/** Tools that are named for one place. */
const MAX_TOOLS = 3;

const COLOURS = { error: "red", warning: "yellow", note: "cyan" } as const;

/** Describes the result of `lint` for the user: finding place once, with its fix, and the sums. */
export function describeLint(result: LintResult, paint: Paint): string {
  const { findings, newFindings, out, title, unread } = result;
  const isNew = new Set(newFindings ?? []);
  const groups = [
    ...groupBy(findings.map((finding) => [placeKey(finding), finding])),
  ];
  const shownGroups = groups.slice(0, MAX_FINDINGS);
  const hiddenCount = groups.length - shownGroups.length;
  return joinLines(
    out === null
      ? `${paint("bold", escapeInvisible(title))}, as it would be generated`
      : formatHeading(title, out, paint),
    shownGroups.flatMap(([, [first, ...similarFindings]]) =>
      first === undefined
        ? []
        : ["", ...describeFinding(first, similarFindings, { isNew, paint })],
    ),
    hiddenCount > 0 && ["", `… and ${hiddenCount} more (--json has all)`],
    unread.length > 0 && [
      "",
      "These parts can't be read without running them:",
      ...unread.map(({ file, line, part }) =>
        escapeInvisible(`  ${file}:${line} ${part}`),
      ),
    ],
    "",
    describeSums(result),
  );
}

/** Key that findings share if one change cures them. */
function placeKey({ cure, file, message, pointer, rule, tool }: LintFinding) {
  const isShared = cure.kind === "overlay" && pointer !== undefined;
  return JSON.stringify([
    rule,
    isShared ? [file, pointer, message] : tool,
    message,
  ]);
}

function describeFinding(
  finding: LintFinding,
  similarFindings: readonly LintFinding[],
  {
    isNew,
    paint,
  }: { readonly isNew: ReadonlySet<LintFinding>; readonly paint: Paint },
): string[] {
  const { argument, column, cure, file, line, message, module, rule } = finding;
  const severity = paint(COLOURS[finding.severity], finding.severity);
  const marker = isNew.has(finding) ? " (new)" : "";
  const place = describeLocation({
    code: rule,
    message: "",
    ...omitEmpty({ column, file, line }),
  });
  const name = argument === null || rule === "twins" ? "" : `, ${argument}`;
  const placeText = [place, `${module.file}:${module.line}`]
    .filter((part) => part !== "")
    .join("  ");
  return [
    `${severity} ${rule}${marker}: ${escapeInvisible(`${finding.tool}${name}`)}${describeOthers(similarFindings)}`,
    paint("dim", `  ${escapeInvisible(placeText)}`),
    `  ${escapeInvisible(message)}`,
    `  ${escapeInvisible(cure.text)}`,
  ];
}

function describeOthers(similarFindings: readonly LintFinding[]): string {
  const names = [...new Set(similarFindings.map(({ tool }) => tool))];
  if (names.length === 0) return "";
  const shownNames = names.slice(0, MAX_TOOLS).map(escapeInvisible).join(", ");
  const moreCount = names.length - MAX_TOOLS;
  return ` (also ${shownNames}${moreCount > 0 ? ` and ${moreCount} more` : ""})`;
}

function describeSums({
  counts,
  newFindings,
  overlay,
  toolCount,
}: LintResult): string {
  const sums = (["error", "warning", "note"] as const)
    .map((severity) => formatCount(counts[severity], severity))
    .join(", ");
  const newText =
    newFindings === null
      ? ""
      : `; ${newFindings.length} of them not in ${baselineFile}`;
  const overlayText =
    overlay === null
      ? ""
      : `\n${overlay.files.map(escapeInvisible).join(", ")}: ${formatCount(overlay.actions, "action")}; ${formatCount(overlay.unfixed, "finding")} not fixed by it${overlay.actions === 0 ? " (no action is certain, so fill one in before you use the file)" : ""}`;
  return `${formatCount(toolCount, "tool")}: ${sums}${newText}${overlayText}`;
}
