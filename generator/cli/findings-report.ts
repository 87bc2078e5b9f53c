import { isAbsolute, join, relative } from "node:path";
import { describeProblem, type Finding, type Problem } from "../errors.js";
import { limitLines, MAX_LISTED } from "./limit-lines.js";
import { wrapWords, type Paint } from "./table.js";

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
