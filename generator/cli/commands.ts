import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { omitEmpty } from "../shared/json.js";
import { describeOtherGenerator } from "../project/generator-version.js";
import { writePlainFile } from "../project/write/apply.js";
import { isProject } from "../project/lock.js";
import { baselineFile } from "../lint/baseline.js";
import { isOverBudget } from "../listing/costs.js";
import { toSlug } from "../shared/slug.js";
import { escapeInvisible } from "../shared/escape.js";
import {
  FAIL_ON_CLASSES,
  isFailOnClass,
  isOfClass,
  type FailOnClass,
} from "../diff/fail-on.js";
import type { DiffFormat } from "../diff/print.js";
import { describeCheck } from "./check-report.js";
import { paint, print, printData, WIDTH } from "./console.js";
import { addEvals } from "./evals.js";
import { wrapLines } from "./table.js";
import { withFlags, type Flags } from "./flags.js";
import { parseHeaders } from "./headers.js";
import { describePlan, describeTokens } from "./plan-report.js";
import { describeFindings } from "./findings-report.js";
import { describeLint } from "./lint-report.js";
import { describeServerCheck } from "./server-report.js";
import { runAll, type Run } from "./targets.js";

/** Adds the commands that read and don't write into the project: `plan`, `report`, `check`, `diff`, `lint`, `evals`, `workflows`. */
export function addDocumentCommands(program: Command): void {
  onDocument<PlanFlags>(
    program
      .command("plan")
      .description(
        "preview which component each route becomes, without writing files",
      )
      .option("--tokens", "show how many tokens each tool costs a model")
      .option(
        "--options",
        "show each option with its value and where it is from, and plan nothing",
      )
      .option(
        "--types <names>",
        "print TypeScript declarations of these tools (comma-separated, or all), as clients that write code show them",
      ),
    printPlan,
  );

  onDocument<{ readonly format: "html" | "json"; readonly html: string }>(
    program
      .command("report")
      .description(
        "write one HTML page with all components, their token costs, what a model sees, and findings; or print the decision for each operation as JSON",
      )
      .addOption(
        new Option("--format <format>", "HTML page or JSON")
          .choices(["html", "json"])
          .default("html"),
      )
      .option(
        "--html <file>",
        "file of the page; with several servers, each name gets the server's folder",
        "toolwright-report.html",
      ),
    async (run, { format, html, json, quiet }) => {
      const { report, reportOperations } = await import("./lazy-commands.js");
      if (format === "json" || json) {
        printData(await reportOperations(run.config, run.options));
        return true;
      }
      const folderSuffix = run.of === undefined ? "" : `-${toSlug(run.of)}`;
      // The suffix goes before the file's extension, if it has one.
      const path = html.replace(/(\.\w+)?$/, `${folderSuffix}$1`);
      const page = await report(run.config, run.options);
      writePlainFile(path, page, "file of the page");
      if (!quiet) print(path);
      return true;
    },
  );

  onDocument<CheckFlags>(
    program
      .command("check")
      .description(
        "for CI: exit with 1 if the committed project is stale; your edits don't count",
      )
      .option(
        "--contract",
        "also fail if your edits change what a model sees and test/contract is not updated",
      )
      .option("--update", "with --contract: write the current contracts")
      .option(
        "--server [url-or-command]",
        "compare what a running server lists with test/contract instead; default: the server of the project's .mcp.json",
      )
      .option("--base <ref>", "with --server: git ref of the contracts")
      .option(
        "--header <header>",
        "with --server: header of each request, such as 'Authorization: Bearer $MCP_TOKEN', with variables of the environment; may be repeated",
        (header: string, headers: readonly string[] = []) => [
          ...headers,
          header,
        ],
      )
      .option("--verbose", "list all files, and print all differences"),
    async (run, flags) => {
      const { contract = false, server, update = false } = flags;
      if (server !== undefined) return checkRunningServer(run, server, flags);
      const options = { ...run.options, contract: contract || update };
      const { check, recordContracts } = await import("./lazy-commands.js");
      const result = update
        ? await recordContracts(run.config, options)
        : await check(run.config, options);
      if (flags.json === true) printData(result);
      else if (flags.quiet !== true) {
        const { verbose = false } = flags;
        print(describeCheck(result, { paint, verbose, width: WIDTH }));
      }
      return result.current && !isOverBudget(result.findings);
    },
  );

  onDocument<{
    readonly base?: string;
    readonly format: DiffFormat | "html";
    readonly failOn?: readonly FailOnClass[];
  }>(
    program
      .command("diff")
      .description(
        "show what changes for models and callers, component by component",
      )
      .option(
        "--base <ref>",
        "git ref, file or URL to compare with; default: the last output in --out, otherwise HEAD",
      )
      .addOption(
        new Option("--format <format>", "output format")
          .choices(["text", "markdown", "json", "html"])
          .default("text"),
      )
      .addOption(
        new Option(
          "--fail-on <classes>",
          `exit with 1 on changes of these classes: ${FAIL_ON_CLASSES.join(", ")}; comma-separated`,
        ).argParser(parseFailOn),
      ),
    async (run, flags) => {
      const { base, failOn, format, json } = flags;
      const options = { ...run.options, ...omitEmpty({ base }) };
      const { renderChangesPage, compareSurfaces, printChanges, readSurfaces } =
        await import("./lazy-commands.js");
      const {
        after: currentSurface,
        before: baseSurface,
        editedFiles,
        generator,
      } = await readSurfaces(run.config, options);
      const changes = compareSurfaces(baseSurface, currentSurface, editedFiles);
      const outputFormat = json === true ? "json" : format;
      if (outputFormat === "html")
        print(renderChangesPage(baseSurface, currentSurface, editedFiles));
      else if (outputFormat === "json")
        print(printChanges(changes, outputFormat));
      else {
        const otherLine =
          generator === null
            ? ""
            : `${describeOtherGenerator(generator, null)}\n\n`;
        const text = otherLine + printChanges(changes, outputFormat);
        print(withHeading(run, text));
      }
      return !changes.some((change) => isOfClass(change, failOn ?? []));
    },
  );

  addLint(program);
  addEvals(program);

  onDocument(
    program
      .command("workflows")
      .description("suggest multi-step workflows")
      .command("suggest")
      .description(
        "print an Arazzo file with chains that the document's links and ids allow, for you to prune",
      ),
    async (run) => {
      const { suggest } = await import("./lazy-commands.js");
      printData(await suggest(run.config, run.options));
      return true;
    },
  );
}

