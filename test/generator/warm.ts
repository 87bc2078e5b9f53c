import { run } from "../../generator/cli/cli.js";
import type { Ended } from "./cli.js";

/** A run of the command line. */
export interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs one command line after the other in this process, so that packages are loaded once. */
process.on("message", ({ args, cwd, env }: Asked) => {
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    process[name].write = (chunk: Uint8Array | string) => {
      told[name] += String(chunk);
      return true;
    };
  process.chdir(cwd);
  process.env = env;
  process.exitCode = 0;
  void run(args)
    .catch((error: unknown) => {
      process.exitCode = 1;
      told.stderr += String(error);
    })
    .then(() => {
      const ended: Ended = { code: Number(process.exitCode), ...told };
      process.send?.(ended);
    });
});
