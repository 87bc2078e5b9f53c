import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { check, format } from "prettier";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { generate } from "../../generator/index.js";
import { startApi } from "../../samples/bookshop/api.js";
import configs from "../../samples/toolwright.config.js";
import { bundleModules } from "../emitted/bundle.js";
import { listen } from "../runtime/upstream.js";
import { typeErrors } from "../type-check.js";
import { addCommitted, freshSample, root, samples } from "./whole.js";
import type { Sample } from "./whole.js";

const run = promisify(execFile);

/** The one whose runtime is committed, to be read. */
const WITH_RUNTIME = "Petstore";

/** Files that samples show edited by hand. */
const EDITED: Readonly<Record<string, readonly string[]>> = {
  "Reading club": ["src/custom/index.ts", "src/workflows/order-for-all.ts"],
  Recipes: ["src/client.ts"],
};

/** Files for machines, laid out for small diffs. */
const MACHINE =
  /^src\/generated\/(api-types|response-fields|schemas)\.ts$|^test\/(.*responses|contract\/.*)\.json$/;

/** Environment of a server, and one thing to ask it for. */
const ASKED: Readonly<
  Record<
    string,
    {
      readonly env?: () => Promise<Readonly<Record<string, string>>>;
      readonly ask: (client: Client) => Promise<unknown>;
      readonly shown: RegExp;
    }
  >
> = {
  Bookshop: {
    async env() {
      const folder = await mkdtemp(join(tmpdir(), "bookshop-"));
      const api = await startApi({ folder, key: "k" });
      ends.push(() => api.close().then(() => rm(folder, { recursive: true })));
      return { API_BASE_URL: api.url, API_SHOP_KEY: "k" };
    },
    ask: (client) => client.readResource({ uri: "resource://shop" }),
    shown: /The Corner Bookshop/,
  },
  "Reading club": {
    env: () => ASKED["Bookshop"]?.env?.() ?? Promise.resolve({}),
    ask: (client) =>
      client.callTool({ name: "introduceBook", arguments: { bookId: 1 } }),
    shown: /Frankenstein by Mary Shelley/,
  },
  Petstore: {
    async env() {
      const api = await listen(({ url }, response) => {
        const pets = [{ id: 1, name: url, more: "undeclared" }];
        response
          .setHeader("content-type", "application/json")
          .end(JSON.stringify(pets));
      });
      ends.push(api.close);
      return { API_BASE_URL: api.baseUrl };
    },
    ask: (client) =>
      client.callTool({ name: "listPets", arguments: { limit: 3 } }),
    shown: /"\[\{\\"id\\":1,\\"name\\":\\"\/pets\?limit=3\\"\}\]"/,
  },
  "Help desk": {
    env: async () => ({ API_TOKEN: "token-of-the-agent" }),
    ask: (client) => client.readResource({ uri: "resource://tickets" }),
    shown: /printer is on fire/,
  },
  Recipes: {
    ask: (client) => client.callTool({ name: "listRecipes" }),
    shown: /Pancakes/,
  },
};

const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "samples-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  ends.push(() => rm(folder, { recursive: true }));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const end of ends) await end();
});

describe.each(configs)("$name", ({ name, ...config }) => {
  const committed = join(samples, config.out);
  const edited = EDITED[name] ?? [];
  let sample: Sample;
  let now: Map<string, string>;

  beforeAll(async () => {
    sample = await freshSample(name);
    ends.push(sample.remove);
    now = await readTree(sample.server);
    await addCommitted(name, sample);
  });

  it("is what the generator writes today", async () => {
    const shown = (path: string) =>
      name === WITH_RUNTIME || !path.startsWith("src/runtime/");
    const then = await readTree(committed);
    const stale = [...new Set([...now.keys(), ...then.keys()])].filter(
      (path) => shown(path) && now.get(path) !== then.get(path),
    );
    expect(stale.sort(), "mended by `npm run samples`").toEqual(edited);
  });

  it("stays unchanged when it is generated again", async () => {
    const { place: cwd } = sample;
    const { outcomes } = await generate({ name, ...config }, { cwd });
    const others = outcomes.filter(({ kind }) => kind !== "unchanged");
    expect(others).toEqual(
      edited.map((path) => ({ kind: "kept", path, contractChanged: false })),
    );
  });

  it("passes its strict type check", async () => {
    expect(await typeErrors(sample.server)).toEqual([]);
  });

  it("is formatted like prettier does", async () => {
    const unformatted: string[] = [];
    for (const [path, text] of await readTree(sample.server)) {
      if (!/\.(ts|json|md)$/.test(path) || path.includes("/runtime/")) continue;
      if (MACHINE.test(path)) continue;
      if (!(await check(text, { filepath: path }))) unformatted.push(path);
    }
    expect(unformatted).toEqual([]);
  });

  it("starts, lists the recorded components, and returns responses", async () => {
    const asked = ASKED[name];
    if (asked === undefined) throw new Error(`Nothing is asked of ${name}.`);
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [await bundleModules(sample.server)],
        cwd: root,
        env: { LOG_LEVEL: "error", ...(await asked.env?.()) },
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
      ...(capabilities?.prompts && (await client.listPrompts())),
    };
    const answer = JSON.stringify(await asked.ask(client));
    await client.close();
    expect(answer).toMatch(asked.shown);
    const text = await format(JSON.stringify(listing), { parser: "json" });
    await expect(text).toMatchFileSnapshot(`listings/${name}.json`);
  });
});

test("the runtime is committed in one sample only", async () => {
  const { stdout } = await run("git", ["ls-files", "samples"], { cwd: root });
  const folders = [...stdout.matchAll(/^samples\/(.+)\/src\/runtime\//gm)].map(
    ([, folder]) => folder,
  );
  expect([...new Set(folders)]).toEqual(["petstore/server"]);
});

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
