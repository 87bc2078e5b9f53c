import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect as connectTo } from "node:net";
import { json, text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { toNodeHandler } from "../../../../runtime/features/http/listen.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import type { Transport } from "../../../../runtime/index.js";
import { ask, message } from "../../ask.js";
import { echo, petService, serveHttp } from "../../fixture.js";
import { silent } from "../../serving.js";
import { portOf } from "../calls.js";
import { collectGarbage, listenOnHttp } from "./listening.js";
import { createHttpHandler, type ListenOptions } from "../../alone.js";

const seen: string[] = [];
let baseUrl: string;
/** Lets the API respond to a request for the pet named late. */
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
  return api.close;
});

const run = (options?: ListenOptions) =>
  listenOnHttp(petService(baseUrl), options);

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

const list = message("tools/list");

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
  });

  test("gets progress", async () => {
    const client = await connect((await run()).url);
    const steps: unknown[] = [];
    await client.callTool({ name: "steps" }, undefined, {
      onprogress: ({ message }) => steps.push(message),
    });
    expect(steps).toEqual(["one", "two", "three"]);
  });
});

describe("the endpoint over HTTP", () => {
  test.each<[string, Parameters<typeof ask>[1] & { path?: string }, number]>([
    ["a call", { body: list }, 200],
    ["a path with a query", { path: "/mcp?x=1", body: list }, 200],
    ["another path", { path: "/other", body: list }, 404],
    ["the health", { path: "/healthz?x", method: "GET" }, 200],
    ["GET", { method: "GET" }, 405],
    ["no body", {}, 400],
    ["a foreign host", { body: list, headers: { host: "evil.example" } }, 403],
    ["a large body", { body: `"${"x".repeat(4 * 1024 * 1024)}"` }, 413],
  ])("%s", async (_case, { path, ...options }, status) => {
    const { url } = await run();
    const reply = await ask(path ? new URL(path, url).href : url, options);
    expect(reply.status).toBe(status);
  });

  test.each([
    "//evil.example/mcp",
    "http://evil.example/mcp",
    "/x/../mcp",
    "/%2e/mcp",
    "/./mcp?x",
  ])("does not accept %s as its path", async (path) => {
    const { hostname, port } = new URL((await run()).url);
    const asked = request({ hostname, port, path, method: "POST" });
    const [response] = (await once(asked.end(list), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    expect(response.statusCode).toBe(400);
  });

  test("listens only on this machine by default", async () => {
    expect((await run()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  test.each([
    ["127.0.0.1", false],
    ["0.0.0.0", true],
  ])("warns on %s that anyone may call: %s", async (host, isTold) => {
    const lines: string[] = [];
    await run({ host, log: createLog({ write: (line) => lines.push(line) }) });
    expect(lines[0]).toContain('"event":"listening"');
    expect(lines.some((line) => line.includes("Anyone"))).toBe(isTold);
  });
});

describe("the end", () => {
  test.each(["application/json", "text/event-stream"])(
    "of a client aborts its running call: %s",
    async (accept) => {
      const { url } = await run();
      const gone = new AbortController();
      const waiting = fetch(url, {
        method: "POST",
        headers: { accept, "content-type": "application/json" },
        body: message("tools/call", { name: "slow" }),
        signal: gone.signal,
      }).then((response) => response.text());
      await expect.poll(() => seen).toContain("GET /slow");
      collectGarbage(); // the request among it, if no one holds it
      gone.abort();
      await expect(waiting).rejects.toThrow();
      await expect.poll(() => seen).toContain("closed /slow");
    },
  );

  test("of the server waits for calls, and not for idle connections", async () => {
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

  test("of the server waits for a running request, and not for connections without one", async () => {
    const running = await run({ grace: 30 });
    const port = Number(new URL(running.url).port);
    const open = () => connectTo(port, "127.0.0.1");
    const [early, just] = [open(), open()];
    await Promise.all([once(early, "connect"), once(just, "connect")]);
    await ask(running.url, { body: list }); // by now both are accepted
    just.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const told = text(just);
    await Promise.all([running.close(), once(early, "close")]);
    expect(await told).toMatch(/^HTTP\/1.1 200 /);
  }, 10_000);

  test("of the server waits for calls, and aborts them after a while", async () => {
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

test.each<[ListenOptions, message: string]>([
  [{ transport: "sse" }, 'Unknown transport: "sse".'],
  [{ port: 70_000 }, "--port (or PORT) must be a number from 0 to 65535."],
  [{ port: NaN }, "--port (or PORT) must be a number from 0 to 65535."],
  [
    { host: "192.0.2.1" },
    '--host (or HOST): "192.0.2.1" is not an address of this machine (EADDRNOTAVAIL). Use 127.0.0.1, or 0.0.0.0 for all its addresses.',
  ],
  [{ host: "http://0.0.0.0" }, '--host (or HOST): "http://0.0.0.0" is not an'],
])("the option %j is refused", async (options, message) => {
  await expect(run(options)).rejects.toThrow(message);
});

test("a port in use is named in the error", async () => {
  const port = Number(new URL((await run()).url).port);
  await expect(run({ port })).rejects.toThrow(
    `--port (or PORT): another program listens on port ${port} of 127.0.0.1 (EADDRINUSE).`,
  );
});

describe("a transport with a lifecycle", () => {
  const runWith = (
    start: () => Promise<void>,
    close: () => Promise<void>,
    options?: ListenOptions,
  ) => {
    const transport: Transport = Object.assign(axiosTransport(), {
      start,
      close,
    });
    const service = petService(baseUrl, { client: { transport } });
    return listenOnHttp(service, { grace: 0.05, ...options });
  };

  test("starts before its server listens, and closes after it", async () => {
    const steps: string[] = [];
    const running = await runWith(
      async () => void steps.push("started"),
      async () => {
        const asked = ask(running.url, { body: list });
        const server = await asked.then(
          () => "there",
          () => "gone",
        );
        steps.push(`ended, server ${server}`);
      },
    );
    expect(steps).toEqual(["started"]);
    expect((await ask(running.url, { body: list })).status).toBe(200);
    await running.close();
    expect(steps).toEqual(["started", "ended, server gone"]);
  });

  test("stops the server at the start if it fails", async () => {
    const start = () => Promise.reject(new Error("no database"));
    await expect(runWith(start, () => Promise.resolve())).rejects.toThrow(
      "no database",
    );
  });

  test("does not keep the process alive if it never closes", async () => {
    const never = () => new Promise<void>(() => undefined);
    const running = await runWith(() => Promise.resolve(), never);
    await running.close();
    await running.closed;
  });
});

describe("toNodeHandler() in another program", () => {
  const handler = () =>
    toNodeHandler(createHttpHandler(petService(baseUrl), silent));
  const call = message("tools/call", { name: "steps" });

  test.each([
    ["node:http", () => createServer((...both) => void handler()(...both))],
    [
      "one that has read the body",
      () => {
        const answer = handler();
        return createServer((request, response) => {
          void json(request).then((body) => answer(request, response, body));
        });
      },
    ],
  ])("serves calls of %s", async (_name, make) => {
    const server = make();
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${await portOf(server)}/api/mcp`;
    const reply = await ask(url, { body: call, headers: { "x-a": "b" } });
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('\\"x-a\\":\\"b\\"');
  });
});
