import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { ToolwrightError, type Problem } from "../errors.js";
import { visible } from "../shared/escape.js";
import { describeNear } from "./generate-report.js";
import { painter } from "./table.js";

/** Exit codes, the same for all commands. */
export const EXIT = { done: 0, attention: 1, unusable: 2 } as const;

/** https://no-color.org, https://force-color.org */
function paints({ isTTY }: NodeJS.WriteStream): boolean {
  const { FORCE_COLOR, NO_COLOR = "", TERM } = process.env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return !/^(0|false)$/.test(FORCE_COLOR);
  return isTTY && TERM !== "dumb";
}

/** Characters of a line: of the terminal; what is searched by another program is whole. */
export const WIDTH = process.stdout.columns || Infinity;

export const paint = painter(paints(process.stdout));

/** The stages of a run, in order, as `onProgress` names them. */
const STAGES = [
  "Reading the document",
  "Planning",
  "Writing types",
  "Rendering",
  "Merging",
  "Writing",
];

/** Characters of the bar. */
const BAR = 24;

/** Shows, on a terminal where somebody watches, a bar of the stages that have run; null takes it away. */
export function progressOn(isShown: boolean): (stage: string | null) => void {
  const { stderr: stream, env } = process;
  if (!isShown || env["TERM"] === "dumb" || !stream.isTTY)
    return () => undefined;
  return (stage) => {
    const part = Math.max(0, STAGES.indexOf(stage ?? "")) / STAGES.length;
    const full = Math.round(part * BAR);
    const bar = "█".repeat(full) + "░".repeat(BAR - full);
    stream.write(`\r\u001b[K${stage === null ? "" : `${bar} ${stage}`}`);
  };
}

/** Whether somebody is there to be asked. */
export const hasPerson = process.stdin.isTTY && process.stderr.isTTY;

/** What a person answers; empty: nothing. Questions go where they don't mix with results. */
export async function ask(question: string): Promise<string> {
  if (!hasPerson)
    throw new ToolwrightError({
      code: "nobody-there",
      message: "There is no terminal to ask questions in.",
      hint: "Take the defaults, and edit the config then: toolwright init openapi.yaml --yes",
    });
  const { stdin: input, stderr: output } = process;
  const reader = createInterface({ input, output });
  const left = new AbortController();
  reader.once("close", () => left.abort());
  try {
    const { signal } = left;
    return (await reader.question(`${shown(question)} `, { signal })).trim();
  } catch (cause) {
    const message = "Nothing was answered, and nothing was done.";
    throw new ToolwrightError({ code: "no-answer", message }, { cause });
  } finally {
    reader.close();
  }
}

export async function confirmed(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N]`));
}

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

// Who has seen enough, such as `| head`, closes the pipe; what is being done goes on.
for (const stream of [process.stdout, process.stderr])
  if (stream.listenerCount("error") === 0)
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });

export function print(
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  const painted = paints(stream);
  stream.write(`${shown(text.replace(/\n$/, ""), painted)}\n`);
}

export function printData(data: unknown): void {
  print(JSON.stringify(data, null, 2));
}

export function printError(text: string): void {
  print(text, process.stderr);
}

/** Told by Ctrl-C; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Why a run ended, in words; a stack where nobody foresaw it. */
export function failureOf(error: unknown): string {
  const label = painter(paints(process.stderr))("red", "error:");
  return problemsOf(error)
    .map((problem) => `${label} ${describeNear(problem, process.cwd())}`)
    .join("\n");
}

/** The same as data. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ToolwrightError) return error.problems;
  if (error instanceof CommanderError)
    return [{ code: "bad-option", message: error.message }];
  if (!(error instanceof Error))
    return [{ code: "mistake", message: String(error) }];
  // What the file system says needs no stack.
  if ("syscall" in error) return [{ code: "system", message: error.message }];
  if (error instanceof RangeError && /call stack/.test(error.message))
    return [
      {
        code: "too-deep",
        message:
          "The document nests its schemas too deeply to be followed, or refers from one to the next in too long a chain.",
        hint: "Write them with fewer steps.",
      },
    ];
  const message = `This is a mistake of toolwright.\n${error.stack ?? error.message}`;
  return [{ code: "mistake", message }];
}
