import { Command, CommanderError } from "commander";
import { toAbsolutePaths } from "../config/config-file.js";
import { VERSION } from "../package.js";
import { omitEmpty } from "../shared/json.js";
import {
  ask,
  EXIT,
  describeFailure,
  paint,
  print,
  printData,
  printError,
  problemsOf,
  createStopSignal,
  WIDTH,
} from "./console.js";
import { addDocumentCommands } from "./commands.js";
import { describeAdded, listFeatures } from "./add.js";
import {
  normaliseArguments,
  withFlags,
  withSafe,
  type Flags,
} from "./flags.js";
import { generateAll, watchAndGenerate } from "./generate.js";
import { wrapLines } from "./table.js";
import { foldersOf, openCheckoutOf, runAll } from "./targets.js";

/** Fewest characters of a description beside its flag. Below that, commander breaks no lines. */
const MIN_HELP_WIDTH = 16;

/** Text of `--help` below the commands, and by how much further lines of each part are indented. */
const HELP_PARTS = [
  [
    3,
    `
Exit codes:
  0  done
  1  done, but needs your attention: conflicts, findings with --strict, changes with --fail-on, or a stale project (check)
  2  nothing was done: invalid document or option, or your files are in the way
`,
  ],
  [
    2,
    `Examples:
  toolwright init openapi.yaml
  toolwright plan openapi.yaml
  toolwright generate openapi.yaml --out my-api-mcp
  toolwright generate https://api.example.com/openapi.json --out my-api-mcp
  toolwright generate openapi.yaml --out my-api-mcp --all-routes-as-tools
  toolwright generate openapi.yaml --out my-api-mcp \\
    --route-map "* ^/admin/ EXCLUDE" --route-map "GET . RESOURCE,TOOL"
  toolwright generate --app ./src/app.ts --export app --out my-app-mcp
  cat openapi.json | toolwright generate - --out my-api-mcp
`,
  ],
  [
    0,
    `A project saves its document and options. In its folder, or with --out, generate, check, diff and plan need no others. There, and next to a config, "toolwright" is short for "toolwright generate".`,
  ],
] as const;

const HELP_WIDTH = Math.min(WIDTH, 80);

const HELP = HELP_PARTS.map(([hang, text]) =>
  wrapLines(text, HELP_WIDTH, hang),
).join("\n");

// Commands are imported when they run: loading all takes longer than most runs.
const program = new Command("toolwright")
  .description(
    "Generates the TypeScript source of an MCP server from an OpenAPI document: one module per tool, resource and resource template. You commit it, review it and edit it; regeneration keeps your edits.",
  )
  .version(VERSION)
  .addHelpText("after", HELP)
  .configureHelp({ minWidthToWrap: MIN_HELP_WIDTH })
  .configureOutput({ writeErr: printError })
  .exitOverride();

withFlags(
  program
    .command("generate")
    .description("write the server, or update it and keep your edits")
    .option("--dry-run", "show the result without writing files")
    .option(
      "--adopt",
      "use the current files as the base, if toolwright.lock is lost; overwrites nothing",
    )
    .option(
      "--strict",
      "exit with 1 if an operation was left out or is served differently",
    )
    .option(
      "-w, --watch",
      "generate again when the document, a referenced file, the config or the application changes",
    )
    .option("--yes", "no effect; accepted for older scripts"),
).action((document: string | undefined, flags: Flags) =>
  flags.watch === true
    ? watchAndGenerate({ ...flags, document }, createStopSignal())
    : generateAll({ ...flags, document }),
);

addDocumentCommands(program);

withSafe(program.command("init"))
  .description(
    "ask what to generate, write toolwright.config.json, generate, and add scripts to package.json",
  )
  .argument(
    "[document]",
    "OpenAPI document, or the module of a web application",
  )
  .option("-o, --out <dir>", "output folder")
  .option("--yes", "don't ask; all routes become tools")
  .option("--ts", "write toolwright.config.ts, which may compute its options")
  .action(async (document: string | undefined, flags: Flags) => {
    const { addScripts, writeConfig } = await import("./lazy-commands.js");
    const cwd = process.cwd();
    const { offline = false, out, safe = false, ts, yes } = flags;
    const flagOptions = toAbsolutePaths(omitEmpty({ document, out }), cwd);
    const checkout = openCheckoutOf(flags, { cwd, flagOptions });
    const configName = await writeConfig({
      cwd,
      isTypeScript: ts === true,
      document,
      out,
      checkout,
      ask: yes === true ? null : ask,
    });
    await generateAll({ safe: safe || offline });
    print([`  written   ${configName}`, ...addScripts(cwd)].join("\n"));
  });

withSafe(program.command("add"))
  .description(
    "add a runtime feature to a generated server, and print the lines that enable it; later runs keep it up to date",
  )
  .argument("<feature>", "name of the feature; see the list below")
  .option("-o, --out <dir>", "output folder")
  .option("-c, --config <file>", "config file that sets the output folder")
  .option(
    "--allow-older",
    "continue if a newer version of toolwright wrote the project",
  )
  .option("--json", "print the result as JSON")
  .addHelpText("after", listFeatures(WIDTH))
  .action(async (feature: string, flags: Flags) => {
    await runAll(flags, async (run) => {
      const { add: addFeature } = await import("./lazy-commands.js");
      const addResult = await addFeature(feature, run.config, run.options);
      if (flags.json === true) printData(addResult);
      else print(describeAdded(addResult, paint));
      return true;
    });
  });

withSafe(program.command("clients [folder]"))
  .description(
    "print how to connect Claude Code, Cursor, VS Code and other clients",
  )
  .option("-o, --out <dir>", "output folder (same as [folder])")
  .option("-c, --config <file>", "config file that sets the output folder")
  .action(async (folder: string | undefined, flags: Flags) => {
    const { describeClients } = await import("./lazy-commands.js");
    for (const projectFolder of await foldersOf(flags, folder ?? flags.out))
      print(describeClients(projectFolder, WIDTH));
  });

/** Runs a command line, and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(normaliseArguments(args, process.cwd()), {
      from: "user",
    });
  } catch (error) {
    const isCommander = error instanceof CommanderError;
    const isHelp = isCommander && error.exitCode === 0;
    process.exitCode = isHelp ? EXIT.done : EXIT.unusable;
    if (!isHelp && args.includes("--json"))
      printData({ problems: problemsOf(error) });
    if (!isCommander)
      printError(describeFailure(error)); // Commander has said it
    else if (error.code === "commander.excessArguments")
      printError(
        args[0] === "diff"
          ? "Pass the older document to --base: diff new.yaml --base old.yaml"
          : "Use a comma-separated list: --emit dockerfile,tests",
      );
  }
}
