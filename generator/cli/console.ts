import { describeProblem, ToolwrightError } from "../errors.js";
import { visible } from "../text.js";

/** Whether output is painted. */
export const colours =
  process.stdout.isTTY && process.env["NO_COLOR"] === undefined;

/**
 * Text for a terminal or the log of a CI, all of it: documents, paths and diffs hold text of others.
 * Line ends and colours stay, the latter where they are wanted; what else can't be seen is escaped,
 * and so is what GitHub's and Azure's runners take for a command, in a way that leaves JSON the same.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function shown(text: string, painted = false): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split(/(\u001b\[\d+m)/)
        .map((part, at) => (at % 2 === 1 && painted ? part : visible(part)))
        .join("")
        .replace(/^(\s*):(?=:)/, "$1\\u003a")
        .replaceAll("##[", "\\u0023#["),
    )
    .join("\n");
}

export function print(text: string): void {
  process.stdout.write(`${shown(text.replace(/\n$/, ""), colours)}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${shown(text.replace(/\n$/, ""))}\n`);
}

/** Why a run ended, in words; a stack where nobody foresaw it. */
export function failureOf(error: unknown): string {
  if (error instanceof ToolwrightError)
    return error.problems
      .map((problem) => `error: ${describeProblem(problem)}`)
      .join("\n");
  if (!(error instanceof Error)) return `error: ${String(error)}`;
  // What the file system says needs no stack.
  if ("syscall" in error) return `error: ${error.message}`;
  if (error instanceof RangeError && /call stack/.test(error.message))
    return "error: The document nests its schemas too deeply to be followed, or refers from one to the next in too long a chain. Write them with fewer steps.";
  return `error: This is a mistake of toolwright.\n${error.stack ?? error.message}`;
}
