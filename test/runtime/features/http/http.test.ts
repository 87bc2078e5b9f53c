import { connect as connectSocket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cors } from "../../../../runtime/features/http/cors.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import type { Authenticator } from "../../../../runtime/index.js";
import type { HandlerOptions as HttpOptions } from "../../alone.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { serverCard } from "../../../../runtime/features/http/server-card.js";
import { message } from "../../ask.js";
import { echo, petService, serveHttp } from "../../fixture.js";
import { silent } from "../../serving.js";
import { createHttpHandler, httpOptionsFrom } from "../../alone.js";
import { listenOnHttp } from "./listening.js";

const seen: string[] = [];
let api: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  api = await serveHttp((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    echo(request, response);
  });
});
afterAll(() => api.close());

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | ReadableStream;
  readonly signal?: AbortSignal;
}

/** Asks a server that listens on this machine. */
async function ask(
  { path = "/mcp", method = "POST", headers = {}, body, signal }: Asked,
  options: HttpOptions = { host: "127.0.0.1", path: "/mcp" },
  log = silent,
) {
  const handler = createHttpHandler(petService(api.url), log, options);
  const response = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        host: "localhost:3000",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body, duplex: "half" }),
      ...(signal && { signal }),
    }),
  );
  return {
    status: response.status,
    headers: response.headers,
    type: response.headers.get("content-type"),
    body: await response.text(),
  };
}

const list = message("tools/list");
const steps = { name: "steps", arguments: {} };
const CARD = { name: "example/pets" };

describe("the response's type follows the header", () => {
  const json = "application/json";
  const stream = "text/event-stream";
  const plain = message("tools/call", steps);
  const asking = message("tools/call", {
    ...steps,
    _meta: { progressToken: 7 },
  });

  test.each<[accept: string | undefined, body: string, want: string]>([
    [`${json}, ${stream}`, plain, json],
    [`${json}, ${stream}`, asking, stream],
    [json, plain, json],
    [json, asking, json],
    [stream, plain, stream],
    ["*/*", asking, stream],
    [undefined, plain, json],
    ["application/*", plain, json],
  ])("Accept: %s", async (accept, body, want) => {
    const headers = accept === undefined ? {} : { accept };
    const reply = await ask({ headers, body });
    expect(reply).toMatchObject({ status: 200, type: want });
    const answer = reply.body.split("data: ").at(-1) ?? "";
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: {} });
  });

  test("Accept, and is 406 if it allows neither type", async () => {
    const headers = { accept: "text/html" };
    expect((await ask({ headers, body: plain })).status).toBe(406);
  });

  test("a request's headers reach the handler", async () => {
    const headers = { "x-trace": "abc" };
    const { body } = await ask({ headers, body: plain });
    expect(body).toContain('\\"x-trace\\":\\"abc\\"');
  });
});

/** A list of a text, again and again. */
const nested = (text: string, times: number) => `[${text.repeat(times)}1]`;

test.each([
  ["many values", nested("1,", 90_000)],
  ["deep ones", `${"[".repeat(490)}${"]".repeat(490)}`],
  ["commas and brackets in texts", JSON.stringify('[[{,"\\'.repeat(100_000))],
])("arguments with %s are accepted", async (_case, text) => {
  const body = message("tools/call", steps).replace("{}", `{"a":${text}}`);
  const reply = await ask({ body });
  expect(reply).toMatchObject({ status: 200 });
  expect(reply.body).toContain("/a: is unknown");
});

describe("an invalid request is refused as the protocol says", () => {
  test.each<[string, Asked, status: number, text: string]>([
    ["GET", { method: "GET" }, 405, "It takes POST."],
    ["DELETE", { method: "DELETE" }, 405, "It takes POST."],
    ["another path", { path: "/other", body: list }, 404, "/mcp"],
    ["no body", {}, 400, "-32700"],
    ["no JSON", { body: "{" }, 400, "-32700"],
    ["no JSON-RPC", { body: "{}" }, 400, "valid JSON-RPC message"],
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
    ["many values", { body: nested("1,", 100_000) }, 413, "100000 values"],
    [
      "a large batch",
      { body: `[${Array(101).fill(list).join(",")}]` },
      400,
      "Batch must not exceed 100 messages",
    ],
    ["many objects", { body: nested("{},", 50_001) }, 413, "100000 values"],
    [
      "deep values",
      { body: `${"[".repeat(501)}${"]".repeat(501)}` },
      413,
      "500 levels",
    ],
    [
      "deep values that never end",
      { body: '{"a":'.repeat(600_000) },
      413,
      "500 levels",
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
      "an extension of the browser",
      { body: list, headers: { origin: "chrome-extension://localhost" } },
      403,
      "Origin",
    ],
    [
      "an unknown method",
      { body: message("nothing/here") },
      200,
      "Method not found",
    ],
  ])("%s", async (_name, asked, status, text) => {
    const reply = await ask(asked);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(text);
    expect(reply.body).not.toContain("node:");
  });
});

