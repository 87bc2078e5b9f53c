import { spawnSync } from "node:child_process";
import { isAbsolute, relative, resolve } from "node:path";
import { generate } from "../commands/generate.js";
import type { Config } from "../config/config.js";
import { findConfig } from "../config/config-file.js";
import { ToolwrightError } from "../errors.js";
import { without } from "../shared/json.js";
import { isOpen, type Result } from "../project/outcome.js";
import {
  confirmed,
  failureOf,
  hasPerson,
  paint,
  print,
  printData,
  printError,
  progressOn,
} from "./console.js";
import type { Flags } from "./flags.js";
import { countsOf, describeResult } from "./generate-report.js";
import { runAll, runsOf, type Run } from "./targets.js";
import { whileWatching } from "./watch.js";

/** Generates what a config, or the command line, asks for. */
export function generateAll(flags: Flags): Promise<void> {
  return runAll(flags, async (run) => (await runGenerate(run, flags)).isFine);
}

/** Generates one project, tells of it, and gives what it was and whether nobody has to look at it. */
async function runGenerate(
  run: Run,
  flags: Flags,
): Promise<{ readonly result: Result; readonly isFine: boolean }> {
  const { adopt = false, dryRun = false, quiet = false, yes = false } = flags;
  const onProgress = progressOn(!quiet);
  const result = await generate(run.config, {
    ...run.options,
    dryRun,
    adopt,
    async mayTurnOver(turnover) {
      onProgress(null);
      if (!yes && !dryRun)
        return hasPerson ? confirmed(`${turnover}\nGo on?`) : false;
      printError(`note: ${turnover}`);
      return true;
    },
    onProgress,
  }).finally(() => onProgress(null));
  const { allRoutesAsTools, routeMaps } = run.config;
  const isUnmapped = routeMaps === undefined && allRoutesAsTools !== true;
  const how = { paint, cwd: process.cwd(), dryRun, isUnmapped };
  if (flags.json === true) printData(asData(result));
  else if (!quiet) print(describeResult(result, how));
  else if (isOpen(result)) printError(describeChange(result));
  const isStrict =
    flags.strict === true &&
    result.findings.some(({ severity }) => severity !== "note");
  const isDone = dryRun || runDone(run.config, result);
  return { result, isFine: isDone && !isOpen(result) && !isStrict };
}

/** Does what a config wants done behind what was written. False: it failed. No lock and no flag can name the command. */
function runDone({ done }: Config, { out, outcomes }: Result): boolean {
  const isIdle = outcomes.every(({ kind }) =>
    ["unchanged", "kept", "deleted"].includes(kind),
  );
  if (done === undefined || isIdle) return true;
  // Results alone go to standard output.
  const { status } = spawnSync(done, {
    cwd: out,
    shell: true,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    printError(`error: \`done\` of the config failed (${status}): ${done}`);
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
      message: "Standard input comes once, and can't be watched.",
      hint: "Name a file: toolwright generate openapi.yaml --out my-api-mcp --watch",
    });
  const cwd = process.cwd();
  const files = new Set<string>();
  const apps = new Set<string>();
  const onRead = (places: readonly unknown[]) => {
    for (const place of places)
      if (typeof place === "string" && isAbsolute(place)) files.add(place);
  };
  const round = async (changed: readonly string[]) => {
    const isFirst = changed.length === 0;
    const names = changed.map((path) => relative(cwd, path)).join(", ");
    // Known before a config is read, so that one which fails is watched, too.
    onRead([findConfig(cwd, flags.config)]);
    try {
      for (const { config, options } of await runsOf(flags)) {
        const parts = [config, ...(config.sources ?? [])];
        onRead([options.told?.config, ...parts.map((part) => part.document)]);
        if (config.app !== undefined) apps.add(resolve(cwd, config.app));
        const run = { config, options: { ...options, onRead } };
        const how = isFirst ? flags : { ...flags, json: false, quiet: true };
        const { result } = await runGenerate(run, how);
        if (!isFirst) print(`${names}: ${describeChange(result)}`);
      }
    } catch (error) {
      printError(isFirst ? failureOf(error) : `${names}: ${failureOf(error)}`);
    }
  };
  await whileWatching({ files, apps }, round, stop);
}

/** A run in a few words. */
function describeChange(result: Result): string {
  const changed = result.outcomes.filter(({ kind }) => kind !== "unchanged");
  const counts = countsOf(changed) || "nothing changed";
  return isOpen(result) ? `${counts}; see toolwright check` : counts;
}

/** Without texts, which stand in the files. */
function asData({ outcomes, ...rest }: Result) {
  return {
    ...rest,
    files: outcomes.map(({ kind, ...outcome }) => ({
      ...without(outcome, ["before", "text", "replaces"]),
      outcome: kind,
    })),
  };
}
