import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Project } from "./project.js";

const run = promisify(execFile);

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Gives a project this repository's packages. */
export function linkPackages({ out }: Project): void {
  const packages = join(root, "node_modules");
  symlinkSync(packages, join(out, "node_modules"), "junction");
}

/** What the compiler that emitted projects ask for says. */
export async function typeErrors({ out }: Project): Promise<string[]> {
  const tsc = join(root, "node_modules", "typescript-7", "bin", "tsc");
  const failed = await run(
    process.execPath,
    [tsc, "--noEmit", "--singleThreaded", "-p", out],
    {
      cwd: out,
    },
  ).then(
    () => null,
    // A failed command rejects with what it printed.
    (error: { stdout: string }) => error.stdout,
  );
  return (failed ?? "").split("\n").filter((line) => line.includes("error TS"));
}
