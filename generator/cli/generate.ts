import { writeFileSync } from "node:fs";
import { generate } from "../commands/generate.js";
import { without } from "../json.js";
import { isOpen, type Result } from "../output/result.js";
import {
  confirmed,
  EXIT,
  hasPerson,
  paint,
  print,
  printData,
  printError,
  shown,
  stagesOn,
  type ExitCode,
} from "./console.js";
import { reportOperations } from "./coverage.js";
import type { Flags, GenerateFlags } from "./flags.js";
import { describeResult } from "./report.js";
import type { Run } from "./runs.js";

/** Generates one project, tells of it, and gives what it was and what the command ends with. */
export async function runGenerate(
  run: Run,
  flags: Flags & GenerateFlags,
): Promise<{ readonly result: Result; readonly code: ExitCode }> {
  const { adopt = false, dryRun = false, quiet = false, yes = false } = flags;
  const progress = stagesOn(!quiet);
  const result = await generate(run.config, {
    ...{ ...run.options, dryRun, adopt },
    async mayTurnOver(turnover) {
      progress.end();
      if (yes || dryRun) printError(`note: ${turnover}`);
      else if (hasPerson) return confirmed(`${turnover}\nGo on?`);
      return yes || dryRun;
    },
    onProgress: (stage) => progress.stage(stage),
  }).finally(() => progress.end());
  if (run.config.report !== undefined) {
    const report = JSON.stringify(reportOperations(result), null, 2);
    writeFileSync(run.config.report, `${shown(report)}\n`);
  }
  const { allRoutesAsTools, routeMaps } = run.config;
  const isUnmapped = routeMaps === undefined && allRoutesAsTools !== true;
  const how = { paint, cwd: process.cwd(), dryRun, isUnmapped };
  if (flags.json === true) printData(asData(result));
  else if (!quiet) print(describeResult(result, how));
  const isStrict =
    flags.strict === true &&
    result.findings.some(({ severity }) => severity !== "note");
  const isFine = !isOpen(result) && !isStrict;
  return { result, code: isFine ? EXIT.done : EXIT.attention };
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
