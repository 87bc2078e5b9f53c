import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { check, format } from "prettier";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { generate } from "../../generator/index.js";
import configs from "../../samples/toolwright.config.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const cwd = join(root, "samples");

/** What samples show edited by hand. */
const EDITED: Readonly<Record<string, readonly string[]>> = {
  Recipes: ["src/client.ts"],
};

describe.each(configs)("$name", (config) => {
  const committed = join(cwd, config.out);
  const edited = EDITED[config.name] ?? [];
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "samples-"));
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it("is what the generator writes today", async () => {
    const place = join(folder, "fresh");
    await copySample(config.out, place);
    await rm(join(place, config.out), { recursive: true });
    const { out } = await generate(config, { cwd: place });
    const [now, then] = [await readTree(out), await readTree(committed)];
    const stale = [...new Set([...now.keys(), ...then.keys()])].filter(
      (path) => now.get(path) !== then.get(path),
    );
    expect(stale, "mended by `npm run samples`").toEqual(edited);
  });

  it("is left alone when it is generated again", async () => {
    const place = join(folder, "again");
    await copySample(config.out, place);
    const { outcomes } = await generate(config, { cwd: place });
    const others = outcomes.filter(({ kind }) => kind !== "unchanged");
    expect(others).toEqual(
      edited.map((path) => ({ kind: "kept", path, contractChanged: false })),
    );
  });

  it("passes its own strict type check", async () => {
    // The version that emitted projects ask for.
    const tsc = join(root, "node_modules", "typescript-7", "bin", "tsc");
    const checked = run(process.execPath, [tsc, "--noEmit", "-p", committed]);
    await expect(checked).resolves.toMatchObject({ stdout: "" });
  });

  it("is formatted as prettier would", async () => {
    const unformatted: string[] = [];
    for (const [path, text] of await readTree(committed)) {
      if (!/\.(ts|json|md)$/.test(path) || path.includes("/runtime/")) continue;
      // Not for reading: laid out for small diffs alone.
      if (/(api|answers|schemas)\.ts$/.test(path)) continue;
      if (!(await check(text, { filepath: path }))) unformatted.push(path);
    }
    expect(unformatted).toEqual([]);
  });

  it("starts, and lists what it has always listed", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ["--import", "tsx", join(committed, "src", "main.ts")],
        cwd: root,
        env: { LOG_LEVEL: "error" },
      }),
    );
    const capabilities = client.getServerCapabilities();
    const listing = {
      server: client.getServerVersion(),
      capabilities,
      ...(await client.listTools()),
      ...(capabilities?.resources && {
        ...(await client.listResources()),
        ...(await client.listResourceTemplates()),
      }),
    };
    await client.close();
    const text = await format(JSON.stringify(listing), { parser: "json" });
    await expect(text).toMatchFileSnapshot(`listings/${config.name}.json`);
  });
});

/** A sample with its server, where its application finds its packages. */
async function copySample(out: string, place: string): Promise<void> {
  const sample = dirname(out);
  await cp(join(cwd, sample), join(place, sample), { recursive: true });
  await symlink(join(root, "node_modules"), join(place, "node_modules"));
}

/** Text of every file below a folder, by path. */
async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  const tree = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, "/");
    tree.set(path, await readFile(file, "utf8"));
  }
  return tree;
}
