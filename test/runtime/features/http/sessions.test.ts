import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import { sessions } from "../../../../runtime/features/http/sessions.js";
import type { SessionOptions } from "../../../../runtime/features/http/sessions.js";
import { openSession } from "../../../../runtime/sdk/session.js";
import { ask, message } from "../../ask.js";
import type { Reply } from "../../ask.js";
import { echo, petService, serveHttp } from "../../fixture.js";
import { collectGarbage, listenOnHttp } from "./listening.js";
import { type ListenOptions } from "../../alone.js";

const accept = "application/json, text/event-stream";
const list = message("tools/list");
const initialize = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});
const seen: string[] = [];
let api: Awaited<ReturnType<typeof serveHttp>>;

beforeEach(async () => {
  seen.length = 0;
  api = await serveHttp((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    echo(request, response);
  });
});
afterEach(() => api.close());

async function start(kept: SessionOptions = {}, options: ListenOptions = {}) {
  const endpoint = sessions(openSession, kept);
  return listenOnHttp(petService(api.url), { endpoint, ...options });
}

async function run(kept?: SessionOptions, options?: ListenOptions) {
  return (await start(kept, options)).url;
}

/** Asks within a session. */
function visit(
  url: string,
  {
    mcp,
    ...options
  }: { mcp?: string; method?: string; body?: string; token?: string },
): Promise<Reply> {
  const { token, ...request } = options;
  const headers = {
    accept,
    ...(mcp !== undefined && { "mcp-session-id": mcp }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return ask(url, { ...request, headers });
}

async function begin(url: string, token?: string): Promise<string> {
  const options = token === undefined ? {} : { token };
  const { headers } = await visit(url, { body: initialize, ...options });
  return String(headers["mcp-session-id"]);
}

test("a client of the SDK keeps its session and ends it", async () => {
  const url = await run();
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  const mcp = transport.sessionId;
  expect(mcp).toMatch(/^[\da-f-]{36}$/);
  expect((await client.listTools()).tools).toHaveLength(5);
  expect(transport.sessionId).toBe(mcp);
  await transport.terminateSession();
  expect((await visit(url, { mcp: String(mcp), body: list })).status).toBe(404);
  await client.close();
});

test("a request without a valid session is refused", async () => {
  const url = await run();
  expect((await visit(url, { body: list })).status).toBe(400);
  expect((await visit(url, { method: "GET" })).status).toBe(400);
  expect(
    await visit(url, { mcp: await begin(url), method: "PUT" }),
  ).toMatchObject({
    status: 405,
    headers: { allow: "GET, POST, DELETE" },
  });
  expect((await visit(url, { mcp: "made-up", body: list })).status).toBe(404);
  expect((await visit(url, { mcp: "made-up", method: "DELETE" })).status).toBe(
    404,
  );
});

test("a session belongs to the caller that began it", async () => {
  const [ann, bob] = ["ann-0123456789abc", "bob-0123456789abc"] as const;
  const url = await run({}, { auth: staticTokens([ann, bob]) });
  const mcp = await begin(url, ann);
  const status = async (token: string) =>
    (await visit(url, { mcp, token, body: list })).status;
  expect(await status(ann)).toBe(200);
  expect(await status(bob)).toBe(404);
});

test("sessions are limited, and one that ends makes room", async () => {
  const url = await run({ max: 2 });
  const mcp = await begin(url);
  await begin(url);
  expect(await visit(url, { body: initialize })).toMatchObject({
    status: 503,
    headers: { "retry-after": "60" },
  });
  expect((await visit(url, { mcp, method: "DELETE" })).status).toBe(200);
  expect((await visit(url, { body: initialize })).status).toBe(200);
});

test("sessions of a caller are limited, and the longest idle one ends for the next", async () => {
  const [ann, bob] = ["ann-0123456789abc", "bob-0123456789abc"] as const;
  const auth = staticTokens([ann, bob]);
  const url = await run({ max: 20 }, { auth }); // so 2 for one caller
  const status = async (token: string, mcp: string) =>
    (await visit(url, { mcp, token, body: list })).status;
  const ofBob = await begin(url, bob);
  const [first, second] = [await begin(url, ann), await begin(url, ann)];
  expect(await status(ann, first)).toBe(200);
  const third = await begin(url, ann);
  expect(await status(ann, second)).toBe(404);
  expect(await status(ann, first)).toBe(200);
  expect(await status(ann, third)).toBe(200);
  expect(await status(bob, ofBob)).toBe(200);
});

test("the oldest session ends if all sessions of a caller have open streams", async () => {
  const [ann, bob] = ["ann-0123456789abc", "bob-0123456789abc"] as const;
  const url = await run({ max: 20 }, { auth: staticTokens([ann, bob]) });
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const opened: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const mcp = await begin(url, ann);
    opened.push(mcp);
    const headers = {
      accept: "text/event-stream",
      authorization: `Bearer ${ann}`,
      "mcp-session-id": mcp,
    };
    const stream = await fetch(url, { headers, signal: gone.signal });
    expect(stream.status).toBe(200);
  }
  const statuses = opened.map(
    async (mcp) => (await visit(url, { mcp, token: ann, body: list })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 200, 200]);
  expect(await begin(url, bob)).not.toBe("");
});

test("an idle session ends, and a used one does not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await run({ idle: 5 });
  const mcp = await begin(url);
  const body = message("tools/call", { name: "slow" });
  const gone = new AbortController();
  const call = fetch(url, {
    method: "POST",
    headers: {
      accept,
      "content-type": "application/json",
      "mcp-session-id": mcp,
    },
    body,
    signal: gone.signal,
  });
  await expect.poll(() => seen).toContain("GET /slow");
  vi.advanceTimersByTime(6000);
  const other = list.replace('"id":1', '"id":2');
  expect((await visit(url, { mcp, body: other })).status).toBe(200);
  gone.abort();
  await call.catch(() => undefined);
  // Once the server has seen that the calls are over, the time runs.
  const status = async () => {
    vi.advanceTimersByTime(6000);
    return (await visit(url, { mcp, body: list })).status;
  };
  await expect.poll(status).toBe(404);
});

