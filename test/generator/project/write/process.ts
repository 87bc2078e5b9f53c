import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles child.ts into a folder, so that a process of it starts in no time. */
export async function buildChild(folder: string): Promise<string> {
  const outfile = join(folder, "dist", "child.mjs");
  mkdirSync(join(folder, "dist"), { recursive: true });
  // Source of its version, ts-morph, and files that the build has packed.
  for (const name of [
    "package.json",
    "node_modules",
    "dist/packed-runtime.json",
  ])
    symlinkSync(resolve(name), join(folder, name));
  await build({
    entryPoints: [fileURLToPath(new URL("child.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["ts-morph"],
    outfile,
  });
  return outfile;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, or kills it some milliseconds after its first output. */
export function run(
  command: readonly string[],
  { killAfter, uid }: { killAfter?: number; uid?: number } = {},
): Promise<Ended> {
  const [file = "", ...rest] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, uid === undefined ? {} : { uid });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      if (stdout === "" && killAfter !== undefined)
        setTimeout(() => child.kill("SIGKILL"), killAfter);
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
