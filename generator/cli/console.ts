import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { ToolwrightError, type Problem } from "../errors.js";
import { escapeInvisible } from "../shared/escape.js";
import { describeNear } from "./findings-report.js";
import { createPaint } from "./table.js";

/** Exit codes, the same for all commands. */
export const EXIT = { done: 0, attention: 1, unusable: 2 } as const;

/** True if a stream shows colours: https://no-color.org, https://force-color.org */
function hasColours({ isTTY }: NodeJS.WriteStream): boolean {
  const { FORCE_COLOR, NO_COLOR = "", TERM } = process.env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return !/^(0|false)$/.test(FORCE_COLOR);
  return isTTY && TERM !== "dumb";
}

/** Characters of a line: the terminal's width, or no limit if another program reads the output. */
export const WIDTH = process.stdout.columns || Infinity;

export const paint = createPaint(hasColours(process.stdout));

/** Stages of a run, in order, as `onProgress` names them. */
const STAGES = [
  "Loading the application",
  "Reading the document",
  "Following references",
  "Checking the document",
  "Planning",
  "Writing types",
  "Rendering",
  "Merging",
  "Writing",
];

/** Width of the bar, in characters. */
const BAR_WIDTH = 24;

/** Bar of the stages up to this one. */
export function formatBar(stage: string): string {
  const progress = Math.max(0, STAGES.indexOf(stage)) / STAGES.length;
  const filledWidth = Math.round(progress * BAR_WIDTH);
  return "█".repeat(filledWidth) + "░".repeat(BAR_WIDTH - filledWidth);
}

/** Creates a progress bar of a run's stages, if a terminal shows it; null as the stage removes it. */
export function createProgress(
  isShown: boolean,
): (stage: string | null) => void {
  const { stderr: stream, env } = process;
  if (!isShown || env["TERM"] === "dumb" || !stream.isTTY)
    return () => undefined;
  return (stage) => {
    const bar = formatBar(stage ?? "");
    stream.write(`\r\u001b[K${stage === null ? "" : `${bar} ${stage}`}`);
  };
}

/** True if a user can be asked. */
export const hasPerson = process.stdin.isTTY && process.stderr.isTTY;

/**
 * Asks the user and returns the reply; empty if they just press Enter. Questions go to standard error, where they don't
 * mix with results.
 */
export async function ask(question: string): Promise<string> {
  if (!hasPerson)
    throw new ToolwrightError({
      code: "nobody-there",
      message: "init needs a terminal to ask questions.",
      hint: "Use the defaults, and edit the config afterwards: toolwright init openapi.yaml --yes",
    });
  const { stdin: input, stderr: output } = process;
  const prompt = createInterface({ input, output });
  const closeController = new AbortController();
  prompt.once("close", () => closeController.abort());
  try {
    const { signal } = closeController;
    return (
      await prompt.question(`${escapeForTerminal(question)} `, { signal })
    ).trim();
  } catch (cause) {
    const message = "A question got no reply, so nothing was done.";
    throw new ToolwrightError({ code: "no-answer", message }, { cause });
  } finally {
    prompt.close();
  }
}

/**
 * Escapes text for a terminal or the log of a CI: documents, paths and diffs hold text of others. Line ends
 * stay, and colours if they are wanted; all other invisible characters are escaped, and so is what GitHub's
 * and Azure's runners take for a command, in a form that leaves JSON the same.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function escapeForTerminal(text: string, keepsColours = false): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split(/(\u001b\[\d+m)/)
        .map((part, index) =>
          index % 2 === 1 && keepsColours ? part : escapeInvisible(part),
        )
        .join("")
        .replace(/^(\s*):(?=:)/, "$1\\u003a")
        .replaceAll("##[", "\\u0023#["),
    )
    .join("\n");
}

// A reader that has seen enough, such as `| head`, closes the pipe; the command continues.
for (const stream of [process.stdout, process.stderr])
  if (stream.listenerCount("error") === 0)
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });

export function print(
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  write(nameCommands(text, COMMAND_NAME), stream);
}

export function printData(data: unknown): void {
  write(JSON.stringify(data, null, 2), process.stdout);
}

export function printError(text: string): void {
  print(text, process.stderr);
}

function write(text: string, stream: NodeJS.WriteStream): void {
  const keepsColours = hasColours(stream);
  stream.write(`${escapeForTerminal(text.replace(/\n$/, ""), keepsColours)}\n`);
}

/** Name that starts this command in the user's shell: a package of a project is not on the shell's path. */
const COMMAND_NAME =
  process.env["npm_command"] !== undefined &&
  /[/\\]node_modules[/\\]/.test(process.argv[1] ?? "")
    ? "npx toolwright"
    : "toolwright";

/** Names the command in the lines to run, such as `toolwright generate`, as the user's shell finds it. */
export function nameCommands(text: string, commandName: string): string {
  return text.replace(
    /(?<![\w/.@-]|npx )toolwright(?= (?:add|check|clients|diff|evals|generate|init|lint|plan|report|workflows)\b)/g,
    commandName,
  );
}

/** Creates a signal that Ctrl-C aborts; a second Ctrl-C ends the process at once. */
export function createStopSignal(): AbortSignal {
  const stopController = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopController.abort());
  return stopController.signal;
}

/** Describes why a run ended; with a stack if the error was not foreseen. */
export function describeFailure(error: unknown): string {
  const label = createPaint(hasColours(process.stderr))("red", "error:");
  return problemsOf(error)
    .map((problem) => `${label} ${describeNear(problem, process.cwd())}`)
    .join("\n");
}

/** Problems of an error, as data. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ToolwrightError) return error.problems;
  if (error instanceof CommanderError)
    return [{ code: "bad-option", message: error.message }];
  if (!(error instanceof Error))
    return [{ code: "mistake", message: String(error) }];
  // Errors of the file system need no stack.
  if ("syscall" in error) return [{ code: "system", message: error.message }];
  if (error instanceof RangeError && /call stack/.test(error.message))
    return [
      {
        code: "too-deep",
        message:
          "The document's schemas are nested too deeply, or a chain of references is too long.",
        hint: "Use fewer levels of nesting and shorter chains of $ref.",
      },
    ];
  const message = `This is a bug in toolwright. Please report it.\n${error.stack ?? error.message}`;
  return [{ code: "mistake", message }];
}