describe("hosts and origins", () => {
  const statusOf = async (
    headers: Record<string, string>,
    options: HttpOptions,
  ) => (await ask({ body: list, headers }, options)).status;
  const open = { host: "0.0.0.0" };
  const named = {
    host: "127.0.0.1",
    allowedHosts: ["mcp.example"],
    allowedOrigins: ["https://app.example"],
  };
  const host = "mcp.example:443";

  test.each<[HttpOptions, Record<string, string>, number]>([
    // this machine's own are welcome on this machine
    [{ host: "127.0.0.1" }, { host: "localhost:1234" }, 200],
    [{ host: "127.0.0.1" }, { host: "LOCALHOST" }, 200],
    [{ host: "127.0.0.1" }, { host: "[::1]:1234" }, 200],
    [{ host: "127.0.0.1" }, { origin: "http://localhost:6274" }, 200],
    [{ host: "127.0.0.1" }, { host: "mcp.example" }, 403],
    // beyond it any name is, but no page
    [open, { host: "mcp.example" }, 200],
    [{ host: "127.0.0.1" }, { origin: "http://localhost:99999" }, 403],
    [open, { host: "mcp.example", origin: "http://localhost" }, 403],
    // another program that listens knows its names
    [{}, { host: "mcp.example" }, 200],
    [{}, { host: "mcp.example", origin: "http://localhost" }, 403],
    // those that are allowed, and those alone
    [named, { host }, 200],
    [named, { host, origin: "https://app.example" }, 200],
    [named, { host, origin: "http://localhost" }, 403],
    [named, {}, 403],
  ])("%j: %j gets %i", async (options, headers, status) => {
    expect(await statusOf(headers, options)).toBe(status);
  });

  test.each(["/mcp", "/healthz"])(
    "two headers Host are a bad request, at %s",
    async (path) => {
      const { url } = await listenOnHttp(petService(api.url));
      const { port } = new URL(url);
      const socket = connectSocket(Number(port), "127.0.0.1");
      const hosts = `Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`;
      socket.end(`GET ${path} HTTP/1.1\r\n${hosts}\r\n`);
      const reply = await readText(socket);
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      const handle = createHttpHandler(petService(api.url), silent);
      const headers = new Headers([
        ["host", "mcp.example"],
        ["host", "evil.example"],
      ]);
      const request = new Request(`http://mcp.example${path}`, { headers });
      expect((await handle(request)).status).toBe(400);
    },
  );

  test.each<[env: NodeJS.ProcessEnv, HttpOptions]>([
    [{}, {}],
    [{ MCP_ALLOWED_HOSTS: " , " }, {}],
    [
      { MCP_ALLOWED_HOSTS: "MCP.example, 10.0.0.7" },
      { allowedHosts: ["mcp.example", "10.0.0.7"] },
    ],
    // The port of a request is not compared: rstierli/fortianalyzer-mcp#6.
    [
      { MCP_ALLOWED_HOSTS: "mcp.example:8443,[::1]:80,127.1:3000" },
      { allowedHosts: ["mcp.example", "[::1]", "127.1"] },
    ],
    [
      { MCP_ALLOWED_HOSTS: "2001:DB8::1, müller.example" },
      { allowedHosts: ["[2001:db8::1]", "xn--mller-kva.example"] },
    ],
    [
      { MCP_ALLOWED_ORIGINS: "https://App.example/ , https://b.example:443" },
      { allowedOrigins: ["https://app.example", "https://b.example"] },
    ],
    [
      { MCP_ALLOWED_ORIGINS: "http://localhost:6274,vscode-webview://abc" },
      { allowedOrigins: ["http://localhost:6274", "vscode-webview://abc"] },
    ],
  ])("come from the environment: %j", (env, want) => {
    expect(httpOptionsFrom(env)).toEqual(want);
  });

  test.each<[variable: string, text: string, want: string]>([
    ["HOSTS", "*", 'can\'t have a wildcard ("*"). List whole names'],
    ["HOSTS", "a.example, *.b.example", 'can\'t have a wildcard ("*")'],
    ["HOSTS", "https://mcp.example", "Write mcp.example."],
    ["HOSTS", "https://mcp.example:8443/mcp", "Write mcp.example."],
    ["HOSTS", "mcp.example/mcp", "Write mcp.example."],
    ["HOSTS", "ann:hunter2@mcp.example", "Write mcp.example."],
    ["HOSTS", "mcp example", "an item that is not a host name"],
    ["HOSTS", ":8443", "an item that is not a host name"],
    ["HOSTS", "mcp.example:99999", "an item that is not a host name"],
    ["ORIGINS", "*", 'can\'t have a wildcard ("*"). List the origins'],
    ["ORIGINS", "https://*.example", 'can\'t have a wildcard ("*")'],
    ["ORIGINS", "app.example", "Write https://app.example."],
    ["ORIGINS", "localhost:6274", "Write https://localhost:6274."],
    ["ORIGINS", "https://app.example/chat", "Write https://app.example."],
    ["ORIGINS", "https://ann:hunter2@app.example", "https://app.example."],
    ["ORIGINS", "https://app example", "Write https://app.example.com."],
  ])(
    "that no request can match are refused at the start: MCP_ALLOWED_%s=%s",
    (variable, text, want) => {
      const name = `MCP_ALLOWED_${variable}`;
      const read = () => httpOptionsFrom({ [name]: text });
      expect(read).toThrow(name);
      expect(read).toThrow(want);
      expect(read).not.toThrow("hunter2");
    },
  );

  test("are logged when they are refused for the first time, and at most 20", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", write: (line) => lines.push(line) });
    const handler = createHttpHandler(petService(api.url), log, {
      allowedHosts: ["mcp.example"],
    });
    const sendTo = (headers: Record<string, string>) =>
      handler(new Request("http://localhost/mcp", { method: "POST", headers }));
    await sendTo({ host: "wrong.example:8443" });
    await sendTo({ host: "wrong.example:8443" });
    await sendTo({ host: "mcp.example", origin: "https://page.example" });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        event: "refused",
        reason:
          'Host "wrong.example:8443" is not allowed. If callers may use it, add it to MCP_ALLOWED_HOSTS.',
      },
      {
        event: "refused",
        reason:
          'Origin "https://page.example" is not allowed. If callers may use it, add it to MCP_ALLOWED_ORIGINS.',
      },
    ]);
    for (let number = 0; number < 30; number += 1)
      await sendTo({ host: `${"h".repeat(5000)}${number}` });
    for (let number = 0; number < 30; number += 1)
      await sendTo({ host: `wrong${number}.example` });
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toContain("Further names are not logged.");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(500);
  });
});

