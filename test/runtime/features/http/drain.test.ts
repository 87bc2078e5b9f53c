import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
} from "vitest";
import { drainSecondsFrom } from "../../../../runtime/features/http/drain.js";
import { ask, message } from "../../ask.js";
import { echo, serveHttp } from "../../fixture.js";

let folder: string;
let api: Awaited<ReturnType<typeof serveHttp>>;
/** Lets the API respond to a POST. */
let release: () => void;
let isAsked = false;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drain-"));
  await build({
    entryPoints: [join(import.meta.dirname, "drain-server.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: join(folder, "server.mjs"),
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  isAsked = false;
  const released = new Promise<void>((resolve) => (release = resolve));
  api = await serveHttp((request, response) => {
    isAsked = true;
    void released.then(() => echo(request, response));
  });
  return api.close;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts a server in its own process. */
async function start(
  seconds: string,
  flags: readonly string[] = [],
  closingSeconds = 0,
) {
  const child = spawn(
    process.execPath,
    [...flags, join(folder, "server.mjs"), api.url, `${closingSeconds}`],
    {
      env: { ...process.env, MCP_DRAIN_SECONDS: seconds },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  children.push(child);
  const urls: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) urls.push(url);
  });
  await expect.poll(() => urls).toHaveLength(1);
  return { child, url: urls[0] ?? "", urls };
}

const list = { body: message("tools/list") };
const statusOf = async (url: string, path: string) =>
  (await fetch(new URL(path, url))).status;

test("a draining server is not ready, and still takes calls for a while", async () => {
  const { child, url } = await start("1.5");
  const agent = new Agent({ keepAlive: true });
  const alive = await ask(url, { ...list, agent });
  expect(alive.headers.connection).toBe("keep-alive");
  expect(await statusOf(url, "/readyz")).toBe(200);
  const waiting = ask(url, {
    agent,
    body: message("tools/call", { name: "addPet", arguments: { name: "Rex" } }),
  });
  await expect.poll(() => isAsked).toBe(true);
  child.kill("SIGTERM");
  await expect.poll(() => statusOf(url, "/readyz")).toBe(503);
  expect(await statusOf(url, "/livez")).toBe(200);
  expect(await statusOf(url, "/healthz")).toBe(200);
  expect(await ask(url, list)).toMatchObject({
    status: 200,
    headers: { connection: "close" },
  });
  // A call that ends later than the drain has its time, and one that began before the signal ends its connection.
  await expect
    .poll(() => ask(url, list).catch(() => "refused"))
    .toBe("refused");
  release();
  expect(await waiting).toMatchObject({
    status: 200,
    headers: { connection: "close" },
  });
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each<
  [string, (child: ChildProcess) => void, [number | null, string | null]]
>([
  ["SIGINT", (child) => child.kill("SIGINT"), [0, null]],
  [
    "a second SIGTERM",
    (child) => {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGTERM"), 100);
    },
    [null, "SIGTERM"],
  ],
  [
    "SIGINT after SIGTERM",
    (child) => {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGINT"), 100);
    },
    [0, null],
  ],
])("a draining server ends at once after %s", async (_name, end, exit) => {
  const { child } = await start("60");
  end(child);
  expect(await once(child, "exit")).toEqual(exit);
});

test("drain, calls that never end and a close that never ends share one deadline", async () => {
  const { child, url } = await start("1", [], 60);
  const call = ask(url, {
    body: message("tools/call", { name: "addPet", arguments: { name: "Rex" } }),
  }).catch(() => "closed");
  await expect.poll(() => isAsked).toBe(true);
  const signalTime = performance.now();
  child.kill("SIGTERM");
  const callEnd = call.then(() => performance.now() - signalTime);
  expect(await once(child, "exit")).toEqual([0, null]);
  const seconds = (performance.now() - signalTime) / 1000;
  expect(await call).toBe("closed");
  // 1 second of drain and 4.5 for all that follows, the last of which is for closing.
  expect((await callEnd) / 1000).toBeGreaterThan(3.5);
  expect((await callEnd) / 1000).toBeLessThan(seconds - 0.5);
  expect(seconds).toBeGreaterThan(4.5);
  expect(seconds).toBeLessThan(7);
}, 15_000);

test("node --watch restarts the server without a drain", async () => {
  const { urls } = await start("60", ["--watch"]);
  await utimes(join(folder, "server.mjs"), new Date(), new Date());
  await expect.poll(() => urls).toHaveLength(2);
});

test.each([
  [undefined, 5],
  [" ", 5],
  ["0", 0],
  ["2.5", 2.5],
])("MCP_DRAIN_SECONDS=%s is %d seconds", (text, seconds) => {
  const env = text === undefined ? {} : { MCP_DRAIN_SECONDS: text };
  expect(drainSecondsFrom(env)).toBe(seconds);
});

test.each(["x", "-1", "3601", "Infinity"])(
  "MCP_DRAIN_SECONDS=%s is refused",
  (text) => {
    expect(() => drainSecondsFrom({ MCP_DRAIN_SECONDS: text })).toThrow(
      "MCP_DRAIN_SECONDS is not a number of seconds from 0 to 3600.",
    );
  },
);
