import { isAbsolute, relative } from "node:path";
import { sayDifference } from "../config/saved-options.js";
import { isLarge, type Costs } from "../listing/costs.js";
import { describeProblem, type Finding, type Problem } from "../errors.js";
import type { Outcome, Result } from "../project/outcome.js";
import { gather } from "../shared/group-by.js";
import { inThousands } from "../shared/format-number.js";
import { shellWord, visible } from "../shared/escape.js";
import type { ComponentKind } from "../plan/classify.js";
import {
  heading,
  labelled,
  lines,
  plural,
  type Paint,
  type Saying,
} from "./table.js";

/** Findings of one code, and files that need nobody's attention, told one by one; the rest is counted. */
const MAX_TOLD = 10;

interface How {
  readonly paint: Paint;
  readonly cwd: string;
  readonly dryRun: boolean;
  /** Nobody has said which route becomes what. */
  readonly isUnmapped?: boolean;
}

/** What a run did, as a person likes to read it. */
export function describeResult(
  result: Result,
  { cwd, dryRun, isUnmapped = false, paint }: How,
): string {
  const { components, outcomes, told } = result;
  const count = (kind: ComponentKind | "workflow", noun: string) =>
    plural(components.filter((one) => one.kind === kind).length, noun);
  const folder = relative(cwd, result.out) || ".";
  const next = (what: string) => `  next: ${what}`;
  const say = (saying: Saying) => labelled(saying, paint);
  return lines(
    `${heading(result.title, result.out, paint, cwd)}${dryRun ? paint("dim", " (dry run, nothing written)") : ""}`,
    `  ${count("tool", "tool")}, ${count("resource", "resource")}, ${count("template", "resource template")}${components.some(({ kind }) => kind === "workflow") ? `, ${count("workflow", "workflow")}` : ""}`,
    `  ${paint("dim", `files: ${countsOf(outcomes) || "none"}`)}`,
    isUnmapped && describeReads(result).map(say),
    told !== null &&
      told.last !== "" &&
      say(["options", "yellow", visible(sayDifference(told))]),
    describeLock(result, paint),
    describeOutcomes(outcomes, { folder, paint }),
    result.flaws.map((flaw) => describeFlaw(flaw, paint)),
    describeFindings(result.findings, paint, cwd),
    describeCost(result.costs).map(say),
    isNamedStill(outcomes) &&
      next(
        "say `exclude` in the overrides of what you deleted; skills and tests name it until then",
      ),
    outcomes.some(({ kind }) => kind === "conflict") &&
      next(
        "settle what stands between the markers, build and commit; generate need not run again",
      ),
    outcomes.some(
      ({ kind, path }) => `${kind} ${path}` === "created server.json",
    ) && next("put your own name into package.json, server.json, src/card.ts"),
    isNew(result) &&
      !dryRun &&
      next(`cd ${shellWord(folder)} && npm install && npm run build`),
  );
}

/** What a newcomer learns late otherwise. */
function describeReads({ components }: Result): Saying[] {
  const isRead = /^(?:resource|template)$/;
  const reads = components.filter(({ kind }) => isRead.test(kind)).length;
  const text = `${plural(reads, "route")} became resources, which many clients never read and no search finds; --all-routes-as-tools makes tools of them`;
  return reads === 0 ? [] : [["note", "dim", text]];
}

/** The output did not exist before. */
function isNew({ outcomes }: Result): boolean {
  return (
    outcomes.length > 0 && outcomes.every(({ kind }) => kind === "created")
  );
}

