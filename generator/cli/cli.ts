import { Command, CommanderError, Option } from "commander";
import { isOverBudget } from "../plan/costs.js";
import { filled } from "../json.js";
import { writePlainFile } from "../output/write/plain-file.js";
import { VERSION } from "../package.js";
import type { DiffFormat } from "../surface/print.js";
import { describeCheck } from "./check-report.js";
import {
  ask,
  EXIT,
  failureOf,
  paint,
  print,
  printData,
  printError,
  problemsOf,
  stopSignal,
  WIDTH,
  type ExitCode,
} from "./console.js";
import { describeAdded, listFeatures } from "./features.js";
import { withFlags, type Flags, type GenerateFlags } from "./flags.js";
import { HELP } from "./help.js";
import { describePlan, describeTokens } from "./plan-report.js";
import { generateAll, watchAndGenerate } from "./generate.js";
import { describeFindings } from "./report.js";
import { runAll, type Run } from "./runs.js";

// A command's work is imported when it is asked for: together it takes longer to load than most runs take.
const program = new Command("toolwright")
  .description(
    "Writes the TypeScript source of an MCP server from an OpenAPI document: one module per tool, resource and resource template. You commit it, review it and edit it; regeneration keeps your edits.",
  )
  .version(VERSION)
  .addHelpText("after", HELP)
  .configureOutput({ writeErr: printError })
  .exitOverride();

withFlags(
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
    .option(
      "--watch",
      "generate again when the document, a file it refers to, the config or the application changes",
    )
    .option(
      "--yes",
      "go on where other options than last time turn components over",
    ),
).action((document: string | undefined, flags: Flags & GenerateFlags) =>
  flags.watch === true
    ? watchAndGenerate(document, flags, stopSignal())
    : generateAll(document, flags),
);

onDocument<{ readonly tokens?: boolean }>(
  program
    .command("plan")
    .description(
      "show which route becomes which component, before anything is written",
    )
    .option("--tokens", "show what each tool and all of them cost a model"),
  async (run, flags) => {
    const { preview } = await import("./work.js");
    const planned = await preview(run.config, run.options);
    const { findings } = planned;
    const describe = flags.tokens ? describeTokens : describePlan;
    const told = flags.json ? [] : describeFindings(findings, paint);
    if (flags.json) printData(planned);
    else print(describe(planned, paint, WIDTH));
    if (!flags.quiet && told.length > 0) print(told.join("\n"));
    return isOverBudget(findings) ? EXIT.attention : EXIT.done;
  },
);

onDocument<{ readonly format: "html" | "json"; readonly html: string }>(
  program
    .command("report")
    .description(
      "write one HTML page: what is made, what it costs a model, what a model sees, what was found;\nor print as JSON what becomes of each operation, why and where",
    )
    .addOption(
      new Option("--format <format>", "the page, or data")
        .choices(["html", "json"])
        .default("html"),
    )
    .option("--html <file>", "where the page goes", "toolwright-report.html"),
  async (run, { format, html, json, quiet }) => {
    const { report, reportOperations } = await import("./work.js");
    if (format === "json" || json)
      printData(await reportOperations(run.config, run.options));
    else writePlainFile(html, await report(run.config, run.options));
    if (format === "html" && !json && !quiet) print(html);
    return EXIT.done;
  },
);

onDocument<{ readonly contract?: boolean; readonly update?: boolean }>(
  program
    .command("check")
    .description(
      "for CI: exit with 1 where the committed output is not what document, config and generator give;\nedits by hand don't count",
    )
    .option(
      "--contract",
      "edits by hand count where they change what a model is offered, and test/contract does not say so",
    )
    .option("--update", "with --contract: write what tools offer now"),
  async (run, flags) => {
    const { contract = false, update = false } = flags;
    const options = { ...run.options, contract: contract || update };
    const { check, recordContracts } = await import("./work.js");
    const result = update
      ? await recordContracts(run.config, options)
      : await check(run.config, options);
    if (flags.json === true) printData(result);
    else if (flags.quiet !== true)
      print(describeCheck(result, { paint, cwd: process.cwd() }));
    return result.current && !isOverBudget(result.findings)
      ? EXIT.done
      : EXIT.attention;
  },
);

onDocument<{
  readonly base?: string;
  readonly format: DiffFormat | "html";
  readonly failOn?: "breaking" | "any";
}>(
  program
    .command("diff")
    .description(
      "show what changes for the model and for callers, component by component",
    )
    .option(
      "--base <ref>",
      "git ref, file or URL to compare with; default: what was generated last into --out, else HEAD",
    )
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["text", "markdown", "json", "html"])
        .default("text"),
    )
    .addOption(
      new Option("--fail-on <what>", "exit with 1 on such changes").choices([
        "breaking",
        "any",
      ]),
    ),
  async (run, flags) => {
    const { base, failOn, format, json } = flags;
    const options = { ...run.options, ...filled({ base }) };
    const { changesReport, compareSurfaces, printChanges, surfaces } =
      await import("./work.js");
    const { after, before } = await surfaces(run.config, options);
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
  .command("init")
  .description(
    "ask what to generate, write toolwright.config.ts, generate, and add scripts to the package.json beside you",
  )
  .argument("[document]", "OpenAPI document, or module of a web application")
  .option("--out <dir>", "folder of the emitted project")
  .option("--yes", "ask nothing: all routes become tools")
  .action(async (document: string | undefined, { out, yes }: InitFlags) => {
    const { addScripts, writeConfig } = await import("./work.js");
    const cwd = process.cwd();
    await writeConfig({ cwd, document, out, ask: yes === true ? null : ask });
    await generateAll(undefined, {});
    print(["  written   toolwright.config.ts", ...addScripts(cwd)].join("\n"));
  });

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
      const { add } = await import("./work.js");
      const added = await add(feature, run.config, run.options);
      if (flags.json === true) printData(added);
      else print(describeAdded(added, { paint, cwd: process.cwd() }));
      return EXIT.done;
    });
  });

program
  .command("clients [folder]")
  .description("print what clients need to start a generated server")
  .action(async (folder?: string) => {
    const { describeClients } = await import("./work.js");
    print(describeClients(folder));
  });

interface InitFlags {
  readonly out?: string;
  readonly yes?: boolean;
}

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