test("a client that leaves aborts its running call", async () => {
  const url = await run();
  const mcp = await begin(url);
  const gone = new AbortController();
  const call = fetch(url, {
    method: "POST",
    headers: {
      accept,
      "content-type": "application/json",
      "mcp-session-id": mcp,
    },
    body: message("tools/call", { name: "slow" }),
    signal: gone.signal,
  });
  await expect.poll(() => seen).toContain("GET /slow");
  collectGarbage(); // the request among it, if no one holds it
  gone.abort();
  await call.then((response) => response.text()).catch(() => undefined);
  await expect.poll(() => seen).toContain("closed /slow");
  expect((await visit(url, { mcp, body: list })).status).toBe(200);
});

test("a request id is refused until its response is sent", async () => {
  const url = await run();
  const mcp = await begin(url);
  const slow = message("tools/call", { name: "slow" });
  const gone = new AbortController();
  const headers = {
    accept,
    "content-type": "application/json",
    "mcp-session-id": mcp,
  };
  const { signal } = gone;
  const init = { method: "POST", headers, body: slow, signal };
  const call = fetch(url, init).catch(() => undefined);
  await expect.poll(() => seen).toContain("GET /slow");
  const status = async (body: string) =>
    (await visit(url, { mcp, body })).status;
  expect(await visit(url, { mcp, body: list })).toMatchObject({
    status: 400,
    body: expect.stringContaining('"code":-32600') as string,
  });
  expect(seen).not.toContain("closed /slow"); // the refused one took nothing with it
  expect(await status(list.replace('"id":1', '"id":2'))).toBe(200);
  expect(await status(`[${list},${list}]`.replaceAll(":1,", ":3,"))).toBe(400);
  expect(await status(list.replace('"2.0"', '"1.0"'))).toBe(400);
  gone.abort();
  await call;
  await expect.poll(() => seen).toContain("closed /slow");
  for (let round = 0; round < 3; round += 1)
    expect(await status(list)).toBe(200);
});

test("a cancelled call aborts, and its response ends", async () => {
  const url = await run();
  const mcp = await begin(url);
  const call = visit(url, {
    mcp,
    body: message("tools/call", { name: "slow" }),
  });
  await expect.poll(() => seen).toContain("GET /slow");
  const body = JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
  expect((await visit(url, { mcp, body })).status).toBe(202);
  expect((await call).body).toBe("");
  await expect.poll(() => seen).toContain("closed /slow");
});

test("an open stream does not keep the server from closing", async () => {
  const running = await start({}, { grace: 30 });
  const { url } = running;
  const mcp = await begin(url);
  const stream = visit(url, { mcp, method: "GET" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await running.close();
  expect((await stream).status).toBe(200);
});
