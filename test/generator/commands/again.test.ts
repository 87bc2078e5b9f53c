import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test, vi } from "vitest";
import { command, toolwright, toolwrightAlone } from "../cli.js";
import { shop } from "../regenerate/shop.js";
import { temporaryFolder } from "../temporary.js";

let cwd: string;
let cache: string;

beforeEach(async () => {
  cwd = temporaryFolder();
  cache = join(cwd, "cache");
  write("openapi.yaml", shop());
  expect(await run("generate")).toMatchObject({ title: "Shop" });
  // What is remembered says so of itself from here on.
  for (const name of readdirSync(join(cache, "toolwright"))) {
    const path = `cache/toolwright/${name}`;
    write(path, read(path).replaceAll('title":"Shop', 'title":"Again'));
  }
});

function read(path: string): string {
  return readFileSync(join(cwd, path), "utf8");
}

function write(path: string, text: string): void {
  writeFileSync(join(cwd, path), text);
}

function edit(path: string, from: string, to: string): void {
  const text = read(path);
  expect(text).toContain(from);
  write(path, text.replace(from, to));
}

async function run(name: string, ...flags: string[]): Promise<unknown> {
  const args = [name, "openapi.yaml", "--out", "out", "--json", ...flags];
  const env = { XDG_CACHE_HOME: cache };
  const { stdout } = await toolwright(args, { cwd, env });
  return JSON.parse(stdout);
}

const MODULE = "out/src/tools/create-pet.ts";
const again = { title: "Again" };

test("generate does not read an unchanged document again", async () => {
  expect(await run("generate")).toMatchObject(again);
  expect(await run("check")).toMatchObject({ ...again, current: true });
  edit(MODULE, "send(args)", "send({ ...args })");
  expect(await run("check")).toMatchObject({ ...again, current: true });
  const path = "src/tools/create-pet.ts";
  const files = expect.arrayContaining([
    { path, outcome: "kept", contractChanged: false },
  ]) as unknown;
  expect(await run("generate")).toMatchObject({ ...again, files });
  expect(await run("generate")).toMatchObject({ ...again, files });
});

test.each<[what: string, change: () => void, flags: string[]]>([
  [
    "a document of the same length",
    () => edit("openapi.yaml", "List the", "Lost the"),
    [],
  ],
  ["another option", () => undefined, ["--all-routes-as-tools"]],
  ["the lock is gone", () => rmSync(join(cwd, "out/toolwright.lock")), []],
  ["the lock is not to be trusted", () => undefined, ["--adopt"]],
  [
    "edited tools of your own",
    () => edit("out/src/custom/index.ts", "once", "Once"),
    [],
  ],
])("generate reads the document again: %s", async (_, change, flags) => {
  change();
  expect(await run("generate", ...flags)).not.toMatchObject(again);
});

test("generate ignores a damaged cache", async () => {
  for (const name of readdirSync(join(cache, "toolwright")))
    write(`cache/toolwright/${name}`, "{");
  expect(await run("generate")).toMatchObject({ title: "Shop" });
  edit(MODULE, "send(args)", "send({ ...args })");
  expect(await run("check")).toMatchObject({ title: "Shop", current: true });
});

test.each(["generate", "--watch"])(
  "generate reads a document again that was saved during a run: %s",
  async (how) => {
    // Saves another one as soon as the first has been read.
    write(
      "saving.mjs",
      `import fs from "node:fs";
       import { syncBuiltinESMExports } from "node:module";
       const { readFile } = fs.promises;
       let saved = false;
       fs.promises.readFile = async (path, ...rest) => {
         const bytes = await readFile(path, ...rest);
         if (!saved && String(path).endsWith("openapi.yaml"))
           fs.writeFileSync(path, String(bytes).replace("title: Store", "title: Shop"));
         saved ||= String(path).endsWith("openapi.yaml");
         return bytes;
       };
       syncBuiltinESMExports();`,
    );
    edit("openapi.yaml", "title: Shop", "title: Store");
    const args = ["generate", "openapi.yaml", "--out", "out"];
    const hook = pathToFileURL(join(cwd, "saving.mjs")).href;
    const env = { XDG_CACHE_HOME: cache, NODE_OPTIONS: `--import=${hook}` };
    if (how === "--watch") {
      const told = await watched([...args, "--watch"], env);
      expect(told).toMatch(/Store → out[^]*openapi\.yaml: \d+ updated/);
    } else {
      const { stdout } = await toolwrightAlone([...args, "--json"], {
        cwd,
        env,
      });
      expect(JSON.parse(stdout)).toMatchObject({ title: "Store" });
    }
    expect(await run("generate")).toMatchObject({ title: "Shop" });
  },
);

/** Output of a command that continues, until it has reported a change. */
async function watched(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const [file = "", ...first] = command();
  const child = spawn(file, [...first, ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  let told = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (told += String(chunk)));
  const isTold = () => expect(told).toMatch(/openapi\.yaml: /);
  await vi.waitFor(isTold, { timeout: 20_000 });
  child.kill("SIGKILL");
  return told;
}
