import { Agent } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog, createMcpServer, listen } from "../../../runtime/index.js";
import type { Running, RunOptions } from "../../../runtime/index.js";
import { ask, message } from "../ask.js";
import { echo, petCatalog, serveHttp } from "../fixture.js";

const log = createLog({ level: "silent" });
const closing: (() => Promise<void>)[] = [];
const seen: string[] = [];
let baseUrl: string;
/** Lets the API answer what asks for a pet named late. */
let release: () => void;

beforeEach(async () => {
  seen.length = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  const api = await serveHttp((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    if (request.method !== "POST") return echo(request, response);
    void text(request).then(async (body) => {
      if (body.includes("late")) await released;
      response.setHeader("content-type", "application/json").end(body);
    });
  });
  baseUrl = api.url;
  closing.push(api.close);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function run(
  options: RunOptions = {},
): Promise<Running & { url: string }> {
  const catalog = petCatalog(baseUrl);
  const running = await listen((own) => createMcpServer(catalog, own), {
    transport: "streamable-http",
    port: 0,
    grace: 0.2,
    log,
    ...options,
  });
  closing.push(running.close);
  return { ...running, url: running.url ?? "" };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

const list = message("tools/list");
const steps = { name: "steps", arguments: {} };

describe("a client of the SDK", () => {
  test("lists, calls and reads", async () => {
    const client = await connect((await run()).url);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(5);
    const { contents } = await client.readResource({ uri: "pets://7" });
    expect(contents).toHaveLength(1);
    const result = await client.callTool({
      name: "addPet",
      arguments: { name: "Rex" },
    });
    expect(result.isError).toBeUndefined();
    await client.close();
  });

  test("gets progress", async () => {
    const client = await connect((await run()).url);
    const steps: unknown[] = [];
    await client.callTool({ name: "steps" }, undefined, {
      onprogress: ({ message }) => steps.push(message),
    });
    expect(steps).toEqual(["one", "two", "three"]);
    await client.close();
  });
});

describe("what is asked for is what is answered", () => {
  const json = "application/json";
  const stream = "text/event-stream";
  const plain = message("tools/call", steps);
  const asking = message("tools/call", {
    ...steps,
    _meta: { progressToken: 7 },
  });
  const table: [accept: string | undefined, body: string, want: string][] = [
    [`${json}, ${stream}`, plain, json],
    [`${json}, ${stream}`, asking, stream],
    [json, plain, json],
    [json, asking, json],
    [stream, plain, stream],
    ["*/*", asking, stream],
    [undefined, plain, json],
    ["application/*", plain, json],
  ];

  test.each(table)("accept %s", async (accept, body, want) => {
    const { url } = await run();
    const headers = accept === undefined ? {} : { accept };
    const reply = await ask(url, { headers, body });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe(want);
    const answer = reply.body.split("data: ").at(-1) ?? "";
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: {} });
  });

  test("nothing for who takes neither", async () => {
    const { url } = await run();
    const headers = { accept: "text/html" };
    expect((await ask(url, { headers, body: plain })).status).toBe(406);
  });

  test("the headers of a request reach the handler", async () => {
    const { url } = await run();
    const headers = { "x-trace": "abc" };
    const { body } = await ask(url, { headers, body: plain });
    expect(body).toContain('\\"x-trace\\":\\"abc\\"');
  });
});

describe("what else is asked is refused as the protocol says", () => {
  type Options = Parameters<typeof ask>[1] & { path?: string };
  const table: [string, Options, status: number, text: string][] = [
    ["GET", { method: "GET" }, 405, "POST only"],
    ["DELETE", { method: "DELETE" }, 405, "POST only"],
    ["another path", { path: "/other", body: list }, 404, "/mcp"],
    ["no JSON", { body: "{" }, 400, "-32700"],
    ["no JSON-RPC", { body: "{}" }, 400, "-32700"],
    [
      "text",
      { body: list, headers: { "content-type": "text/plain" } },
      415,
      "application/json",
    ],
    [
      "an unknown revision",
      { body: list, headers: { "mcp-protocol-version": "1999-01-01" } },
      400,
      "protocol version",
    ],
    [
      "a large body",
      { body: JSON.stringify("x".repeat(4 * 1024 * 1024)) },
      413,
      "4194304 bytes",
    ],
    [
      "a foreign host",
      { body: list, headers: { host: "evil.example" } },
      403,
      "Host",
    ],
    [
      "a foreign page",
      { body: list, headers: { origin: "https://evil.example" } },
      403,
      "Origin",
    ],
    [
      "a page without origin",
      { body: list, headers: { origin: "null" } },
      403,
      "Origin",
    ],
    [
      "a page of a lookalike",
      { body: list, headers: { origin: "http://localhost.evil.example" } },
      403,
      "Origin",
    ],
    [
      "an unknown method",
      { body: message("nothing/here") },
      200,
      "Method not found",
    ],
  ];

  test.each(table)("%s", async (_name, { path, ...options }, status, text) => {
    const { url } = await run();
    const reply = await ask(path ? new URL(path, url).href : url, options);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(text);
    expect(reply.body).not.toContain("node:");
  });

  test("pages and names of this machine are welcome", async () => {
    const { url } = await run();
    for (const headers of [
      { host: "localhost:1234" },
      { host: "[::1]:1234" },
      { origin: "http://localhost:6274" },
    ])
      expect((await ask(url, { body: list, headers })).status).toBe(200);
  });

  test("others where they are allowed, and those alone", async () => {
    const { url } = await run({
      allowedHosts: ["mcp.example"],
      allowedOrigins: ["https://app.example"],
    });
    const status = async (headers: Record<string, string>) =>
      (await ask(url, { body: list, headers })).status;
    const host = "mcp.example:443";
    expect(await status({ host })).toBe(200);
    expect(await status({ host, origin: "https://app.example" })).toBe(200);
    expect(await status({ host, origin: "http://localhost" })).toBe(403);
    expect(await status({})).toBe(403);
  });
});

test("says that it runs, to anybody", async () => {
  const { url } = await run();
  const health = new URL("/healthz?x", url).href;
  const headers = { host: "10.0.0.7" };
  expect(await ask(health, { method: "GET", headers })).toMatchObject({
    status: 200,
    body: '{"status":"ok"}',
  });
});

describe("the end", () => {
  test("of a client aborts what it waited for", async () => {
    const { url } = await run();
    const gone = new AbortController();
    const waiting = fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: message("tools/call", { name: "slow" }),
      signal: gone.signal,
    });
    await expect.poll(() => seen).toContain("GET /slow");
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => seen).toContain("closed /slow");
  });

  test("of the server lets calls end, and then does not wait for idle connections", async () => {
    const running = await run({ grace: 30 });
    const agent = new Agent({ keepAlive: true });
    const body = message("tools/call", {
      name: "addPet",
      arguments: { name: "late" },
    });
    const waiting = ask(running.url, { body, agent });
    await expect.poll(() => seen).toContain("POST /pets");
    const closed = running.close();
    release();
    expect((await waiting).body).toContain("late");
    await closed;
    agent.destroy();
  });

  test("of the server lets calls end, and aborts them after a while", async () => {
    const running = await run();
    const body = message("tools/call", { name: "slow" });
    const waiting = ask(running.url, { body }).catch(() => "cut off");
    await expect.poll(() => seen).toContain("GET /slow");
    const closed = running.close();
    await expect(ask(running.url, { body: list })).rejects.toThrow();
    expect(seen).not.toContain("closed /slow");
    await closed;
    expect(await waiting).toBe("cut off");
    await expect.poll(() => seen).toContain("closed /slow");
    await running.closed;
  });
});

const wrong: [RunOptions, message: string][] = [
  [{ transport: "sse" }, 'There is no transport "sse".'],
  [{ port: 70_000 }, "The port must be a number from 0 to 65535, not 70000."],
  [{ port: NaN }, "not NaN"],
  [{ host: "192.0.2.1" }, "This machine has no address 192.0.2.1."],
];

test.each(wrong)("%j is refused", async (options, message) => {
  await expect(run(options)).rejects.toThrow(message);
});

test("a port that is taken is named", async () => {
  const port = Number(new URL((await run()).url).port);
  await expect(run({ port })).rejects.toThrow(`Port ${port} is taken.`);
});
