import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
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

/** Starts a server in its own process; resolves when it takes calls, and signals. */
async function start(
  drainSeconds: string,
  {
    flags = [],
    closingSeconds = "0",
    grace = "",
  }: {
    flags?: readonly string[];
    closingSeconds?: string;
    grace?: string;
  } = {},
) {
  const args = [join(folder, "server.mjs"), api.url, closingSeconds, grace];
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, MCP_DRAIN_SECONDS: drainSeconds },
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.push(child);
  const urls: string[] = [];
  const events: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) urls.push(url);
    if (/^\w+$/.test(line)) events.push(line);
  });
  await expect.poll(() => urls).toHaveLength(1);
  const [url = ""] = urls;
  await expect.poll(() => statusOf(url, "/readyz")).toBe(200);
  return { child, events, url, urls };
}

const list = { body: message("tools/list") };
const addPet = {
  body: message("tools/call", { name: "addPet", arguments: { name: "Rex" } }),
};
const statusOf = async (url: string, path: string) =>
  (await fetch(new URL(path, url))).status;

/** Ends a child by SIGTERM; resolves when it has noticed. */
async function drain(child: ChildProcess, url: string): Promise<void> {
  child.kill("SIGTERM");
  await expect.poll(() => statusOf(url, "/readyz")).toBe(503);
}

test("a draining server is not ready, and still takes calls", async () => {
  const { child, url } = await start("60");
  const agent = new Agent({ keepAlive: true });
  const alive = await ask(url, { ...list, agent });
  expect(alive.headers.connection).toBe("keep-alive");
  const waiting = ask(url, { ...addPet, agent });
  await expect.poll(() => isAsked).toBe(true);
  await drain(child, url);
  expect(await statusOf(url, "/livez")).toBe(200);
  expect(await statusOf(url, "/healthz")).toBe(200);
  expect(await ask(url, list)).toMatchObject({
    status: 200,
    headers: { connection: "close" },
  });
  // A call that began before the signal ends its connection, too.
  release();
  expect(await waiting).toMatchObject({
    status: 200,
    headers: { connection: "close" },
  });
});

test("a call that ends later than the drain has its time", async () => {
  const { child, url } = await start("0.1", { grace: "60" });
  const waiting = ask(url, addPet);
  await expect.poll(() => isAsked).toBe(true);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await expect
    .poll(() => ask(url, list).catch(() => "refused"))
    .toBe("refused");
  release();
  expect(await waiting).toMatchObject({ status: 200 });
  expect(await exit).toEqual([0, null]);
});

test("a server ends by SIGINT without a drain", async () => {
  const { child } = await start("60");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each<[NodeJS.Signals, [number | null, string | null]]>([
  ["SIGTERM", [null, "SIGTERM"]],
  ["SIGINT", [0, null]],
])("a draining server ends at once after %s", async (signal, exit) => {
  const { child, url } = await start("60");
  await drain(child, url);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual(exit);
});

test("drain, calls that never end and a close that never ends share one deadline", async () => {
  const { child, events, url } = await start("0.1", {
    closingSeconds: "3600",
    grace: "2",
  });
  const call = ask(url, addPet).catch(() => "closed");
  await expect.poll(() => isAsked).toBe(true);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await call).toBe("closed");
  await expect.poll(() => events.toSorted()).toEqual(["aborted", "closing"]);
});

test("node --watch restarts the server without a drain", async () => {
  const { urls } = await start("60", { flags: ["--watch"] });
  // Node may look at the file only after the server listens, so it is touched until Node has noticed.
  const touch = async () => {
    await utimes(join(folder, "server.mjs"), new Date(), new Date());
    return urls.length;
  };
  await expect
    .poll(touch, { interval: 8_000, timeout: 50_000 })
    .toBeGreaterThan(1);
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
