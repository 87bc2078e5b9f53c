import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { sessions } from "../../runtime/features/http/sessions.js";
import { streams } from "../../runtime/features/responses/streams.js";
import { createMcpServer } from "../../runtime/sdk.js";
import { openSession } from "../../runtime/sdk/session.js";
import { serviceOf, silent as log } from "../runtime/serving.js";
import { toolOf } from "../runtime/upstream.js";
import { listen, type ListenOptions } from "../runtime/alone.js";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Points up to which the upstream responds. */
const phases: Record<string, (response: ServerResponse) => void> = {
  "before the head": () => undefined,
  "in mid-body": (response) =>
    void response.writeHead(200, { "content-length": 9 }).write("abc"),
  "in a stream": (response) =>
    void response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write("data: 1\n\n"),
  "in an error's body": (response) =>
    void response.writeHead(500, { "content-length": 9 }).write("abc"),
};

/** An API that watches its sockets: when a request arrived, and its connection closed. */
async function startApi(answer: (response: ServerResponse) => void) {
  const seen = new EventEmitter();
  const arrived = once(seen, "arrived");
  const closed = once(seen, "closed");
  const server = createServer((request, response) => {
    request.socket.once("close", () => seen.emit("closed"));
    answer(response);
    setTimeout(() => seen.emit("arrived"), 50); // until the caller reads it
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  return { baseUrl, arrived, closed };
}

function waitFor(baseUrl: string, timeout: number) {
  const transport = axiosTransport();
  return serviceOf([toolOf({ name: "wait" })], {
    client: { baseUrl, timeout, transport, stream: streams() },
  });
}

async function connect(baseUrl: string, timeout: number) {
  const client = new Client({ name: "test", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(waitFor(baseUrl, timeout), log);
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

async function listenHttp(baseUrl: string, options: ListenOptions = {}) {
  const running = await listen(waitFor(baseUrl, 60), {
    transport: "streamable-http",
    port: 0,
    grace: 0,
    log,
    ...options,
  });
  closing.push(() => running.close());
  return running;
}

async function serve(baseUrl: string) {
  const running = await listenHttp(baseUrl);
  const gone = new AbortController();
  const waiting = fetch(running.url ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "wait" },
    }),
    signal: gone.signal,
  });
  waiting.then((response) => response.text()).catch(() => undefined);
  return { running, gone };
}

type Api = Awaited<ReturnType<typeof startApi>>;

/** Ends a call in one way; except one, its time would be up after all tests. */
const ways: Record<string, (api: Api) => Promise<unknown>> = {
  "the client cancels": async ({ baseUrl, arrived }) => {
    const client = await connect(baseUrl, 60);
    const cancel = new AbortController();
    const call = client.callTool({ name: "wait" }, undefined, {
      signal: cancel.signal,
    });
    call.catch(() => undefined);
    await arrived;
    cancel.abort();
  },
  "the client of a session cancels": async ({ baseUrl, arrived }) => {
    const { url = "" } = await listenHttp(baseUrl, {
      endpoint: sessions(openSession),
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const cancel = new AbortController();
    const call = client.callTool({ name: "wait" }, undefined, {
      signal: cancel.signal,
    });
    call.catch(() => undefined);
    await arrived;
    cancel.abort();
  },
  "the time is up": async ({ baseUrl }) => {
    const client = await connect(baseUrl, 0.5);
    await client.callTool({ name: "wait" });
  },
  "the connection closes": async ({ baseUrl, arrived }) => {
    const client = await connect(baseUrl, 60);
    client.callTool({ name: "wait" }).catch(() => undefined);
    await arrived;
    await client.close();
  },
  "the HTTP connection closes": async ({ baseUrl, arrived }) => {
    const { gone } = await serve(baseUrl);
    await arrived;
    gone.abort();
  },
  "the server ends": async ({ baseUrl, arrived }) => {
    const { running } = await serve(baseUrl);
    await arrived;
    await running.close();
  },
};

const cases = Object.keys(ways).flatMap((way) =>
  Object.keys(phases).map((phase) => [way, phase] as const),
);

test.each(cases)(
  "a request to the API is aborted if %s %s",
  async (way, phase) => {
    const api = await startApi(phases[phase] ?? (() => undefined));
    await ways[way]?.(api);
    await expect(api.closed).resolves.toEqual([]);
  },
);
