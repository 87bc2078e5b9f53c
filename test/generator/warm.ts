import { pathToFileURL } from "node:url";
import type { Ended } from "./cli.js";

/** One run of the command line. */
export interface Asked {
  /** The command line as one file, which each run begins anew. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

let runs = 0;

/** Runs one command line after the other in this process, so that packages are loaded once. */
process.on("message", ({ args, cwd, env, file }: Asked) => {
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    process[name].write = (chunk: Uint8Array | string) => {
      told[name] += String(chunk);
      return true;
    };
  process.chdir(cwd);
  process.env = env;
  process.argv = [process.execPath, file, ...args];
  process.exitCode = 0;
  void import(`${pathToFileURL(file).href}?${(runs += 1)}`)
    .catch((error: unknown) => {
      process.exitCode = 1;
      told.stderr += String(error);
    })
    .then(() => {
      const ended: Ended = { code: Number(process.exitCode), ...told };
      process.send?.(ended);
    });
});