/** A module was deleted, and what follows the document alone is written besides. */
function isNamedStill(outcomes: readonly Outcome[]): boolean {
  const isModule = /\/(?:tools|resources|templates)\//;
  return (
    outcomes.some(({ path }) => /^(?:skills|test)\//.test(path)) &&
    outcomes.some(({ kind, path }) => kind === "deleted" && isModule.test(path))
  );
}

/** One line where a model can hardly use what is listed. */
function describeCost({ search, standing }: Costs): Saying[] {
  const text = `${plural(standing.tools, "tool")} cost a model about ${plural(standing.tokens, "token")}; with --tools search about ${inThousands(search.tokens)}, or choose with --tags`;
  return isLarge(standing) ? [["large", "yellow", text]] : [];
}

/** A problem whose file is told as seen from a folder, where it lies in it. */
export function describeNear(problem: Problem, cwd: string): string {
  const { file } = problem;
  if (file === undefined || !isAbsolute(file)) return describeProblem(problem);
  const near = relative(cwd, file) || ".";
  return describeProblem({
    ...problem,
    file: near.startsWith("..") ? file : near,
  });
}

/**
 * Findings, the ones that cost an operation first; those that differ in names alone as one, with a count; of one code
 * the first few, and of notes the first.
 */
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
    const alike = kind === "note" ? own.map((one) => [one]) : byKind(own);
    const told = alike.map(([first, ...others]) => {
      const text = describeNear(first, cwd).replaceAll("\n", "\n  ");
      const more = `  … and ${others.length} more like it (--json lists all)`;
      const end = others.length > 0 ? `\n${paint("dim", more)}` : "";
      const line = `  ${label}  ${text}${end}`;
      return [first.code, line, others.length + 1] as const;
    });
    return bounded(told, paint, most);
  });
}

type Alike = readonly [first: Finding, ...others: Finding[]];

/** Findings that say the same of different names and paths. */
function byKind(findings: readonly Finding[]): Alike[] {
  const kinds = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { code, message } = finding;
    const sentence = message.replace(
      /"(?:[^"\\]|\\.)*"|\{[^{}]*\}|\/\S*/g,
      "…",
    );
    const key = `${code} ${sentence}`;
    const alike = kinds.get(key);
    if (alike === undefined) kinds.set(key, [finding]);
    else alike.push(finding);
  }
  return [...kinds.values()];
}

/** What happened to the lock, and what followed from it. */
function describeLock({ lock, outcomes }: Result, paint: Paint): string[] {
  if (lock === "kept") return [];
  if (lock === "merged") {
    const anew = outcomes.flatMap((one) =>
      one.kind === "updated" && one.resolved ? [one.path] : [],
    );
    const files = anew.length === 0 ? "" : `, and ${anew.join(", ")} made anew`;
    const text = `toolwright.lock: both sides of git's conflicts were read${files}`;
    return [labelled(["merged", "yellow", text], paint)];
  }
  const edited = outcomes.filter(({ kind }) =>
    ["kept", "merged", "conflict"].includes(kind),
  );
  const text = `${plural(edited.length, "file")} differ from what this document gives, and count as edited by you. If the document is newer than the one generated last, take them back from git and adopt that one first.`;
  return [
    labelled(["adopted", "yellow", text], paint),
    ...edited.map(({ path }) => `    ${path}`),
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
  const told = outcomes
    .flatMap((outcome) => sayings(outcome, at))
    .map((saying) => [saying[0], labelled(saying, paint)] as const);
  return bounded(told, paint);
}

/** Of each kind of line the first few, and how many more there are; but all that a person has to decide. */
function bounded(
  told: readonly (readonly [of: string, line: string, count?: number])[],
  paint: Paint,
  most = MAX_TOLD,
): string[] {
  const byCode = gather(told.map((one) => [one[0], one]));
  return [...byCode].flatMap(([of, all]) => {
    const lines = all.map(([, line]) => line);
    const rest = all
      .slice(most)
      .reduce((sum, [, , count = 1]) => sum + count, 0);
    const more = `  … and ${rest} more: ${of} (--json lists all)`;
    return rest === 0 || /^(conflict|by hand|orphan)$/.test(of)
      ? lines
      : [...lines.slice(0, most), paint("dim", more)];
  });
}

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
      const what = "no longer generated; kept because you edited it";
      const isModule = path.endsWith(".ts");
      const how = isModule ? ", off the list, its types unchecked" : "";
      return [["orphan", "yellow", `${path}: ${what}${how}`]];
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
    case "kept":
      if (outcome.kind === "merged" && /^src\/custom\/index/.test(outcome.path))
        return [renamed];
      return outcome.contractChanged ? toLookAt : [];
    default:
      return [];
  }
}

/** What a person has to bring in line. */
export function describeFlaw({ file = "", message }: Problem, paint: Paint) {
  return labelled(["broken", "red", visible(`${file}: ${message}`)], paint);
}
