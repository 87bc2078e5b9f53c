import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { omitEmpty } from "../shared/json.js";
import { EXIT, paint, print, printData } from "./console.js";
import { describeEvals, describeScoreChanges } from "./evals-report.js";
import { withSafe, type Flags } from "./flags.js";
import { openCheckoutOf } from "./targets.js";

interface EvalFlags extends Flags {
  readonly failUnder?: number;
}

/** Adds the command that scores the evals of a project. `report` gets true if no one has to look at the result. */
export function addEvals(program: Command): void {
  const command = withSafe(program.command("evals"))
    .description(
      "score the cases in evals/ of a project: how well its tools are found, without a model or with one",
    )
    .argument(
      "[folder]",
      "folder of the project; default: the current directory",
    )
    .addOption(
      new Option(
        "--fail-under <percent>",
        "exit with 1 if fewer of the asks by hand are solved; seeds don't count",
      ).argParser(parsePercent),
    )
    .option("--json", "print the scores as JSON")
    .option("--quiet", "print nothing if the exit code is 0")
    .addHelpText("after", EVALS_HELP)
    .action(async (folder: string | undefined, flags: EvalFlags) => {
      const { failUnder, json, quiet } = flags;
      const { evals } = await import("./lazy-commands.js");
      const { out, checkout } = openProject(folder, flags);
      const model = process.env["EVALS_MODEL"];
      const result = await evals(
        { out },
        { checkout, ...omitEmpty({ failUnder, model }) },
      );
      if (json) printData(result);
      else if (!quiet || !result.passed)
        print(describeEvals(result, failUnder, paint));
      process.exitCode = result.passed ? EXIT.done : EXIT.attention;
    });
  withSafe(command.command("diff"))
    .description(
      "compare the scores with those that a git ref has, case by case; asks no model",
    )
    .argument("<ref>", "git ref, such as main")
    .argument(
      "[folder]",
      "folder of the project; default: the current directory",
    )
    .option("--json", "print the comparison as JSON")
    .action(
      async (ref: string, folder: string | undefined, flags: EvalFlags) => {
        const { diffEvals } = await import("./lazy-commands.js");
        const { out, checkout } = openProject(folder, flags);
        const changes = await diffEvals({ out }, ref, { checkout });
        if (flags.json) printData(changes);
        else print(describeScoreChanges(changes));
      },
    );
}

/** Opens the project that a command names, or that of the working folder. */
function openProject(folder: string | undefined, flags: Flags) {
  const cwd = process.cwd();
  const out = resolve(folder ?? ".");
  return {
    out,
    checkout: openCheckoutOf(flags, { cwd, flagOptions: { out } }),
  };
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (text.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError("Name a number from 0 to 100.");
}

/** Text of `evals --help` below the options. */
const EVALS_HELP = `
The modules are read with your edits and own tools; none of them runs.
EVALS_MODEL, in the environment alone, names a command that asks a model; its
calls go to the built server with API_MOCK, if there is one.
Scores go to evals/scores.json, for you to commit. docs/evals.md has the rest.

Exit codes:
  0  scored
  1  fewer asks by hand are solved than --fail-under says
  2  a case or the project can't be read, or the model's command failed

Examples:
  toolwright evals my-api-mcp
  toolwright evals --fail-under 80
  EVALS_MODEL="node ask.mjs" toolwright evals
  toolwright evals diff main
`;
