import { writeFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { add } from "../commands/add.js";
import { check } from "../commands/check.js";
import { isOverBudget } from "../plan/costs.js";
import { surfaces } from "../commands/diff.js";
import { generate } from "../commands/generate.js";
import { isOpen, type Result } from "../output/result.js";
import { preview } from "../commands/plan.js";
import { changesReport, report } from "../commands/report.js";
import { without } from "../json.js";
import { VERSION } from "../package.js";
import { compareSurfaces } from "../surface/changes.js";
import { printChanges } from "../surface/print.js";
import { describeCheck } from "./check-report.js";
import {
  colours,
  failureOf,
  print,
  printError,
  problemsOf,
  shown,
} from "./console.js";
import { reportOperations } from "./coverage.js";
import { describeAdded, listFeatures } from "./features.js";
import {
  withDiffFlags,
  withFlags,
  type DiffFlags,
  type Flags,
  type GenerateFlags,
  type PlanFlags,
  type ReportFlags,
} from "./flags.js";
import { HELP } from "./help.js";
import { describePlan, describeTokens } from "./plan-report.js";
import { createProgress } from "./progress.js";
import { describeFindings, describeResult, painter } from "./report.js";
import { runsOf, type Run } from "./runs.js";

/** Exit codes, the same for all commands. */
const EXIT = { done: 0, attention: 1, unusable: 2 } as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const paint = painter(colours);

const program = new Command("toolwright")
  .description(
    "Writes the TypeScript source of an MCP server from an OpenAPI document: one module per tool, resource and resource template. You commit it, review it and edit it; regeneration keeps your edits.",
  )
  .version(VERSION)
  .addHelpText("after", HELP)
  .configureOutput({ writeErr: printError })
  .exitOverride();

onDocument<GenerateFlags>(
  program
    .command("generate")
    .description("write or update the server")
    .option("--dry-run", "decide everything, write nothing")
    .option(
      "--adopt",
      "the lock is lost: take the present files as they are, overwrite nothing",
    )
    .option(
      "--strict",
      "exit with 1 where an operation was left out or served differently",
    )
    .option("--report-html <file>", "write what `report` does as well"),
  async (run, flags) => {
    const { adopt = false, dryRun = false, quiet = false } = flags;
    const progress = createProgress(process.stderr, !quiet);
    const result = await generate(run.config, {
      ...{ ...run.options, dryRun, adopt },
      onProgress: (stage) => progress.stage(stage),
    }).finally(() => progress.end());
    if (run.config.report !== undefined) {
      const json = JSON.stringify(reportOperations(result), null, 2);
      writeFileSync(run.config.report, `${shown(json)}\n`);
    }
    if (flags.reportHtml !== undefined)
      writeFileSync(flags.reportHtml, await report(run.config, run.options));
    const { allRoutesAsTools, routeMaps } = run.config;
    const isUnmapped = routeMaps === undefined && allRoutesAsTools !== true;
    const how = { paint, cwd: process.cwd(), dryRun, isUnmapped };
    if (flags.json === true) printData(asData(result));
    else if (!quiet) print(describeResult(result, how));
    const isStrict =
      flags.strict === true &&
      result.findings.some(({ severity }) => severity !== "note");
    return isOpen(result) || isStrict ? EXIT.attention : EXIT.done;
  },
);

onDocument<PlanFlags>(
  program
    .command("plan")
    .description(
      "show which route becomes which component, before anything is written",
    )
    .option("--tokens", "show what each tool and all of them cost a model"),
  async (run, flags) => {
    const planned = await preview(run.config, run.options);
    const { findings } = planned;
    const describe = flags.tokens === true ? describeTokens : describePlan;
    const told = flags.json === true ? [] : describeFindings(findings, paint);
    if (flags.json === true) printData(planned);
    else print(describe(planned, paint));
    if (flags.quiet !== true && told.length > 0) print(told.join("\n"));
    return isOverBudget(findings) ? EXIT.attention : EXIT.done;
  },
);

onDocument<ReportFlags>(
  program
    .command("report")
    .description(
      "write one HTML page: what is made, what it costs a model, what a model sees, what was found",
    )
    .option("--html <file>", "where", "toolwright-report.html"),
  async (run, flags) => {
    writeFileSync(flags.html, await report(run.config, run.options));
    if (flags.quiet !== true) print(flags.html);
    return EXIT.done;
  },
);

onDocument(
  program
    .command("check")
    .description(
      "for CI: exit with 1 where the committed output is not what document, config and generator give;\nedits by hand don't count",
    ),
  async (run, flags) => {
    const result = await check(run.config, run.options);
    if (flags.json === true) printData(result);
    else if (flags.quiet !== true)
      print(describeCheck(result, { paint, cwd: process.cwd() }));
    return result.current && !isOverBudget(result.findings)
      ? EXIT.done
      : EXIT.attention;
  },
);

onDocument<DiffFlags>(
  withDiffFlags(
    program
      .command("diff")
      .description(
        "show what changes for the model and for callers, component by component",
      ),
  ),
  async (run, flags) => {
    const { base, failOn, format, json } = flags;
    const { after, before } = await surfaces(run.config, {
      ...run.options,
      ...(base === undefined ? {} : { base }),
    });
    const changes = compareSurfaces(before, after);
    print(
      format === "html"
        ? changesReport(before, after)
        : printChanges(changes, json === true ? "json" : format),
    );
    const counts = changes.filter(
      ({ breaking }) => breaking || failOn === "any",
    );
    return failOn !== undefined && counts.length > 0
      ? EXIT.attention
      : EXIT.done;
  },
);

program
  .command("add")
  .description(
    "write one more feature of the runtime into a generated server, and print the lines that hand it in;\nlater runs keep it up to date",
  )
  .argument("<feature>", "one of those listed below")
  .option("--out <dir>", "folder of the emitted project")
  .option("--config <file>", "where that folder is named, too")
  .option("--json", "print the result as JSON")
  .addHelpText("after", listFeatures())
  .action(async (feature: string, flags: Flags) => {
    await runAll(undefined, flags, async (run) => {
      const added = await add(feature, run.config, run.options);
      if (flags.json === true) printData(added);
      else print(describeAdded(added, { paint, cwd: process.cwd() }));
      return EXIT.done;
    });
  });

/** Gives a command the flags of all, and what it does with each config. */
function onDocument<Own>(
  command: Command,
  action: (run: Run, flags: Flags & Own) => Promise<ExitCode>,
): void {
  withFlags(command).action(
    (document: string | undefined, flags: Flags & Own) =>
      runAll(document, flags, (run) => action(run, flags)),
  );
}

async function runAll(
  document: string | undefined,
  flags: Flags,
  action: (run: Run) => Promise<ExitCode>,
): Promise<void> {
  const codes: number[] = [EXIT.done];
  for (const run of await runsOf(document, flags))
    codes.push(await action(run));
  process.exitCode = Math.max(...codes);
}

function printData(data: unknown): void {
  print(JSON.stringify(data, null, 2));
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

try {
  await program.parseAsync();
} catch (error) {
  const isCommander = error instanceof CommanderError;
  const isHelp = isCommander && error.exitCode === 0;
  process.exitCode = isHelp ? EXIT.done : EXIT.unusable;
  if (!isHelp && process.argv.includes("--json"))
    printData({ problems: problemsOf(error) });
  if (!isCommander) printError(failureOf(error)); // Commander has said it
}
