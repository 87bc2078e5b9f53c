import { spawn } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { descriptionOf } from "../../diff/changes.js";
import { ToolwrightError } from "../../errors.js";
import type { LintedTool } from "../../lint/tools.js";
import { getMember, isObject, toWord } from "../../shared/json.js";
import type { EvalCase } from "./cases.js";
import type { MockServer, ModelCall } from "./mock-server.js";

/** Time for one turn, and most characters of a command's output. */
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

/** Turns of a model for one ask at most. */
const MAX_TURNS = 8;

/**
 * Calls that a model makes for an ask. The command gets `{ prompt, tools, calls }` as JSON on its standard input, and
 * prints `[{ name, arguments }]`. With a server, each call is made there, and the command runs again with the results
 * in `calls`, until it prints no call. Throws a ToolwrightError if it fails, or prints anything else.
 */
export async function askModel(
  command: string,
  request: { readonly prompt: string; readonly tools: readonly object[] },
  server: MockServer | null,
): Promise<ModelCall[]> {
  const calls: (ModelCall & { readonly result: unknown })[] = [];
  const maxTurns = server === null ? 1 : MAX_TURNS;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const nextCalls = await askOnce(command, { ...request, calls });
    if (nextCalls.length === 0) break;
    for (const call of nextCalls.slice(0, MAX_CALLS))
      calls.push({ ...call, result: await server?.call(call) });
  }
  return calls;
}

/** Calls of one turn at most. */
const MAX_CALLS = 50;

async function askOnce(command: string, request: object): Promise<ModelCall[]> {
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
  hint = "Try it by hand: it reads { prompt, tools, calls } as JSON, and prints calls.",
) {
  return new ToolwrightError({ code: "model-failed", message, hint });
}
