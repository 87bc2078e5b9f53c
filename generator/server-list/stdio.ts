import { spawn } from "node:child_process";
import { kill, platform } from "node:process";
import { stripVTControlCharacters } from "node:util";
import { ToolwrightError } from "../errors.js";
import type { JsonObject } from "../shared/json.js";
import {
  createByteCounter,
  createTimeoutError,
  parseMessage,
  readResult,
  MAX_TEXT,
  type ServerLimits,
  type Transport,
} from "./transport.js";

/** Milliseconds that a process has to end by itself after its input has ended, and after it was asked to. */
const END_TIMEOUT = 2_000;

/** Characters of the log of a server that an error shows. */
const MAX_LOG = 2_000;

/** Command that starts a server: a line for the shell, or a program and its arguments. */
export type ServerCommand = string | readonly string[];

/**
 * Starts a command, and talks to it in lines of JSON.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 */
export function startCommand(
  command: ServerCommand,
  { cwd, limits }: { readonly cwd: string; readonly limits: ServerLimits },
): Transport {
  const [program = "", ...args] = [command].flat();
  // A group of its own, so that what a shell starts ends with it.
  const child = spawn(program, args, {
    cwd,
    shell: typeof command === "string",
    stdio: ["pipe", "pipe", "pipe"],
    detached: platform !== "win32",
  });
  const countBytes = createByteCounter(limits);
  let log = "";
  let failure: Error | undefined;
  let notifyReader: () => void = () => undefined;
  const messages: JsonObject[] = [];
  let chunks: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      fail(endError(command, log));
      resolve();
    });
  });

  function fail(error: Error) {
    failure ??= error;
    notifyReader();
  }

  child.once("error", (error) => fail(endError(command, error.message)));
  child.stdin.on("error", () => undefined); // the process has ended, which `close` tells
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-MAX_LOG);
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    try {
      countBytes(Buffer.byteLength(text));
    } catch (error) {
      child.stdout.destroy();
      fail(error as Error); // a ToolwrightError
      return;
    }
    const [firstPart = "", ...lines] = text.split("\n");
    chunks.push(firstPart);
    for (const line of lines) {
      const message = parseMessage(chunks.join(""));
      if (message !== undefined) messages.push(message);
      chunks = [line];
    }
    if (lines.length > 0) notifyReader();
  });

  let lastId = 0;
  const send = (message: JsonObject) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  return {
    async request(method, params) {
      const id = (lastId += 1);
      send({ id, method, params });
      const deadline = Date.now() + limits.timeout;
      for (;;) {
        const message = messages.shift();
        const result = message && readResult(message, id);
        if (result !== undefined) return result;
        if (message !== undefined) continue;
        if (failure !== undefined) throw failure;
        const remaining = deadline - Date.now();
        if (remaining <= 0) throw createTimeoutError(method, limits);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, remaining);
          notifyReader = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    notify: (method) => {
      send({ method });
      return Promise.resolve();
    },
    setVersion: () => undefined,
    async close() {
      child.stdin.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await isSettled(ended, END_TIMEOUT)) break;
        killGroup(child.pid, signal);
      }
      // Pipes that a grandchild has kept open would keep this process.
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      killGroup(child.pid, "SIGKILL");
      child.unref();
    },
  };
}

/** Sends a signal to a process and all that it started; no error if they have ended. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    kill(platform === "win32" ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}

function isSettled(promise: Promise<void>, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeout);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function endError(command: ServerCommand, log: string): ToolwrightError {
  const text = stripVTControlCharacters(log).trim();
  return new ToolwrightError({
    code: "server-ended",
    message: `The command ${JSON.stringify([command].flat().join(" ").slice(0, MAX_TEXT))} ended before it had responded.${text === "" ? "" : ` Its output:\n${text}`}`,
    hint: 'Pass the command that starts the server on standard input and output: --server "node dist/main.js"',
  });
}
