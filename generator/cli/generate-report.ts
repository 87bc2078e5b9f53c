import { isAbsolute, join, relative } from "node:path";
import { describeDifference } from "../config/saved-options.js";
import { isLarge, type Costs } from "../listing/costs.js";
import { describeProblem, type Finding, type Problem } from "../errors.js";
import { findSurroundingSteps } from "./next-steps.js";
import type { Outcome, Result } from "../project/outcome.js";
import { describeOtherGenerator } from "../project/generator-version.js";
import type { Config } from "../config/config.js";
import { optionsPath } from "../project/paths.js";
import { groupBy } from "../shared/group-by.js";
import { formatThousands } from "../shared/format-number.js";
import { quoteShellWord, escapeInvisible } from "../shared/escape.js";
import type { ComponentKind } from "../plan/classify.js";
import {
  formatHeading,
  formatSummaryLine,
  wrapWords,
  joinLines,
  formatCount,
  type Paint,
  type SummaryLine,
} from "./table.js";

/**
 * Largest number of findings of one code, and of files that need nobody's attention, that are listed one by
 * one; the rest is counted.
 */
const MAX_LISTED = 10;

interface ReportOptions {
  readonly paint: Paint;
  readonly cwd: string;
  readonly dryRun: boolean;
  /** True if no option says which route becomes what. */
  readonly isUnmapped?: boolean;
  /** SDK of the server, if the end of its maintenance is worth a line. */
  readonly sdk?: Config["sdk"];
  /** Characters of a line of the terminal. */
  readonly width?: number;
}

/** Describes the result of a run for a person. */
export function describeResult(
  result: Result,
  { cwd, dryRun, isUnmapped = false, paint, sdk, width }: ReportOptions,
): string {
  const { components, outcomes, told: optionDifference } = result;
  const countKind = (kind: ComponentKind | "workflow", noun: string) =>
    formatCount(
      components.filter((component) => component.kind === kind).length,
      noun,
    );
  const folder = relative(cwd, result.out) || ".";
  const formatNextStep = (step: string) => `  next: ${step}`;
  const formatLine = (summaryLine: SummaryLine) =>
    formatSummaryLine(summaryLine, paint);
  const changedCount = outcomes.filter(({ kind }) =>
    /^(?:created|updated|merged|moved|removed|conflict)$/.test(kind),
  ).length;
  return joinLines(
    result.generator !== null &&
      describeOtherGenerator(result.generator, changedCount),
    `${formatHeading(result.title, result.out, paint, cwd)}${dryRun ? paint("dim", " (dry run, nothing written)") : ""}`,
    `  ${countKind("tool", "tool")}, ${countKind("resource", "resource")}, ${countKind("template", "resource template")}${components.some(({ kind }) => kind === "workflow") ? `, ${countKind("workflow", "workflow")}` : ""}`,
    `  ${paint("dim", `files: ${countsOf(outcomes) || "none"}`)}`,
    isUnmapped && describeReads(result).map(formatLine),
    optionDifference !== null &&
      optionDifference.last !== "" &&
      formatLine([
        "options",
        "yellow",
        escapeInvisible(describeDifference(optionDifference)),
      ]),
    optionDifference?.last === "" &&
      !dryRun &&
      formatLine([
        "saved",
        "dim",
        escapeInvisible(`${optionDifference.now} → ${optionsPath}`),
      ]),
    losesTokenCheck(outcomes) &&
      formatLine(["warning", "yellow", TOKEN_CHECK_WARNING]),
    describeLock(result, paint),
    describeOutcomes(outcomes, { folder, paint }),
    result.flaws.map((flaw) => describeFlaw(flaw, paint)),
    describeFindings(result.findings, paint, { cwd, width }),
    describeCost(result.costs).map(formatLine),
    isStillNamed(outcomes) &&
      formatNextStep(
        "set `exclude` in the overrides of the operations that you deleted; skills and tests still name them",
      ),
    outcomes.some(({ kind }) => kind === "conflict") &&
      formatNextStep(
        "resolve the conflicts, build and commit (no need to run generate again)",
      ),
    describeNaming(outcomes).map(formatNextStep),
    isNew(result) && sdk === "v1" && formatLine(["note", "dim", SDK_NOTE]),
    findSurroundingSteps(result, cwd).map(formatNextStep),
    (isNew(result) || hasNewManifest(result)) &&
      !dryRun &&
      formatNextStep(
        `cd ${quoteShellWord(folder)} && npm install && npm run build`,
      ),
  );
}

