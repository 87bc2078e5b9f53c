import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { echo, serveHttp } from "../../fixture.js";
import { otherLineOf } from "../../other-line.js";

let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
const seen: string[] = [];
let api: Awaited<ReturnType<typeof serveHttp>>;

// Bundled once for each line of the SDK, since each test starts it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stdio-"));
  await Promise.all(LINES.map(bundle));
});
afterAll(() => rm(folder, { recursive: true }));

const LINES = ["v1", "v2"];
const serverOf = (line: string) => join(folder, `${line}.mjs`);

async function bundle(line: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "stdio-server.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: serverOf(line),
    plugins: line === "v2" ? [secondLine] : [],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

const secondLine: Plugin = {
  name: "the second line of the SDK",
  setup(build) {
    build.onResolve(
      { filter: /(sdk|session)\.js$/ },
      ({ path, resolveDir }) => {
        const other = otherLineOf(join(resolveDir, path.replace(/js$/, "ts")));
        return other === undefined ? undefined : { path: other };
      },
    );
  },
};

beforeEach(async () => {
  seen.length = 0;
  api = await serveHttp((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    echo(request, response);
  });
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await api.close();
});

describe.each(["v1", "v2"])("stdio with the SDK %s", (line) => {
  test("serves a client of the SDK, and closing ends the process", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [serverOf(line), api.url],
      stderr: "ignore",
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    const result = await client.callTool({ name: "steps" });
    expect(result.content).toEqual([{ type: "text", text: '{"headers":{}}' }]);
    await client.close();
    expect(transport.pid).toBeNull();
  });

  test("writes only the protocol to standard output, and the log to standard error", async () => {
    const child = start(line);
    const errors = text(child.stderr);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    send(child, { id: 1, ...initialize });
    send(child, { id: 2, method: "tools/call", params: { name: "steps" } });
    const answers = [await lines.next(), await lines.next()].map(
      ({ value }) => JSON.parse(String(value)) as { id: number },
    );
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect((await lines.next()).done).toBe(true);
    const logged = await errors;
    expect(logged).toContain("not for the client");
    expect(logged).toContain("nor this");
    expect(logged).toMatch(
      /"level":"error","event":"rejection","error":"Error: nobody waits for this/,
    );
    expect(logged).toMatch(/"event":"call","tool":"steps","method":"GET"/);
  });

  test("responds to all messages of a shell pipe", async () => {
    const child = start(line);
    const output = text(child.stdout);
    send(child, { id: 1, ...initialize });
    send(child, { id: 2, method: "tools/call", params: { name: "steps" } });
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
    const answers = (await output).trim().split("\n");
    const ids = answers.map((one) => (JSON.parse(one) as { id: number }).id);
    expect(ids.sort()).toEqual([1, 2]);
  });

  test("frees memory after many responses to a slow client", async () => {
    const child = start(line);
    const errors = text(child.stderr);
    const output = text(child.stdout);
    send(child, { id: 0, ...initialize });
    const ids = Array.from({ length: 300 }, (_, at) => at + 1);
    for (const id of ids) send(child, { id, method: "tools/list" });
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect((await output).trim().split("\n")).toHaveLength(301);
    expect(await errors).not.toContain("Warning");
  });

  test("ends even if its last output is not read", async () => {
    const child = start(line);
    send(child, { id: 1, ...initialize });
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("ends without an error if its output is closed", async () => {
    const child = start(line);
    const errors = text(child.stderr);
    child.stdout.destroy();
    send(child, { id: 1, ...initialize });
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await errors).not.toContain("EPIPE");
  });

  const endings: [string, (child: ChildProcessWithoutNullStreams) => void][] = [
    ["end of input", (child) => child.stdin.end()],
    ["SIGTERM", (child) => child.kill("SIGTERM")],
    ["SIGINT", (child) => child.kill("SIGINT")],
    ["SIGHUP", (child) => child.kill("SIGHUP")],
  ];

  test.each(endings)("aborts a call and ends after %s", async (_name, end) => {
    const child = start(line);
    child.stdout.resume();
    send(child, { id: 1, ...initialize });
    send(child, { id: 2, method: "tools/call", params: { name: "slow" } });
    await expect.poll(() => seen).toContain("GET /slow");
    end(child);
    expect(await once(child, "exit")).toEqual([0, null]);
    await expect.poll(() => seen).toContain("closed /slow");
  });
});

const initialize = {
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

function start(line: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [serverOf(line), api.url]);
  children.push(child);
  return child;
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
