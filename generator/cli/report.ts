import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { sayDifference } from "../config/memory.js";
import { isLarge, type Costs } from "../list/costs.js";
import { describeProblem, type Finding, type Problem } from "../errors.js";
import type { Outcome } from "../output/outcome.js";
import type { Result } from "../output/result.js";
import { gather } from "../json.js";
import { visible } from "../text.js";
import type { ComponentKind } from "../plan/classify.js";

/** Findings of one code, and files that need nobody's attention, told one by one; the rest is counted. */
const MAX_TOLD = 10;

/** Gives a text an emphasis, where the terminal shows it. */
export type Paint = (
  format: "bold" | "dim" | "green" | "yellow" | "red" | "cyan",
  text: string,
) => string;

/** Colours for a terminal, nothing for everything else. */
export function painter(colours: boolean): Paint {
  return (format, text) =>
    colours ? styleText(format, text, { validateStream: false }) : text;
}

/** What a run did, as a person likes to read it. */
export function describeResult(
  result: Result,
  {
    paint,
    cwd,
    ...how
  }: {
    paint: Paint;
    cwd: string;
    dryRun: boolean;
    /** Nobody has said which route becomes what. */
    isUnmapped?: boolean;
  },
): string {
  const { components } = result;
  const count = (kind: ComponentKind | "workflow", noun: string) =>
    plural(components.filter((one) => one.kind === kind).length, noun);
  const folder = relative(cwd, result.out) || ".";
  const lines = [
    `${paint("bold", visible(result.title) || "API")} → ${paint("cyan", folder)}${how.dryRun ? paint("dim", " (dry run, nothing written)") : ""}`,
    `  ${count("tool", "tool")}, ${count("resource", "resource")}, ${count("template", "resource template")}${components.some(({ kind }) => kind === "workflow") ? `, ${count("workflow", "workflow")}` : ""}`,
    `  ${paint("dim", `files: ${countsOf(result.outcomes) || "none"}`)}`,
    ...(how.isUnmapped ? describeReads(result, paint) : []),
    ...(result.told?.last
      ? [
          `  ${paint("yellow", "options")}   ${visible(sayDifference(result.told))}`,
        ]
      : []),
    ...describeLock(result, paint),
    ...describeOutcomes(result.outcomes, { folder, paint }),
    ...result.flaws.map((flaw) => describeFlaw(flaw, paint)),
    ...describeFindings(result.findings, paint, cwd),
    ...describeCost(result.costs, paint),
    ...(result.outcomes.some(({ kind }) => kind === "conflict")
      ? [
          "  next: settle what stands between the markers, build and commit; generate need not run again",
        ]
      : []),
    ...(result.outcomes.some(
      ({ kind, path }) => `${kind} ${path}` === "created server.json",
    )
      ? [
          "  next: put your own name into package.json, server.json, src/card.ts",
        ]
      : []),
    ...(isNew(result) && !how.dryRun
      ? [`  next: cd ${folder} && npm install && npm run build`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What a newcomer learns late otherwise. */
function describeReads({ components }: Result, paint: Paint): string[] {
  const reads = components.filter(({ kind }) => kind !== "tool").length;
  if (reads === 0) return [];
  return [
    `  ${paint("dim", "note")}      ${plural(reads, "route")} became resources, which many clients never read; --all-routes-as-tools makes tools of them`,
  ];
}

/** The output did not exist before. */
function isNew({ outcomes }: Result): boolean {
  return (
    outcomes.length > 0 && outcomes.every(({ kind }) => kind === "created")
  );
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** One line where a model can hardly use what is listed. */
function describeCost({ search, standing }: Costs, paint: Paint): string[] {
  if (!isLarge(standing)) return [];
  return [
    `  ${paint("yellow", "large")}     ${plural(standing.tools, "tool")} cost a model about ${plural(standing.tokens, "token")}; with --tools search about ${search.tokens.toLocaleString("en-US")}, or choose with --tags`,
  ];
}

/** A problem whose file is told as seen from a folder, where it lies in it. */
export function describeNear(problem: Problem, cwd: string): string {
  const { file } = problem;
  if (file === undefined || !isAbsolute(file)) return describeProblem(problem);
  const near = relative(cwd, file);
  return describeProblem({
    ...problem,
    file: near.startsWith("..") ? file : near,
  });
}

/** Findings, the ones that cost an operation first; of one code the first few, and of notes the first. */
export function describeFindings(
  findings: readonly Finding[],
  paint: Paint,
  cwd = process.cwd(),
): string[] {
  const kinds = [
    ["left-out", paint("red", "left out"), MAX_TOLD],
    ["warning", paint("yellow", "warning"), MAX_TOLD],
    ["note", paint("dim", "note    "), 1],
  ] as const;
  return kinds.flatMap(([kind, label, most]) => {
    const own = findings.filter(({ severity }) => severity === kind);
    const lines = own.map((finding) => {
      const text = describeNear(finding, cwd).replaceAll("\n", "\n  ");
      return [finding.code, `  ${label}  ${text}`] as const;
    });
    return [...gather(lines)].flatMap(([code, all]) =>
      bounded(all, `: ${code}`, paint, most),
    );
  });
}

/** What happened to the lock, and what followed from it. */
function describeLock({ lock, outcomes }: Result, paint: Paint): string[] {
  if (lock === "kept") return [];
  const taken = (kinds: string) =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  if (lock === "merged") {
    const anew = outcomes.flatMap((one) =>
      one.kind === "updated" && one.resolved ? [one.path] : [],
    );
    const files = anew.length === 0 ? "" : `, and ${anew.join(", ")} made anew`;
    return [
      `  ${paint("yellow", "merged")}    toolwright.lock: both sides of git's conflicts were read${files}`,
    ];
  }
  const edited = taken("kept merged conflict");
  return [
    `  ${paint("yellow", "adopted")}   ${plural(edited.length, "file")} differ from what this document gives, and count as edited by you. If the document is newer than the one generated last, take them back from git and adopt that one first.`,
    ...edited.map((path) => `    ${path}`),
  ];
}

/** How many files became what. */
export function countsOf(outcomes: readonly Outcome[]): string {
  const byKind = gather(outcomes.map((outcome) => [outcome.kind, outcome]));
  return [...byKind].map(([kind, all]) => `${all.length} ${kind}`).join(", ");
}

/** Only what a person has to know of: what was not simply created or updated; of what needs no decision, the first few. */
function describeOutcomes(
  outcomes: readonly Outcome[],
  { folder, paint }: { folder: string; paint: Paint },
): string[] {
  // From where one stands, so that a terminal opens it.
  const at = (path: string) =>
    visible(folder === "." ? path : `${folder}/${path}`);
  const lines = gather(
    outcomes
      .flatMap((outcome) => sayings(outcome, at))
      .map(([label, color, text]) => [
        label,
        `  ${paint(color, label.padEnd(8))}  ${text}`,
      ]),
  );
  return [...lines].flatMap(([label, all]) =>
    DECISIONS.test(label) ? all : bounded(all, `: ${label}`, paint),
  );
}

/** The first few lines, and how many more there are. */
function bounded(lines: string[], of: string, paint: Paint, most = MAX_TOLD) {
  const rest = lines.length - most;
  if (rest <= 0) return lines;
  const more = `  … and ${rest} more${of} (--json lists all)`;
  return [...lines.slice(0, most), paint("dim", more)];
}

type Saying = [label: string, color: "dim" | "red" | "yellow", text: string];

function sayings(outcome: Outcome, at: (path: string) => string): Saying[] {
  const path = at(outcome.path);
  const edited = `${path}: edited by you, and its arguments changed`;
  const toLookAt: Saying[] = [["look at", "yellow", edited]];
  const anew = "components have other names now";
  const renamed: Saying = ["renamed", "dim", `${path}: ${anew}`];
  switch (outcome.kind) {
    case "conflict": {
      const places = outcome.conflicts.map(({ place }) => visible(place));
      const where = `${path}:${outcome.conflicts[0]?.line ?? 1}`;
      const what = `both sides changed ${places.join(", ")}`;
      return [["conflict", "red", `${where}: ${what}`]];
    }
    case "apart": {
      const what = `the API changed or dropped what ${at(outcome.of)} was generated for, which stands here now`;
      return [["by hand", "red", `${path}: ${what}; bring it in yourself`]];
    }
    case "orphaned": {
      const what = "the API dropped it; kept because you edited it";
      const how = "off the list, its types unchecked";
      return [["orphan", "yellow", `${path}: ${what}, ${how}`]];
    }
    case "renamed":
      return [renamed];
    case "moved": {
      const move: Saying = ["moved", "dim", `${at(outcome.from)} → ${path}`];
      const isChanged = outcome.edited && outcome.contractChanged;
      return isChanged ? [move, ...toLookAt] : [move];
    }
    case "deleted":
      return [["deleted", "dim", `${path}: stays deleted`]];
    case "removed":
      return [["removed", "dim", path]];
    case "merged":
      if (outcome.path.startsWith("src/custom/index")) return [renamed];
      return outcome.contractChanged ? toLookAt : [];
    case "kept":
      return outcome.contractChanged ? toLookAt : [];
    default:
      return [];
  }
}

/** What a person has to decide. */
const DECISIONS = /^(conflict|by hand|orphan)$/;

/** What a person has to bring in line. */
export function describeFlaw({ file = "", message }: Problem, paint: Paint) {
  return `  ${paint("red", "broken")}    ${visible(`${file}: ${message}`)}`;
}
