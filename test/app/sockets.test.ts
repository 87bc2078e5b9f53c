import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { express, fastify, hono, koa, nest, resultOf } from "./calls.js";
import type { Call } from "./calls.js";

const calls: readonly Call[] = [
  { path: "/hello" },
  { method: "POST", path: "/items", args: { name: "pen" } },
  { path: "/file" },
  { path: "/events" },
  { path: "/export", headers: { authorization: "Bearer token-of-ann" } },
  { path: "/recipes.ndjson", headers: { "x-user": "ann" } },
  { method: "POST", path: "/recipes/1/cook", headers: { "x-user": "ann" } },
];

/** Kinds of sockets that are opened while `work` runs: streams, listeners, pipes, look-ups of names. */
async function socketsOf(work: () => Promise<unknown>): Promise<string[]> {
  const opened: string[] = [];
  const hook = createHook({
    init(_id, type) {
      if (/TCP|UDP|PIPE|TLS|GETADDRINFO/.test(type)) opened.push(type);
    },
  }).enable();
  await work();
  hook.disable();
  return opened;
}

test.each(Object.entries({ express, koa, nest, fastify, hono }))(
  "calls of an application of %s open no socket",
  async (_, make) => {
    const { listen, transport } = await make();
    const all = async (baseUrl: string, own: object) => {
      for (const call of calls) await resultOf(call, { baseUrl, ...own });
    };
    const inside = await socketsOf(() =>
      all("http://app.local", { transport }),
    );
    expect(inside).toEqual([]);
    // What is looked for is found where there is something to find.
    const http = await listen();
    const outside = await socketsOf(() => all(http.url, {}));
    expect(outside).toContain("TCPWRAP");
    await http.close();
  },
);
