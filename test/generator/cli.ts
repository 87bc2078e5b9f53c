import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { Asked } from "./warm.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** End of a run of the command line. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Command that a shell runs first, such as setting a limit. */
  readonly shell?: string;
  /** The user who runs it. */
  readonly uid?: number;
}

/** The process in which runs follow each other, and the end of the last one. */
let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in a process that has loaded its packages before, one run at a time: what most runs are about
 * is not how a process starts and ends. Standard input is empty.
 */
export function toolwright(
  args: readonly string[],
  { cwd = root, env = {} }: Pick<Options, "cwd" | "env"> = {},
): Promise<Ended> {
  const run = last.then(async () => {
    running ??= start();
    const asked: Asked = {
      args,
      cwd,
      env: { ...process.env, ...env },
    };
    running.send(asked);
    const [ended] = (await once(running, "message")) as [Ended]; // what it sends
    return ended;
  });
  last = run.catch(() => undefined);
  return run;
}

function start(): ChildProcess {
  const child = fork(inject("warm"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.once("exit", (code) => {
    child.emit("error", new Error(`The command line ended with ${code}.`));
  });
  child.on("error", () => (running = undefined));
  return child;
}

/** Runs the command line, bundled as it is published, in its own process. */
export function toolwrightAlone(
  args: readonly string[],
  { cwd = root, env = {}, input = "", shell, uid }: Options = {},
): Promise<Ended> {
  const parts = [
    ...(shell === undefined ? [] : ["sh", "-c", `${shell}; exec "$0" "$@"`]),
    ...command(),
    ...args,
  ];
  const [file = "", ...rest] = parts;
  const child = spawn(file, rest, {
    cwd,
    env: { ...process.env, ...env },
    ...(uid === undefined ? {} : { uid }),
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Command that starts it. */
export function command(): string[] {
  return [process.execPath, inject("cli")];
}
