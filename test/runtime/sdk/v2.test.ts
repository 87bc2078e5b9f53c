import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { staticTokens } from "../../../runtime/features/http/http.js";
import { createLog } from "../../../runtime/features/observe/log.js";
import type * as first from "../../../runtime/sdk.js";
import * as second from "../../../runtime/sdk/v2/sdk.js";
import { message } from "../ask.js";
import { collectGarbage } from "../features/http/listening.js";
import { petService, serveHttp } from "../fixture.js";
import { secured, serviceOf, silent } from "../serving.js";
import { createHttpHandler, listen } from "../alone.js";

const TOKEN = "token-of-0123456789";

/** Message of a client of 2026-07-28. */
function asked(method: string, params: object = {}, meta: object = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta,
  };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${TOKEN}`,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...("name" in params && { "mcp-name": String(params.name) }),
    },
    body: message(method, { ...params, _meta }),
  };
}

test("sdk.ts of both SDK versions has the same types for the runtime", () => {
  type First = typeof first;
  expectTypeOf(second.connectStdio).toExtend<First["connectStdio"]>();
  expectTypeOf(second.createStatelessEndpoint).toEqualTypeOf<
    First["createStatelessEndpoint"]
  >();
});

const list = () => new Request("http://localhost/mcp", asked("tools/list"));

describe("a list may be cached for", () => {
  const open = secured("open");
  const scoped = secured("scoped", [], { scopes: ["pets:write"] });
  const auth = staticTokens([TOKEN]);
  test.each([
    ["everyone, if no caller needs a token", [open], {}, "public"],
    ["one caller, if it depends on scopes", [open, scoped], {}, "private"],
    ["one caller, if callers authenticate", [open], { auth }, "private"],
  ])("%s", async (_name, tools, options, cacheScope) => {
    const handler = createHttpHandler(serviceOf(tools), silent, options);
    const answer: unknown = await (await handler(list())).json();
    expect(answer).toMatchObject({ result: { cacheScope, ttlMs: 300_000 } });
  });
});

test.each([
  ["a response", {}],
  ["a stream", { progressToken: 1 }],
])(
  "a client that disconnects from %s ends the call, even while responses are collected",
  async (_name, meta) => {
    const seen: string[] = [];
    const api = await serveHttp((request) => {
      seen.push("asked");
      request.socket.once("close", () => seen.push("closed"));
    });
    onTestFinished(() => api.close());
    const running = await listen(petService(api.url), {
      transport: "streamable-http",
      port: 0,
      grace: 0,
      log: silent,
    });
    onTestFinished(() => running.close());
    const gone = new AbortController();
    const call = fetch(running.url ?? "", {
      ...asked("tools/call", { name: "slow" }, meta),
      signal: gone.signal,
    });
    call.then((answer) => answer.text()).catch(() => undefined);
    await expect.poll(() => seen).toEqual(["asked"]);
    collectGarbage();
    gone.abort();
    await expect.poll(() => seen).toEqual(["asked", "closed"]);
  },
);

test("a server logs nothing when it is made, and can be passed to the SDK by hand", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "debug", write: (line) => lines.push(line) });
  const service = serviceOf([secured("open")]);
  const handler = createMcpHandler(() => second.createMcpServer(service, log));
  expect(await (await handler.fetch(list())).json()).toMatchObject({
    result: { resultType: "complete", tools: [{ name: "open" }] },
  });
  expect(lines).toEqual([]);
});
