import type { Checkout } from "../checkout/checkout.js";
import { relative } from "node:path";
import { describeDifference } from "../config/saved-options.js";
import { isLarge, type Costs } from "../listing/costs.js";
import type { Problem } from "../errors.js";
import { describeFindings } from "./findings-report.js";
import { describeOutcomes } from "./outcomes-report.js";
import { findSurroundingSteps } from "./next-steps.js";
import type { Outcome, Result } from "../project/outcome.js";
import { describeOtherGenerator } from "../project/generator-version.js";
import type { SdkLine } from "../config/sdk.js";
import { optionsPath } from "../project/paths.js";
import { formatThousands } from "../shared/format-number.js";
import { quoteShellWord, escapeInvisible } from "../shared/escape.js";
import type { ComponentKind } from "../plan/classify.js";
import {
  countKinds,
  formatHeading,
  formatSummaryLine,
  joinLines,
  formatCount,
  type Paint,
  type SummaryLine,
} from "./table.js";

interface ReportOptions {
  readonly paint: Paint;
  readonly cwd: string;
  readonly dryRun: boolean;
  readonly checkout?: Checkout | undefined;
  /** True if no option says which route becomes what. */
  readonly isUnmapped?: boolean;
  /** Line of the SDK of the server. */
  readonly sdk?: SdkLine;
  /** The line, and the config that a user wrote and that doesn't say it. */
  readonly unsaidSdk?: { readonly file: string; readonly sdk: SdkLine };
  /** True if no option says whether all tools are listed. */
  readonly isToolsUnsaid?: boolean;
  /** Config that the user wrote: advice is for a field of it, not for a flag, which would hold for one run. */
  readonly handConfig?: string;
  /** Characters of a line of the terminal. */
  readonly width?: number;
}

/** Advice to set an option: a flag, or a field of the user's config. */
type Adviser = (flag: string, field: string) => string;

/** Describes the result of a run for the user. */
export function describeResult(
  result: Result,
  {
    checkout,
    cwd,
    dryRun,
    handConfig,
    isToolsUnsaid = true,
    isUnmapped = false,
    paint,
    sdk,
    unsaidSdk,
    width,
  }: ReportOptions,
): string {
  const advise: Adviser = (flag, field) =>
    handConfig === undefined
      ? `use ${flag}`
      : `set ${field} in ${relative(cwd, handConfig)}`;
  const { components, outcomes, optionChanges } = result;
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
    `  ${paint("dim", `files: ${countKinds(outcomes) || "none"}`)}`,
    isUnmapped && describeReads(result, advise).map(formatLine),
    optionChanges !== null &&
      optionChanges.last !== "" &&
      formatLine([
        "options",
        "yellow",
        escapeInvisible(describeDifference(optionChanges)),
      ]),
    optionChanges?.last === "" &&
      !dryRun &&
      formatLine([
        "saved",
        "dim",
        escapeInvisible(`${optionChanges.now} → ${optionsPath}`),
      ]),
    losesTokenCheck(outcomes) &&
      formatLine(["warning", "yellow", TOKEN_CHECK_WARNING]),
    describeLock(result, paint),
    describeOutcomes(outcomes, { folder, paint }),
    result.flaws.map((flaw) => describeFlaw(flaw, paint)),
    describeFindings(result.findings, paint, { cwd, width }),
    describeCost(result.costs, isToolsUnsaid ? advise : null).map(formatLine),
    isStillNamed(outcomes) &&
      formatNextStep(
        "set `exclude` in the overrides of the operations that you deleted; skills and tests still name them",
      ),
    outcomes.some(({ kind }) => kind === "conflict") &&
      formatNextStep(
        "resolve the conflicts, build and commit (no need to run generate again)",
      ),
    describeNaming(outcomes).map(formatNextStep),
    isNew(result) &&
      sdk === "v1" &&
      formatLine([
        "note",
        "dim",
        describeMaintenance(unsaidSdk ? null : advise),
      ]),
    unsaidSdk !== undefined &&
      formatLine(["note", "dim", describeUnsaidSdk(unsaidSdk, cwd)]),
    findSurroundingSteps(result, cwd, checkout).map(formatNextStep),
    (isNew(result) || hasNewManifest(result)) &&
      !dryRun &&
      formatNextStep(
        `cd ${quoteShellWord(folder)} && npm install && npm run build`,
      ),
  );
}

/**
 * Note about the maintenance of the first line of the SDK, with the way to the second unless another note has it.
 * https://github.com/modelcontextprotocol/typescript-sdk
 */
function describeMaintenance(advise: Adviser | null): string {
  const end = "version 1 of the MCP SDK gets fixes until at least 2027-01-27";
  return advise === null
    ? end
    : `${end}. To move to version 2, ${advise("--sdk v2", 'sdk: "v2"')} and generate: that changes package.json and src/runtime/sdk.ts, and your edits stay`;
}

/** Line that a config of the user lacks: without it, a project that is generated anew gets the default of its day. */
function describeUnsaidSdk(
  { file, sdk }: NonNullable<ReportOptions["unsaidSdk"]>,
  cwd: string,
): string {
  const name = file.endsWith(".json") ? '"sdk"' : "sdk";
  const choice =
    sdk === "v1" ? ' to stay on version 1 of the MCP SDK, or "v2" to move' : "";
  return `write ${name}: "${sdk}" into ${relative(cwd, file)}${choice}. The project stays on ${sdk} until the config says another`;
}

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
function describeReads({ components }: Result, advise: Adviser): SummaryLine[] {
  const readKinds = /^(?:resource|template)$/;
  const reads = components.filter(({ kind }) => readKinds.test(kind)).length;
  const [outcome, object] =
    reads === 1 ? ["a resource", "it a tool"] : ["resources", "them tools"];
  const text = `${formatCount(reads, "route")} became ${outcome}, which many clients never read; ${advise("--all-routes-as-tools", "allRoutesAsTools: true")} to make ${object}`;
  return reads === 0 ? [] : [["note", "dim", text]];
}

/** True if the output did not exist before. */
export function isNew({ outcomes }: Result): boolean {
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

/** Line about the costs, if a model can hardly use as many tools as are listed; without `advise`, the config chose the list. */
function describeCost(
  { search, standing }: Costs,
  advise: Adviser | null,
): SummaryLine[] {
  const searchAdvice =
    advise === null
      ? ""
      : `${advise("--tools search", 'tools: "search"')} for about ${formatThousands(search.tokens)}, or `;
  const text = `${formatCount(standing.tools, "tool")} cost a model about ${formatCount(standing.tokens, "token")}; ${searchAdvice}select operations by tags`;
  return isLarge(standing) ? [["large", "yellow", text]] : [];
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

/** Describes a flaw that a person has to mend. */
export function describeFlaw({ file = "", message }: Problem, paint: Paint) {
  return formatSummaryLine(
    ["broken", "red", escapeInvisible(`${file}: ${message}`)],
    paint,
  );
}
