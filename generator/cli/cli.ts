import { Command, CommanderError, Option } from "commander";
import { add } from "../commands/add.js";
import { check } from "../commands/check.js";
import { isOverBudget } from "../plan/costs.js";
import { diff } from "../commands/diff.js";
import { preview } from "../commands/plan.js";
import { VERSION } from "../package.js";
import { printChanges } from "../surface/print.js";
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
import {
  withFlags,
  type DiffFlags,
  type Flags,
  type GenerateFlags,
  type InitFlags,
  type PlanFlags,
} from "./flags.js";
import { describePlan, describeTokens } from "./plan-report.js";
import { runGenerate, watchAndGenerate } from "./generate.js";
import { describeFindings } from "./report.js";
import { addScripts, writeConfig } from "./init.js";
import { runsOf, type Run } from "./runs.js";

const program = new Command("toolwright")
  .description(
    "Writes the TypeScript source of an MCP server from an OpenAPI document: one module per tool, resource and resource template. You commit it, review it and edit it; regeneration keeps your edits.",
  )
  .version(VERSION)
  .addHelpText(
    "after",
    `
Exit codes:
  0  done
  1  done, but it needs your attention: conflicts, findings with --strict,
     changes with --fail-on, a stale output for check
  2  nothing was done: bad document, bad option, or files of yours in the way

Examples:
  toolwright init openapi.yaml
  toolwright plan openapi.yaml
  toolwright generate openapi.yaml --out my-api-mcp
  toolwright generate https://api.example.com/openapi.json --out my-api-mcp --all-routes-as-tools
  toolwright generate openapi.yaml --out my-api-mcp --route-map "* ^/admin/ EXCLUDE" --route-map "GET . RESOURCE,TOOL"
  toolwright generate --app ./src/app.ts --export app --out my-app-mcp
  cat openapi.json | toolwright generate - --out my-api-mcp

A project remembers its document and options: in its folder, and with --out,
  generate, check, diff and plan need no others.
`,
  )
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
    : runAll(
        document,
        flags,
        async (run) => (await runGenerate(run, flags)).code,
      ),
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
    else print(describe(planned, paint, WIDTH));
    if (flags.quiet !== true && told.length > 0) print(told.join("\n"));
    return isOverBudget(findings) ? EXIT.attention : EXIT.done;
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
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .addOption(
      new Option("--fail-on <what>", "exit with 1 on such changes").choices([
        "breaking",
        "any",
      ]),
    ),
  async (run, flags) => {
    const changes = await diff(run.config, {
      ...run.options,
      ...(flags.base === undefined ? {} : { base: flags.base }),
    });
    print(printChanges(changes, flags.json === true ? "json" : flags.format));
    const counts = changes.filter(
      ({ breaking }) => breaking || flags.failOn === "any",
    );
    return flags.failOn !== undefined && counts.length > 0
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
  .action(async (document: string | undefined, flags: Flags & InitFlags) => {
    const cwd = process.cwd();
    const { out } = flags;
    await writeConfig({
      cwd,
      document,
      out,
      ask: flags.yes === true ? null : ask,
    });
    await runAll(undefined, {}, async (run) => {
      const { code } = await runGenerate(run, {});
      return code;
    });
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
