import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** How a run of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line, bundled as it is published, in a process of its own. */
export function toolwright(
  args: readonly string[],
  {
    cwd = root,
    env = {},
    input = "",
    shell,
    uid,
  }: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly input?: string;
    /** What a shell does first, such as setting a limit. */
    readonly shell?: string;
    /** The user who runs it. */
    readonly uid?: number;
  } = {},
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

/** What starts it. */
export function command(): string[] {
  return [process.execPath, inject("cli")];
}