describe("CORS for another origin", () => {
  const origin = "https://app.example";
  const asking = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,x-shop-token",
  };
  const answers: string[] = [];
  const auth = (): Authenticator => ({
    async authenticate() {
      answers.push("admit");
      return new Response("who?", { status: 401 });
    },
    refuse: () => undefined,
  });
  const listed = {
    http: [cors()],
    host: "0.0.0.0",
    path: "/mcp",
    allowedOrigins: [origin],
  };
  const readable = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Mcp-Session-Id, WWW-Authenticate",
    vary: "Origin",
  };

  test("allows the preflight without a token", async () => {
    answers.length = 0;
    const asked = { method: "OPTIONS", headers: asking };
    const { headers, status } = await ask(asked, { ...listed, auth });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toEqual({
      ...readable,
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers":
        "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, content-type,x-shop-token",
      "access-control-max-age": "7200",
    });
    expect(answers).toEqual([]);
  });

  test.each<[number, HttpOptions, string]>([
    [200, listed, list],
    [400, listed, "{"],
    [401, { ...listed, auth }, list],
  ])("allows it to read a response of %i", async (status, options, body) => {
    const reply = await ask({ body, headers: { origin } }, options);
    expect(reply.status).toBe(status);
    expect(Object.fromEntries(reply.headers)).toMatchObject(readable);
  });

  test.each<[string, number, Asked, HttpOptions]>([
    [
      "one that is not named",
      403,
      { headers: { ...asking, origin: "https://evil.example" } },
      listed,
    ],
    [
      "one of this machine, by default",
      405,
      { headers: { ...asking, origin: "http://localhost:6274" } },
      { host: "127.0.0.1" },
    ],
    ["a client that is not a page", 405, {}, listed],
  ])("sends no headers to %s", async (_name, status, asked, options) => {
    const reply = await ask({ method: "OPTIONS", ...asked }, options);
    expect(reply.status).toBe(status);
    expect(
      [...reply.headers.keys()].filter((name) => name.startsWith("access-")),
    ).toEqual([]);
  });
});

test.each(["/healthz?x", "/livez", "/readyz"])(
  "health checks need no authentication: %s",
  async (path) => {
    const headers = { host: "10.0.0.7", origin: "https://evil.example" };
    const asked = { path, method: "GET", headers };
    const auth = staticTokens(["a-token-0123456789"]);
    expect(await ask(asked, { auth })).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
  },
);

