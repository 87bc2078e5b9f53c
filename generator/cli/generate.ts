import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { generate } from "../commands/generate.js";
import { assertNoCommand } from "../checkout/assert-safe.js";
import type { Config } from "../config/config.js";
import { findConfig } from "../config/config-file.js";
import { ToolwrightError } from "../errors.js";
import { DEFAULT_SDK } from "../config/sdk.js";
import { omit, omitEmpty } from "../shared/json.js";
import { isUnfinished, type Result } from "../project/outcome.js";
import {
  describeFailure,
  paint,
  print,
  printData,
  printError,
  createProgress,
  WIDTH,
} from "./console.js";
import { countKinds, wrapLines } from "./table.js";
import type { Flags } from "./flags.js";
import { describeResult, isNew } from "./generate-report.js";
import { runAll, runsOf, type Run } from "./targets.js";
import { watchAndRun } from "./watch.js";

/** Generates every project of a config, or of the command line. */
export function generateAll(flags: Flags): Promise<void> {
  return runAll(flags, async (run) => (await runGenerate(run, flags)).isFine);
}

/** Generates one project, prints a report, and returns the result and whether no one has to look at it. */
async function runGenerate(
  run: Run,
  flags: Flags,
): Promise<{ readonly result: Result; readonly isFine: boolean }> {
  const { adopt = false, dryRun = false, quiet = false } = flags;
  if (!dryRun) assertNoCommand(run.config, run.options.checkout);
  const onProgress = createProgress(!quiet);
  const result = await generate(run.config, {
    ...run.options,
    dryRun,
    adopt,
    mayTurnOver(turnover) {
      onProgress(null);
      printError(`note: ${turnover}`);
      return Promise.resolve(true);
    },
    onProgress,
  }).finally(() => onProgress(null));
  const { allRoutesAsTools, routeMaps } = run.config;
  const isUnmapped = (routeMaps ?? allRoutesAsTools) === undefined;
  const reportOptions = {
    checkout: run.options.checkout,
    paint,
    cwd: process.cwd(),
    dryRun,
    isUnmapped,
    sdk: run.config.sdk ?? DEFAULT_SDK,
    isToolsUnsaid: run.config.tools === undefined,
    ...omitEmpty({ unsaidSdk: run.unsaidSdk }),
    ...(run.handConfig !== undefined && { handConfig: run.handConfig }),
    width: WIDTH,
  };
  if (flags.json === true) printData(toJsonResult(result));
  else if (!quiet)
    print(wrapLines(describeResult(result, reportOptions), WIDTH));
  else if (isUnfinished(result)) printError(describeChange(result));
  if (run.config.emit?.includes("ci") === true && !quiet && flags.json !== true)
    await printWorkflow(run, dryRun || isNew(result));
  if (run.unsaved !== undefined && !quiet)
    printError(describeUnsaved(run.unsaved));
  const isStrict =
    flags.strict === true &&
    result.findings.some(({ severity }) => severity !== "note");
  const isDone = dryRun || runAfterGenerate(run.config, result);
  return { result, isFine: isDone && !isUnfinished(result) && !isStrict };
}

/** Prints the workflow that belongs to the repository around a project, or a line on it, until it is there. */
async function printWorkflow(
  { config, options }: Run,
  isWhole: boolean,
): Promise<void> {
  const { writePlacedWorkflow } =
    await import("../commands/placed-workflow.js");
  const workflow = writePlacedWorkflow(config, options);
  if (workflow === undefined || existsSync(workflow.path)) return;
  const path = relative(process.cwd(), workflow.path);
  print(
    isWhole
      ? `  next: write this into ${path}. GitHub reads workflows at the root of a repository only.\n\n${workflow.text}`
      : `  next: write the workflow, which generate --dry-run prints, into ${path}`,
  );
}

/** Describes flags that the config of a project doesn't have, since a hand wrote it. */
function describeUnsaved({ file, flags }: NonNullable<Run["unsaved"]>): string {
  const name = relative(process.cwd(), file);
  return `note: ${flags.join(" ")} ${flags.length === 1 ? "holds" : "hold"} for this run: ${name} is written by hand and stays as it is, so \`check\` will differ. Write it there, or leave it out.`;
}

/**
 * Runs the config's `afterGenerate` command after files were written; false if it failed. No lock and no flag can
 * name the command.
 */
function runAfterGenerate(
  { afterGenerate }: Config,
  { out, outcomes }: Result,
): boolean {
  const isIdle = outcomes.every(({ kind }) =>
    ["unchanged", "kept", "deleted"].includes(kind),
  );
  if (afterGenerate === undefined || isIdle) return true;
  // Standard output is for results alone.
  const { status } = spawnSync(afterGenerate, {
    cwd: out,
    shell: true,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    printError(
      `error: the command in \`afterGenerate\` failed (${status}): ${afterGenerate}`,
    );
  return status === 0;
}

/** Generates, and again after each change, until it is stopped: the first time with a report, then a line a change. */
export async function watchAndGenerate(
  flags: Flags,
  stop: AbortSignal,
): Promise<void> {
  if (flags.document === "-")
    throw new ToolwrightError({
      code: "bad-option",
      message: "Standard input can't be watched.",
      hint: "Pass a file: toolwright generate openapi.yaml --out my-api-mcp --watch",
    });
  const cwd = process.cwd();
  const files = new Set<string>();
  const apps = new Set<string>();
  const onRead = (documents: readonly unknown[]) => {
    for (const document of documents)
      if (typeof document === "string" && isAbsolute(document))
        files.add(document);
  };
  const runRound = async (changedPaths: readonly string[]) => {
    const isFirst = changedPaths.length === 0;
    const names = changedPaths.map((path) => relative(cwd, path)).join(", ");
    // The config's path is added before it is read, so that one that fails is watched, too.
    onRead([findConfig(cwd, flags.config)]);
    try {
      for (const run of await runsOf(flags)) {
        const { config, options } = run;
        const apiConfigs = [config, ...(config.sources ?? [])];
        onRead([
          options.optionsToSave?.config,
          ...apiConfigs.map((apiConfig) => apiConfig.document),
        ]);
        if (config.app !== undefined) apps.add(resolve(cwd, config.app));
        const watchedRun = { ...run, options: { ...options, onRead } };
        const runFlags = isFirst
          ? flags
          : { ...flags, json: false, quiet: true };
        const { result } = await runGenerate(watchedRun, runFlags);
        if (!isFirst) print(`${names}: ${describeChange(result)}`);
      }
    } catch (error) {
      printError(
        isFirst
          ? describeFailure(error)
          : `${names}: ${describeFailure(error)}`,
      );
    }
  };
  await watchAndRun({ files, apps }, runRound, stop);
}

/** Describes a run in a few words. */
function describeChange(result: Result): string {
  const changedOutcomes = result.outcomes.filter(
    ({ kind }) => kind !== "unchanged",
  );
  const counts = countKinds(changedOutcomes) || "nothing changed";
  return isUnfinished(result) ? `${counts}; see toolwright check` : counts;
}

/** Converts a result to the JSON that is printed: without texts, which are in the files. */
function toJsonResult({ outcomes, ...otherFields }: Result) {
  return {
    ...otherFields,
    files: outcomes.map(({ kind, ...outcome }) => ({
      ...omit(outcome, ["before", "text", "replaces"]),
      outcome: kind,
    })),
  };
}
