import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = await bundle();

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
  const command = [
    ...(shell === undefined ? [] : ["sh", "-c", `${shell}; exec "$0" "$@"`]),
    process.execPath,
    cli,
    ...args,
  ];
  const [file = "", ...rest] = command;
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

/** Bundles the command line into a package of its own that goes away with the tests. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Another user may run it.
  chmodSync(folder, 0o755);
  for (const name of ["templates", "runtime", "package.json", "node_modules"])
    symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, "dist"));
  const built = join("dist", "openapi-typescript.cjs");
  symlinkSync(join(root, built), join(folder, built));
  await build({
    entryPoints: [join(root, "generator", "cli", "cli.ts")],
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return join(folder, "dist", "cli.js");
}