/** Note about the maintenance of the first line of the SDK. https://github.com/modelcontextprotocol/typescript-sdk */
const SDK_NOTE =
  "version 1 of the MCP SDK gets fixes until about 2027-01-27. To move to version 2, run generate with --sdk v2: it changes package.json and src/runtime/sdk, and your edits stay";

/** Step that names the new files in which the owner's name belongs. */
function describeNaming(outcomes: readonly Outcome[]): string[] {
  const isCreated = (createdPath: string) =>
    outcomes.some(
      ({ kind, path }) => kind === "created" && path === createdPath,
    );
  const paths = [
    ...(isCreated("server.json")
      ? ["package.json", "server.json", "src/server-card.ts"]
      : []),
    ...(isCreated("manifest.json") ? ["manifest.json"] : []),
  ];
  return paths.length === 0 ? [] : [`set your own name in ${paths.join(", ")}`];
}

/** Lines that say how many routes became resources, which a newcomer learns late otherwise. */
function describeReads({ components }: Result): SummaryLine[] {
  const readKinds = /^(?:resource|template)$/;
  const reads = components.filter(({ kind }) => readKinds.test(kind)).length;
  const [outcome, object] =
    reads === 1 ? ["a resource", "it a tool"] : ["resources", "them tools"];
  const text = `${formatCount(reads, "route")} became ${outcome}, which many clients never read; use --all-routes-as-tools to make ${object}`;
  return reads === 0 ? [] : [["note", "dim", text]];
}

/** True if the output did not exist before. */
function isNew({ outcomes }: Result): boolean {
  return (
    outcomes.length > 0 && outcomes.every(({ kind }) => kind === "created")
  );
}

const TOKEN_CHECK_WARNING =
  'the server no longer verifies access tokens of callers; to keep that, set auth: "jwt" in the config';

/** True if the project had `auth: "jwt"`, and no longer has it. */
function losesTokenCheck(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(
    ({ kind, path }) => kind === "removed" && /\/auth\/jwt\.ts$/.test(path),
  );
}

/** True if `package.json` has changed, so that packages may be missing. */
function hasNewManifest({ outcomes }: Result): boolean {
  return outcomes.some(
    ({ kind, path }) =>
      path === "package.json" && /^(?:updated|merged)$/.test(kind),
  );
}