test('health checks say "not ready" while the server is alive', async () => {
  const options = { isReady: () => false };
  const askFor = (path: string) => ask({ path, method: "GET" }, options);
  expect((await askFor("/readyz")).status).toBe(503);
  expect((await askFor("/livez")).status).toBe(200);
});

test.each(["GET", "POST"])(
  "an unknown path of the authenticator is 404: %s",
  async (method) => {
    const path = "/.well-known/oauth-protected-resource";
    const body = method === "POST" ? { body: list } : {};
    expect((await ask({ path, method, ...body })).status).toBe(404);
  },
);

test("any path is the endpoint if none is set", async () => {
  const { status } = await ask({ path: "/deep/within", body: list }, {});
  expect(status).toBe(200);
});

test("authentication comes before everything else", async () => {
  const order: string[] = [];
  const door: Authenticator = {
    async authenticate({ headers }) {
      order.push("admit");
      const id = headers.get("x-id");
      return id ? { id, scopes: [] } : new Response("who?", { status: 401 });
    },
    refuse(message) {
      order.push("refuse");
      const { method } = Object(message) as { method?: string };
      return method === "tools/call"
        ? new Response("not you", { status: 403 })
        : undefined;
    },
  };
  const options = { auth: () => door };
  const call = message("tools/call", steps);
  const headers = { "x-id": "ann" };
  expect((await ask({ body: "{" }, options)).status).toBe(401);
  expect((await ask({ body: "{", headers }, options)).status).toBe(400);
  expect((await ask({ body: call, headers }, options)).status).toBe(403);
  expect((await ask({ body: list, headers }, options)).status).toBe(200);
  expect(order).toEqual([
    "admit",
    ...["admit"],
    ...["admit", "refuse"],
    ...["admit", "refuse"],
  ]);
});

test.each([[[serverCard(CARD), cors()]], [[cors(), serverCard(CARD)]]])(
  "the server card needs no authentication: %#",
  async (http) => {
    const door: Authenticator = {
      authenticate: () => Promise.resolve(new Response("no", { status: 401 })),
    };
    const origin = "https://page.example";
    const options = {
      http,
      auth: () => door,
      path: "/mcp",
      allowedOrigins: [origin],
    };
    const headers = { origin, host: "mcp.example" };
    const path = "/mcp/server-card";
    const card = await ask({ method: "GET", path, headers }, options);
    expect(card).toMatchObject({
      status: 200,
      type: "application/mcp-server-card+json",
      body: '{"name":"example/pets"}',
    });
    expect(["*", origin]).toContain(
      card.headers.get("access-control-allow-origin"),
    );
    expect((await ask({ path, headers }, options)).status).toBe(404);
    const refused = await ask({ body: list, headers }, options);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  },
);

test("an internal error goes only to the log", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "debug", write: (line) => lines.push(line) });
  const answer = () => Promise.reject(new Error("/home/me"));
  const broken = { methods: "POST", handle: answer };
  const reply = await ask({ body: list }, { endpoint: () => broken }, log);
  expect(reply).toMatchObject({
    status: 500,
    body: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Internal error."},"id":null}',
  });
  expect(lines.join("")).toMatch(/"event":"http".*\/home\/me/);
});

test("a body that breaks off is not an error of the server", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "debug", write: (line) => lines.push(line) });
  const gone = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      gone.abort();
      controller.error(new Error("gone"));
    },
  });
  const { status } = await ask({ body, signal: gone.signal }, {}, log);
  expect(status).toBe(500);
  expect(
    lines.map((line) => (JSON.parse(line) as { event: string }).event),
  ).toEqual(["aborted"]);
});

test("a client that leaves during authentication gets no response", async () => {
  const gone = new AbortController();
  const called: string[] = [];
  const door: Authenticator = {
    async authenticate() {
      gone.abort();
      return { id: "ann", scopes: [] };
    },
  };
  const endpoint = () => ({
    methods: "POST",
    async handle() {
      called.push("answer");
      return new Response();
    },
  });
  const asked = { body: list, signal: gone.signal };
  expect(await ask(asked, { auth: () => door, endpoint })).toMatchObject({
    status: 500,
  });
  expect(called).toEqual([]);
});

test("a client that leaves aborts its running call", async () => {
  const gone = new AbortController();
  const { signal } = gone;
  const body = message("tools/call", { name: "slow" });
  void ask({ body, signal }).catch(() => undefined);
  await expect.poll(() => seen).toContain("GET /slow");
  gone.abort();
  await expect.poll(() => seen).toContain("closed /slow");
});
