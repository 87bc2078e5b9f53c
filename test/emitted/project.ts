import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { generate } from "../../generator/index.js";
import type { Config } from "../../generator/index.js";
import { bundleProject } from "./bundle.js";
import type { Bundling } from "./bundle.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tsc = join(root, "node_modules", "typescript-7", "bin", "tsc");

/**
 * A project as the generator writes it, with this repository's packages; it goes away with the tests of the file.
 * `text` is the document, if it is not a file.
 */
export async function emit(config: Config, text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emitted-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const out = join(folder, "server");
  const usual = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  const input = text === undefined ? {} : { text };
  await generate({ ...config, out }, { cwd: root, ...input });
  if (usual === undefined) delete process.env["XDG_CACHE_HOME"];
  else process.env["XDG_CACHE_HOME"] = usual;
  const packages = join(root, "node_modules");
  await symlink(packages, join(folder, "node_modules"));
  // The compiler that it asks for, which is not the one of this repository.
  const programs = join(out, "node_modules", ".bin");
  await mkdir(programs, { recursive: true });
  await symlink(tsc, join(programs, "tsc"));
  return out;
}

/** Makes `dist/main.js` by the project's own script, or the same of another module. */
export async function bundle(
  project: string,
  name = "main",
  options: Bundling = {},
): Promise<string> {
  const outfile = `dist/${name}.js`;
  await bundleProject(project, {
    entry: `src/${name}.ts`,
    outfile,
    ...options,
  });
  return join(project, outfile);
}

/** A server that runs in its own process. */
export interface Served {
  readonly url: string;
  /** Logged lines so far. */
  readonly lines: readonly string[];
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a bundle in its project's folder, over HTTP on a free port; resolves once it listens. Rejects with what it says where it does not. */
export async function serve(
  file: string,
  {
    args = [],
    env = {},
  }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Served> {
  const flags = ["--transport", "streamable-http", "--port", "0", ...args];
  const child = spawn(process.execPath, [file, ...flags], {
    cwd: dirname(dirname(file)),
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const reader = createInterface(child.stderr);
    reader.on("line", (line) => {
      lines.push(line);
      const found = /"event":"listening","url":"([^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    reader.once("close", () => reject(new Error(lines.join("\n"))));
  });
  async function stop() {
    child.kill("SIGINT"); // without a drain
    await ended;
  }
  return { url, lines, child, stop };
}