/** True if a module was deleted, and skills or tests, which follow the document alone, still name its component. */
function isStillNamed(outcomes: readonly Outcome[]): boolean {
  const isModule = /\/(?:tools|resources|resource-templates)\//;
  return (
    outcomes.some(({ path }) => /^(?:skills|test)\//.test(path)) &&
    outcomes.some(({ kind, path }) => kind === "deleted" && isModule.test(path))
  );
}

/** Line about the costs, if a model can hardly use as many tools as are listed. */
function describeCost({ search, standing }: Costs): SummaryLine[] {
  const text = `${formatCount(standing.tools, "tool")} cost a model about ${formatCount(standing.tokens, "token")}; --tools search costs about ${formatThousands(search.tokens)}, or select operations with --tags`;
  return isLarge(standing) ? [["large", "yellow", text]] : [];
}

/** Describes a problem; its file is relative to a folder if it lies in it or near it. */
export function describeNear(problem: Problem, cwd: string): string {
  const { file } = problem;
  if (file === undefined || !isAbsolute(file)) return describeProblem(problem);
  const relativePath = relative(cwd, file) || ".";
  // What lies far away is named from the root.
  const isNear = !relativePath.startsWith(join("..", "..", ".."));
  return describeProblem({ ...problem, file: isNear ? relativePath : file });
}

/**
 * Lists findings, those that leave out an operation first. Findings that differ in names alone are one line
 * with a count; of one code the first few are listed, and of notes the first. References to files outside the
 * folder that may be read are one line, since one option is the remedy of all.
 */
export function describeFindings(
  findings: readonly Finding[],
  paint: Paint,
  { cwd = process.cwd(), width = Infinity }: FindingLayout = {},
): string[] {
  const kinds = [
    ["left-out", paint("red", "left out"), MAX_LISTED],
    ["warning", paint("yellow", "warning"), MAX_LISTED],
    ["note", paint("dim", "note    "), 1],
  ] as const;
  const alignedFindings = alignOutsideRefs(findings);
  return kinds.flatMap(([kind, label, maxFindings]) => {
    const severityFindings = alignedFindings.filter(
      ({ severity }) => severity === kind,
    );
    const findingGroups =
      kind === "note"
        ? severityFindings.map((finding) => [finding])
        : groupByWording(severityFindings);
    const countedLines = findingGroups.map(
      ([firstFinding, ...similarFindings]) => {
        const text = wrapFinding(describeNear(firstFinding, cwd), width);
        const moreText = `  … and ${similarFindings.length} more of this kind (--json lists all)`;
        const moreLine =
          similarFindings.length > 0 ? `\n${paint("dim", moreText)}` : "";
        const line = `  ${label}  ${text}${moreLine}`;
        return [firstFinding.code, line, similarFindings.length + 1] as const;
      },
    );
    return limitLines(countedLines, paint, maxFindings);
  });
}

/** Folder that files are named relative to, and characters of a line of the terminal. */
interface FindingLayout {
  readonly cwd?: string;
  readonly width?: number | undefined;
}

/** Characters before the text of a finding, and before its further lines. */
const [LABEL_WIDTH, INDENT_WIDTH] = [12, 4];

/** Text of a finding with its lines broken at words, and indented behind the first one. */
function wrapFinding(text: string, width: number): string {
  if (width === Infinity) return text.replaceAll("\n", "\n  ");
  const wrap = (words: string, used: number) =>
    wrapWords(words, Math.max(MIN_TEXT_WIDTH, width - used));
  const [firstLine = "", ...otherLines] = text.split("\n");
  const [firstWords = ""] = wrap(firstLine, LABEL_WIDTH);
  const restOfFirst = firstLine.slice(firstWords.length).trim();
  const furtherLines = [restOfFirst, ...otherLines.map((line) => line.trim())];
  return [
    firstWords,
    ...furtherLines
      .filter((line) => line !== "")
      .flatMap((line) => wrap(line, INDENT_WIDTH))
      .map((line) => " ".repeat(INDENT_WIDTH) + line),
  ].join("\n");
}

/** Fewest characters of a line of text, however narrow the terminal is. */
const MIN_TEXT_WIDTH = 24;

/** Severities, the gravest first. */
const SEVERITIES = ["left-out", "warning", "note"] as const;

/**
 * Findings in which all references to files outside the folder have the gravest severity of them, and come first.
 * Another finding of the same place follows from the reference, so it isn't listed.
 */
function alignOutsideRefs(findings: readonly Finding[]): Finding[] {
  const outsideRefs = SEVERITIES.flatMap((severity) =>
    findings.filter(
      (finding) => isOutsideRef(finding) && finding.severity === severity,
    ),
  );
  const [gravestRef] = outsideRefs;
  if (gravestRef === undefined) return [...findings];
  const { severity } = gravestRef;
  const pointers = new Set(outsideRefs.map(({ pointer }) => pointer));
  return [
    ...outsideRefs.map((finding) => ({ ...finding, severity })),
    ...findings.filter(
      ({ pointer }) => pointer === undefined || !pointers.has(pointer),
    ),
  ];
}

/** True for a reference to a file outside the folder whose files may be read. */
function isOutsideRef({ code, hint = "" }: Finding): boolean {
  return code === "unresolved-ref" && hint.includes("--ref-root");
}

type SimilarFindings = readonly [first: Finding, ...others: Finding[]];

/** Texts in quotes and braces, and paths. */
const QUOTED_NAME = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|\{[^{}]*\}|\/\S*/g;

/** Name without quotes: `The security scheme oauth is …`, `GET /pets has …`. */
const PLAIN_NAME =
  /(?<=^The (?:security )?[a-z]+ )\S+(?= (?:is|has|must|can't)\b)|^[A-Z]+(?= …)/g;

/** Groups findings whose messages differ in names and paths alone. */
function groupByWording(findings: readonly Finding[]): SimilarFindings[] {
  const groupsByKey = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { code, message } = finding;
    const sentence = message.replace(QUOTED_NAME, "…").replace(PLAIN_NAME, "…");
    const key = isOutsideRef(finding) ? code : `${code} ${sentence}`;
    const group = groupsByKey.get(key);
    if (group === undefined) groupsByKey.set(key, [finding]);
    else group.push(finding);
  }
  return [...groupsByKey.values()];
}

/** Describes what happened to the lock, and what followed from it. */
function describeLock({ lock, outcomes }: Result, paint: Paint): string[] {
  if (lock === "kept") return [];
  if (lock === "merged") {
    const regeneratedPaths = outcomes.flatMap((outcome) =>
      outcome.kind === "updated" && outcome.resolved ? [outcome.path] : [],
    );
    const files =
      regeneratedPaths.length === 0
        ? ""
        : `, and ${regeneratedPaths.join(", ")} generated again`;
    const text = `toolwright.lock: read both sides of git's conflicts${files}`;
    return [formatSummaryLine(["merged", "yellow", text], paint)];
  }
  const edited = outcomes.filter(({ kind }) =>
    ["kept", "merged", "conflict"].includes(kind),
  );
  const text = `${formatCount(edited.length, "file")} differ from the output of this document and count as your edits. If this document is newer than the last one you generated from, restore the files from git and adopt with the older document first.`;
  return [
    formatSummaryLine(["adopted", "yellow", text], paint),
    ...edited.map(({ path }) => `    ${path}`),
  ];
}

/** Counts files by outcome: `2 created, 1 kept`. */
export function countsOf(outcomes: readonly Outcome[]): string {
  const outcomesByKind = groupBy(
    outcomes.map((outcome) => [outcome.kind, outcome]),
  );
  return [...outcomesByKind]
    .map(([kind, kindOutcomes]) => `${kindOutcomes.length} ${kind}`)
    .join(", ");
}

/**
 * Describes the outcomes that a person has to know of: not files that were simply created or updated; of
 * those that need no decision, the first few.
 */
function describeOutcomes(
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

/** Keeps, of each kind of line, the first few, and counts the others; keeps all that a person has to decide. */
function limitLines(
  labelledLines: readonly (readonly [
    of: string,
    line: string,
    count?: number,
  ])[],
  paint: Paint,
  maxLines = MAX_LISTED,
): string[] {
  const linesByLabel = groupBy(
    labelledLines.map((labelledLine) => [labelledLine[0], labelledLine]),
  );
  return [...linesByLabel].flatMap(([label, labelLines]) => {
    const lineTexts = labelLines.map(([, line]) => line);
    const hiddenCount = labelLines
      .slice(maxLines)
      .reduce((sum, [, , count = 1]) => sum + count, 0);
    const moreText = `  … and ${hiddenCount} more: ${label} (--json lists all)`;
    return hiddenCount === 0 || /^(conflict|by hand|orphan)$/.test(label)
      ? lineTexts
      : [...lineTexts.slice(0, maxLines), paint("dim", moreText)];
  });
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

/** Describes a flaw that a person has to mend. */
export function describeFlaw({ file = "", message }: Problem, paint: Paint) {
  return formatSummaryLine(
    ["broken", "red", escapeInvisible(`${file}: ${message}`)],
    paint,
  );
}
