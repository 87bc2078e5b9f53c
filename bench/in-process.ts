/**
 * Calls of a tool in process against the same calls over loopback HTTP: the same applications, tools and
 * runtime, one run; and the heap before and after 10,000 calls in process.
 *
 *     node --expose-gc --import tsx bench/in-process.ts [--calls 10000]
 */
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import Fastify from "fastify";
import { Hono } from "hono";
import { fetchTransport } from "../runtime/features/app/fetch.js";
import { serverTransport } from "../runtime/features/app/server.js";
import { axiosTransport } from "../runtime/features/transport/axios.js";
import {
  createHttpClient,
  defineTool,
  toRegisteredComponent,
} from "../runtime/index.js";
import type { Transport } from "../runtime/index.js";
import { send } from "../runtime/send.js";
import { contextOf } from "../test/runtime/upstream.js";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "10000" } },
});
const calls = Number(values.calls);
const atOnce = 20;

const item = { id: 7, name: "pen", tags: ["blue", "fine"], price: 1.5 };

const tool = defineTool({
  name: "getItem",
  request: "GET /items/{id}",
  arguments: { id: { in: "path" }, verbose: { in: "query" } },
  handler: (args, { send }) => send(args),
});

const listener: RequestListener = (_, response) =>
  response
    .setHeader("content-type", "application/json")
    .end(JSON.stringify(item));
const fastify = Fastify();
fastify.get("/items/:id", async () => item);
const hono = new Hono();
hono.get("/items/:id", (context) => context.json(item));

const subjects: Record<string, readonly [Transport, () => Server]> = {
  "node:http": [
    serverTransport(async () => listener),
    () => createServer(listener),
  ],
  Fastify: [serverTransport(async () => fastify), () => fastify.server],
  Hono: [
    fetchTransport(async () => hono),
    // The adapter makes a server of node:http unless it is configured otherwise.
    () => createAdaptorServer({ fetch: hono.fetch }) as Server,
  ],
};

/** Calls a second. */
async function rate(transport: Transport, baseUrl: string): Promise<number> {
  const client = createHttpClient(contextOf(), { baseUrl, transport });
  const context = () => ({
    client,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const schemas = { $defs: {}, arguments: {} };
  const recipe = toRegisteredComponent(tool, {
    components: [tool],
    schemas,
    client: () => client,
  });
  const run = async (times: number) => {
    for (let done = 0; done < times; done += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, () =>
          send(recipe, { id: 7, verbose: true }, context()),
        ),
      );
  };
  await run(calls / 10);
  const start = performance.now();
  await run(calls);
  return (calls / (performance.now() - start)) * 1000;
}

/** MB in use, when finalizers have run, too. */
async function heap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

const lines = [
  "application | in process | loopback HTTP | ratio | heap, MB",
  "---|---|---|---|---",
];
for (const [name, [transport, make]] of Object.entries(subjects)) {
  await transport.start?.();
  await rate(transport, "http://app.local");
  const startHeap = await heap();
  const innerRate = await rate(transport, "http://app.local");
  const after = await heap();
  const server = make();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const httpRate = await rate(axiosTransport(), `http://127.0.0.1:${port}`);
  server.closeAllConnections();
  server.close();
  lines.push(
    `${name} | ${innerRate.toFixed(0)}/s | ${httpRate.toFixed(0)}/s | ${(innerRate / httpRate).toFixed(1)} | ${startHeap.toFixed(1)} → ${after.toFixed(1)}`,
  );
}
process.stdout.write(`${lines.join("\n")}\n`);
