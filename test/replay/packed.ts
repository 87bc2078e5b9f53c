import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Files of this repository from which the package is built. */
const SOURCES =
  "CHANGELOG.md LICENSE README.md SECURITY.md SKILL.md build.ts docs generator llms.txt package.json precompile.ts runtime templates tsconfig.json".split(
    " ",
  );

/** Version of toolwright: its number, and the replacements in its sources, by path. */
export interface PackedVersion {
  readonly version: string;
  readonly changes: Readonly<
    Record<string, readonly [search: string, replacement: string]>
  >;
}

/** Result of the command line of a packed version. */
export interface PackedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds and packs this tree as another version, and returns its command line. */
export async function packVersion(
  folder: string,
  { changes, version }: PackedVersion,
): Promise<(args: readonly string[], cwd: string) => Promise<PackedRun>> {
  const source = await mkdtemp(join(folder, "source-"));
  const packages = resolve("node_modules");
  for (const path of SOURCES)
    await cp(path, join(source, path), {
      recursive: true,
      filter: (from) =>
        !/[/\\](?:node_modules|\.vitepress)(?:[/\\]|$)/.test(from),
    });
  await symlink(packages, join(source, "node_modules"));
  const manifest = join(source, "package.json");
  const manifestText = await readFile(manifest, "utf8");
  const ownVersion = `"version": "${version}"`;
  await writeFile(
    manifest,
    manifestText.replace(/"version": "[^"]*"/, () => ownVersion),
  );
  for (const [path, [search, replacement]] of Object.entries(changes))
    await replaceText(join(source, path), (text) =>
      text.replace(search, () => replacement),
    );
  await run("npm", ["run", "build:code"], { cwd: source });
  await run("npm", ["run", "build:schema"], { cwd: source });
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--loglevel=error"],
    { cwd: source, maxBuffer: 2 ** 26 },
  );
  const [, fileName = ""] = /"filename": "([^"]*)"/.exec(stdout) ?? [];
  const installed = await mkdtemp(join(folder, "installed-"));
  await run("tar", ["-xzf", join(source, fileName), "-C", installed]);
  await rm(source, { recursive: true });
  await symlink(packages, join(installed, "node_modules"));
  const command = join(installed, "package", "dist", "cli.js");
  return async (args, cwd) => {
    const env = { ...process.env, XDG_CACHE_HOME: join(installed, "cache") };
    try {
      const output = await run(process.execPath, [command, ...args], {
        cwd,
        env,
      });
      return { code: 0, ...output };
    } catch (error) {
      return error as PackedRun; // `execFile` rejects with the code and the output
    }
  };
}

/** Throws if a replacement changes nothing. */
export async function replaceText(
  path: string,
  replace: (text: string) => string,
): Promise<void> {
  const text = await readFile(path, "utf8");
  const newText = replace(text);
  if (newText === text) throw new Error(`${path}: nothing to replace.`);
  await writeFile(path, newText);
}

/** Creates a folder for packed versions and their projects. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "packed-"));
  await mkdir(join(folder, "projects"));
  return folder;
}
