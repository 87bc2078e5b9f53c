import { relative } from "node:path";
import { styleText } from "node:util";
import { isLarge, type Costs } from "../plan/costs.js";
import { describeProblem, type Finding, type Problem } from "../errors.js";
import type { Outcome } from "../output/outcome.js";
import type { Result } from "../output/result.js";
import { visible } from "../text.js";
import type { ComponentKind } from "../plan/classify.js";

/** Findings, and files that need nobody's attention, told one by one; the rest is counted. */
const MAX_TOLD = 10;

/** Gives a text an emphasis, where the terminal shows it. */
export type Paint = (
  format: "bold" | "dim" | "green" | "yellow" | "red" | "cyan",
  text: string,
) => string;

/** Colours for a terminal, nothing for everything else. */
export function painter(colours: boolean): Paint {
  return (format, text) => (colours ? styleText(format, text) : text);
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
  const count = (kind: ComponentKind, noun: string) =>
    plural(
      components.filter((component) => component.kind === kind).length,
      noun,
    );
  const folder = relative(cwd, result.out) || ".";
  const lines = [
    `${paint("bold", visible(result.title) || "API")} → ${paint("cyan", folder)}${how.dryRun ? paint("dim", " (dry run, nothing written)") : ""}`,
    `  ${count("tool", "tool")}, ${count("resource", "resource")}, ${count("template", "resource template")}`,
    `  ${describeCounts(result.outcomes, paint)}`,
    ...describeReads(result, how, paint),
    ...describeLock(result, paint),
    ...describeOutcomes(result.outcomes, { folder, paint }),
    ...result.flaws.map((flaw) => describeFlaw(flaw, paint)),
    ...describeFindings(result.findings, paint),
    ...describeCost(result.costs, paint),
    ...(isNew(result) && !how.dryRun
      ? [`  next: cd ${folder} && npm install && npm run build`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What a newcomer learns late otherwise. */
function describeReads(
  { components }: Result,
  { isUnmapped = false }: { isUnmapped?: boolean },
  paint: Paint,
): string[] {
  const reads = components.filter(({ kind }) => kind !== "tool").length;
  if (reads === 0 || !isUnmapped) return [];
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

/** Findings, the ones that cost an operation first. */
export function describeFindings(
  findings: readonly Finding[],
  paint: Paint,
): string[] {
  const sorted = (["left-out", "warning", "note"] as const).flatMap((each) =>
    findings.filter(({ severity }) => severity === each),
  );
  const shown = sorted.slice(0, MAX_TOLD).map((finding) => {
    const label = {
      "left-out": paint("red", "left out"),
      warning: paint("yellow", "warning"),
      note: paint("dim", "note    "),
    }[finding.severity];
    return `  ${label}  ${describeProblem(finding).replaceAll("\n", "\n  ")}`;
  });
  const rest = sorted.length - shown.length;
  return rest > 0
    ? [...shown, paint("dim", `  … and ${rest} more (--json lists all)`)]
    : shown;
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

function describeCounts(outcomes: readonly Outcome[], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const { kind } of outcomes)
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return paint("dim", `files: ${parts.join(", ") || "none"}`);
}

/** Only what a person has to know of: what was not simply created or updated; of what needs no decision, the first few. */
function describeOutcomes(
  outcomes: readonly Outcome[],
  { folder, paint }: { folder: string; paint: Paint },
): string[] {
  // From where one stands, so that a terminal opens it.
  const at = (path: string) =>
    visible(folder === "." ? path : `${folder}/${path}`);
  const lines = new Map<string, string[]>();
  const say = (label: string, color: "dim" | "red" | "yellow", text: string) =>
    lines.set(label, [
      ...(lines.get(label) ?? []),
      `  ${paint(color, label.padEnd(8))}  ${text}`,
    ]);
  for (const outcome of outcomes) {
    const { kind } = outcome;
    const path = at(outcome.path);
    if (kind === "conflict") {
      const places = outcome.conflicts.map(({ place }) => visible(place));
      say(
        "conflict",
        "red",
        `${path}:${outcome.conflicts[0]?.line ?? 1}: both sides changed ${places.join(", ")}`,
      );
    }
    if (kind === "apart")
      say(
        "by hand",
        "red",
        `${path}: the API changed what ${at(outcome.of)} was generated for, which stands here now; bring it in yourself`,
      );
    if (kind === "orphaned")
      say(
        "orphan",
        "yellow",
        `${path}: the API dropped it; kept because you edited it, off the list, its types unchecked`,
      );
    if (kind === "renamed")
      say("renamed", "dim", `${path}: components have other names now`);
    if (kind === "moved") say("moved", "dim", `${at(outcome.from)} → ${path}`);
    if (kind === "deleted") say("deleted", "dim", `${path}: stays deleted`);
    if (kind === "removed") say("removed", "dim", path);
    const isEdited =
      kind === "merged" ||
      kind === "kept" ||
      (kind === "moved" && outcome.edited);
    if (isEdited && outcome.contractChanged)
      say(
        "look at",
        "yellow",
        `${path}: edited by you, and its arguments changed`,
      );
  }
  return [...lines].flatMap(([label, all]) => {
    const most = DECISIONS.test(label) ? all.length : MAX_TOLD;
    const rest = all.length - most;
    return rest > 0
      ? [
          ...all.slice(0, most),
          paint("dim", `  … and ${rest} more: ${label} (--json lists all)`),
        ]
      : all;
  });
}

/** What a person has to decide. */
const DECISIONS = /^(conflict|by hand|orphan)$/;

/** What a person has to bring in line. */
export function describeFlaw({ file = "", message }: Problem, paint: Paint) {
  return `  ${paint("red", "broken")}    ${visible(`${file}: ${message}`)}`;
}
