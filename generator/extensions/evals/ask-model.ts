import { spawn } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { descriptionOf } from "../../diff/changes.js";
import { ToolwrightError } from "../../errors.js";
import type { LintedTool } from "../../lint/tools.js";
import { getMember, isObject, toWord } from "../../shared/json.js";
import type { EvalCase } from "./cases.js";

/** Call that a model made. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Time for one case, and most characters of a command's output. */
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_LENGTH = 1_000_000;

/** Tools as a command gets them. */
export function toModelTools(tools: readonly LintedTool[]): readonly object[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: descriptionOf(tool),
    inputSchema: tool.listInput(),
  }));
}

/**
 * Calls that a model makes for an ask. The command gets `{ prompt, tools }` as JSON on its standard input, and prints
 * `[{ name, arguments }]`. Throws a ToolwrightError if it fails, or prints anything else.
 */
export async function askModel(
  command: string,
  request: { readonly prompt: string; readonly tools: readonly object[] },
): Promise<ModelCall[]> {
  const output = await runCommand(command, JSON.stringify(request));
  const calls = parseJson(output);
  if (Array.isArray(calls) && calls.every(isObject))
    return calls.map((call) => ({
      name: toWord(getMember(call, "name") ?? ""),
      arguments: getMember(call, "arguments") ?? {},
    }));
  throw modelError(
    "The command of EVALS_MODEL printed no list of calls.",
    'Let it print JSON and nothing else: [{ "name": "getPet", "arguments": { "petId": 1 } }]',
  );
}

/** True if calls are what a case wants: all wanted tools in their order, none that it excludes, and the arguments that it names. */
export function isSolved(
  calls: readonly ModelCall[],
  { expectedArguments, not, want }: EvalCase,
  currentNameOf: (name: string) => string,
): boolean {
  const excluded = new Set(not.map(currentNameOf));
  if (calls.some(({ name }) => excluded.has(name))) return false;
  let position = 0;
  for (const wantedName of want.map(currentNameOf)) {
    const index = calls.findIndex(
      ({ name }, at) => at >= position && name === wantedName,
    );
    if (index < 0) return false;
    position = index + 1;
  }
  const lastName = want.map(currentNameOf).at(-1);
  return calls
    .filter(({ name }) => name === lastName)
    .some((call) =>
      Object.entries(expectedArguments).every(([name, value]) =>
        isDeepStrictEqual(getMember(call.arguments, name), value),
      ),
    );
}

/** Output of a command of the user's own environment, run by the shell. */
function runCommand(command: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: ["pipe", "pipe", "inherit"],
      timeout: TIMEOUT_MS,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT_LENGTH) child.kill();
    });
    // A command that reads no input closes it early.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => reject(modelError(error.message)));
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          modelError(
            `The command of EVALS_MODEL ended with ${code ?? "a signal"}.`,
          ),
        );
    });
    child.stdin.end(input);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function modelError(
  message: string,
  hint = "Try it by hand: it reads { prompt, tools } as JSON, and prints calls.",
) {
  return new ToolwrightError({ code: "model-failed", message, hint });
}
