import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import Fastify from "fastify";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { fetchTransport } from "../../runtime/features/app/fetch.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { perCaller } from "../../runtime/features/credentials/per-caller.js";
import type { HttpHandler } from "../../runtime/index.js";
import { toNodeHandler } from "../../runtime/features/http/listen.js";
import type { Transport } from "../../runtime/index.js";
import { serviceOf, silent } from "../runtime/serving.js";
import { toolOf } from "../runtime/upstream.js";
import { importFrom, served } from "./calls.js";
import { createHttpHandler } from "../runtime/alone.js";

/** Handler to which an emitted server's `createServer` is passed: the endpoint of its application's own tools. */
function handlerOf(transport: Transport): HttpHandler {
  const service = serviceOf([toolOf({ request: "GET /greet" })], {
    client: {
      baseUrl: "http://app.local",
      transport,
      forCaller: perCaller({ passHeaders: ["x-user"] }),
    },
  });
  return createHttpHandler(service, silent);
}

const frameworks: Record<string, () => Promise<Server>> = {
  async Express() {
    const endpoint = (app: unknown) =>
      toNodeHandler(handlerOf(serverTransport(async () => app)));
    const app = await importFrom("express", "withMcp", endpoint);
    return createServer(app as RequestListener); // as Express applications are
  },
  async Fastify() {
    const app = Fastify();
    const mcp = toNodeHandler(handlerOf(serverTransport(async () => app)));
    app.get(
      "/greet",
      async ({ headers }) => `hello ${String(headers["x-user"])}`,
    );
    app.all("/mcp", (request, reply) => {
      reply.hijack();
      return mcp(request.raw, reply.raw, request.body);
    });
    await app.ready();
    return app.server;
  },
  async Hono() {
    const app = new Hono();
    const mcp = handlerOf(fetchTransport(async () => app));
    app.get("/greet", (context) =>
      context.text(`hello ${String(context.req.header("x-user"))}`),
    );
    app.all("/mcp", ({ req }) => mcp(req.raw));
    // The adapter makes a server of node:http unless it is configured otherwise.
    return createAdaptorServer({ fetch: app.fetch }) as Server;
  },
};

test.each(Object.entries(frameworks))(
  "the endpoint may be a route of the %s application that it calls",
  async (_, make) => {
    const { close, url } = await served(await make());
    onTestFinished(close);
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", url), {
        requestInit: { headers: { "x-user": "ann" } },
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["tool"]);
    const result = await client.callTool({ name: "tool" });
    expect(result.content).toEqual([{ type: "text", text: "hello ann" }]);
    await client.close();
    // Not for web pages, unless they are named.
    const page = await fetch(new URL("/mcp", url), {
      method: "POST",
      headers: { origin: "http://evil.example" },
    });
    expect(page.status).toBe(403);
  },
);
