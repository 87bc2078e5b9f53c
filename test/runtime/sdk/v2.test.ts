import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { staticTokens } from "../../../runtime/features/auth/tokens.js";
import { createHttpHandler } from "../../../runtime/features/http.js";
import { createLog } from "../../../runtime/features/log.js";
import { sdk } from "../../../runtime/sdk/v2/connect.js";
import { createMcpServer } from "../../../runtime/sdk/v2/server.js";
import { message } from "../ask.js";
import { secured, serviceOf, silent } from "../serving.js";

const TOKEN = "token-of-0123456789";

/** Asks for the tools as a client of 2026-07-28 does. */
function list(): Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${TOKEN}`,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
    },
    body: message("tools/list", { _meta }),
  });
}

describe("who else may be shown a list that was asked for", () => {
  const open = secured("open");
  const scoped = secured("scoped", [], { scopes: ["pets:write"] });
  const auth = staticTokens([TOKEN]);
  test.each([
    ["anybody, where anybody may ask", [open], {}, "public"],
    ["nobody, where it depends on scopes", [open, scoped], {}, "private"],
    ["nobody, where callers say who they are", [open], { auth }, "private"],
  ])("%s", async (_name, tools, options, cacheScope) => {
    const handler = createHttpHandler(serviceOf(tools), sdk, silent, options);
    const answer: unknown = await (await handler(list())).json();
    expect(answer).toMatchObject({ result: { cacheScope, ttlMs: 300_000 } });
  });
});

test("a server is made in silence, and can be handed to the SDK by hand", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "debug", write: (line) => lines.push(line) });
  const service = serviceOf([secured("open")]);
  const handler = createMcpHandler(() => createMcpServer(service, log));
  expect(await (await handler.fetch(list())).json()).toMatchObject({
    result: { resultType: "complete", tools: [{ name: "open" }] },
  });
  expect(lines).toEqual([]);
});