/** Compares a running server with the contracts; true if it lists nothing that was not reviewed. */
async function checkRunningServer(
  run: Run,
  server: string | true,
  { base, header = [], json, quiet, verbose = false }: CheckFlags,
): Promise<boolean> {
  const { checkServer } = await import("./lazy-commands.js");
  const result = await checkServer(run.config, {
    ...run.options,
    server: server === true ? null : server,
    headers: parseHeaders(header, process.env),
    ...omitEmpty({ base }),
  });
  if (json === true) printData(result);
  else if (quiet !== true)
    print(describeServerCheck(result, { paint, verbose, width: WIDTH }));
  return result.current;
}

function parseFailOn(text: string): FailOnClass[] {
  return text.split(",").map((word) => {
    const name = word.trim();
    if (isFailOnClass(name)) return name;
    throw new InvalidArgumentError(
      `There is no class "${name}". Use ${FAIL_ON_CLASSES.join(", ")}.`,
    );
  });
}

/** Adds the command that lints a server as it is. */
function addLint(program: Command): void {
  const command = program
    .command("lint")
    .description(
      "find what misleads a model in the current server, including your edits and your own tools, with a fix for each finding",
    )
    .option("--strict", "exit with 1 on warnings, too")
    .option(
      "--baseline",
      `exit with 1 only on findings that are not in ${baselineFile}`,
    )
    .option("--update", `write the current findings to ${baselineFile}`)
    .option(
      "--overlay <new-file>",
      "write an OpenAPI Overlay: fixes that are certain as actions, the others as comments",
    )
    .addOption(
      new Option("--format <format>", "output format")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText("after", wrapLines(LINT_HELP, WIDTH));
  const argument = [
    "[document|folder]",
    "OpenAPI document, or folder of a generated project; default: the project in the current directory",
  ] as const;
  withFlags(command, { argument }).action(
    async (target: string | undefined, { overlay, ...flags }: LintFlags) => {
      const { baseline, format, json, strict, update } = flags;
      await runAll({ ...flags, ...toTarget(target) }, async (run) => {
        const { lint } = await import("./lazy-commands.js");
        const result = await lint(run.config, {
          ...run.options,
          ...omitEmpty({ baseline, overlay, strict, update }),
        });
        if (format === "json" || json) printData(result);
        else if (!flags.quiet || !result.passed)
          print(
            wrapLines(withHeading(run, describeLint(result, paint)), WIDTH),
          );
        return result.passed;
      });
    },
  );
}

interface CheckFlags extends Flags {
  readonly base?: string;
  readonly contract?: boolean;
  readonly header?: readonly string[];
  /** Address or command; true for the server that the project names. */
  readonly server?: string | true;
  readonly update?: boolean;
  readonly verbose?: boolean;
}

interface LintFlags extends Flags {
  readonly baseline?: boolean;
  readonly format: "text" | "json";
  readonly overlay?: string;
  readonly update?: boolean;
}

/** Text of `lint --help` below the options. */
const LINT_HELP = `
With a project, lint reads its modules and runs none of them. With a document
alone, it lints the server that would be generated. docs/lint.md has the rules.

Exit codes:
  0  no errors; with --strict no warnings either; with --baseline nothing new
  1  such findings
  2  the document, the project or an option can't be used

Examples:
  toolwright lint openapi.yaml
  toolwright lint my-api-mcp --strict
  toolwright lint my-api-mcp --overlay fixes.overlay.yaml
  toolwright lint my-api-mcp --baseline --update   # once, then commit the file
  toolwright lint my-api-mcp --baseline            # in CI
`;

/** Project that a folder holds, or the document of this name. */
function toTarget(target: string | undefined) {
  const folder = resolve(target ?? ".");
  return target !== undefined && isProject(folder)
    ? { folder }
    : { document: target };
}

/**
 * Adds the common flags to a command, and its action for each config; the action resolves to true if no one has to look
 * at the config.
 */
function onDocument<CommandFlags>(
  command: Command,
  action: (run: Run, flags: Flags & CommandFlags) => Promise<boolean>,
): void {
  withFlags(command).action(
    (document: string | undefined, flags: Flags & CommandFlags) =>
      runAll({ ...flags, document }, (run) => action(run, flags)),
  );
}

/** Puts the folder of the server above a text for users, or for Markdown, if there are several servers. */
function withHeading({ of }: Run, text: string): string {
  return of === undefined ? text : `\`${escapeInvisible(of)}\`:\n\n${text}`;
}

interface PlanFlags {
  readonly options?: boolean;
  readonly tokens?: boolean;
  readonly types?: string;
}

/** Prints the plan, or the types of tools for clients that write code. */
async function printPlan(run: Run, flags: Flags & PlanFlags): Promise<boolean> {
  if (flags.options) return printOptions(run, flags);
  if (flags.types !== undefined) return printToolTypes(run, flags.types, flags);
  const { preview } = await import("./lazy-commands.js");
  const planPreview = await preview(run.config, run.options);
  const { findings } = planPreview;
  if (flags.json) printData(planPreview);
  else {
    const describe = flags.tokens ? describeTokens : describePlan;
    const findingLines = describeFindings(findings, paint, { width: WIDTH });
    print(withHeading(run, describe(planPreview, paint, WIDTH)));
    if (!flags.quiet && findingLines.length > 0)
      print(wrapLines(findingLines.join("\n"), WIDTH));
  }
  return !isOverBudget(findings);
}

/** Prints the options of a run, with their origins. */
async function printOptions(
  run: Run,
  { json = false }: Flags,
): Promise<boolean> {
  const { describeOptions, toJsonOptions } = await import("./lazy-commands.js");
  const cwd = process.cwd();
  if (json) printData(toJsonOptions(run.resolved, cwd));
  else
    print(
      withHeading(
        run,
        describeOptions(run.resolved, cwd, { paint, width: WIDTH }),
      ),
    );
  return true;
}

/** Prints the types of tools; `names` has commas between, or is `all`. */
async function printToolTypes(
  { config, options }: Run,
  names: string,
  { json = false }: Flags,
): Promise<boolean> {
  const { readToolTypes } = await import("./lazy-commands.js");
  const toolNames = names === "all" ? names : names.split(",");
  const tools = await readToolTypes(config, options, toolNames);
  const typeLines = tools.map(({ answer, arguments: args, name, title }) => [
    `// ${title}`,
    `${name}(args: ${args}): Promise<${answer}>;`,
    "",
  ]);
  if (json) printData(tools);
  else print(typeLines.flat().map(escapeInvisible).join("\n"));
  return true;
}
