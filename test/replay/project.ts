import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Gives a project the packages of this repository, instead of `npm install`. */
export function linkPackages(out: string): void {
  symlinkSync(packages, join(out, "node_modules"), "junction");
}

/** Files with type errors, sorted. */
export async function filesWithTypeErrors(out: string): Promise<string[]> {
  const tsc = join(packages, "typescript-7", "bin", "tsc");
  // Findings of the last step hold for all that has not changed since.
  const known = ["--incremental", "--tsBuildInfoFile", `${out}.tsbuildinfo`];
  const command = [tsc, "--noEmit", ...known, "-p", out];
  const said = await run(process.execPath, command, {
    cwd: out,
    maxBuffer: 2 ** 26,
  }).then(
    () => "",
    // A failed command rejects with what it printed.
    (error: { stdout: string }) => error.stdout,
  );
  const files = said.matchAll(/^(\S+?)\(\d+,\d+\): error TS/gm);
  return [...new Set([...files].map(([, file = ""]) => file))].sort();
}
