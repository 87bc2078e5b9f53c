import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { afterAll, describe, expect, test } from "vitest";
import { readServer } from "../../../generator/server-list/read-server.js";
import { temporaryFolder } from "../temporary.js";

const LIMITS = { timeout: 2_000, bytes: 200_000 };

type Message = { id?: number; method: string; params?: { cursor?: string } };
type Respond = (message: Message) => object | string | undefined;

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "plain", version: "1" },
  instructions: "Be kind.",
};

/** Result of a server that lists these tools. */
const listing =
  (list: (cursor?: string) => object): Respond =>
  ({ method, params }) => {
    if (method === "initialize") return INITIALIZE;
    return method === "tools/list" ? list(params?.cursor) : undefined;
  };

/** Starts a server of lines that responds as a module of functions says; returns its command. */
function command(body: string): string {
  const file = join(temporaryFolder(), "server.mjs");
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const INITIALIZE = ${JSON.stringify(INITIALIZE)};
const reply = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") reply(id, INITIALIZE);
  if (method !== "tools/list") continue;
  ${body}
}
`,
  );
  return `"${process.execPath}" "${file}"`;
}

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** Starts a server over HTTP; returns its address. */
async function listen(
  respond: (
    message: Message,
    response: ServerResponse,
    headers: NodeJS.Dict<string | string[]>,
  ) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () =>
      respond(
        text === ""
          ? { method: String(request.method) }
          : (JSON.parse(text) as Message),
        response,
        request.headers,
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Starts a server over HTTP that responds in JSON, or in a stream of events. */
const listenFor = (respond: Respond, isStream = false) =>
  listen((message, response) => {
    const result = respond(message);
    if (message.id === undefined || result === undefined)
      return void response.writeHead(202).end();
    const json = JSON.stringify({ jsonrpc: "2.0", id: message.id, result });
    response.setHeader("mcp-session-id", "abc");
    if (!isStream)
      return void response
        .setHeader("content-type", "application/json")
        .end(json);
    response.setHeader("content-type", "text/event-stream");
    // A message of another kind comes first, and the stream goes on.
    response.write(
      `: hello\r\n\r\ndata: {"method":"notifications/x"}\r\n\r\nid: 1\r\nda`,
    );
    response.write(`ta: ${json}\r`);
    response.write("\n\r\n");
  });

const read = (server: string, limits = LIMITS) =>
  readServer({ server, cwd: temporaryFolder(), limits });

const PETS = { tools: [{ name: "pets", inputSchema: { type: "object" } }] };

describe("readServer()", () => {
  test("reads lines, JSON and streams of events alike", async () => {
    const want = {
      name: "plain",
      protocol: "2025-11-25",
      instructions: "Be kind.",
      ...PETS,
      resources: [],
      resourceTemplates: [],
      prompts: [],
    };
    expect(
      await read(
        command(`console.log("no JSON"); reply(id, ${JSON.stringify(PETS)});`),
      ),
    ).toEqual(want);
    expect(await read(await listenFor(listing(() => PETS)))).toEqual(want);
    expect(
      await read(
        await listenFor(
          listing(() => PETS),
          true,
        ),
      ),
    ).toEqual(want);
  });

  test("sends session, version and headers of a person, and ends the session", async () => {
    const seen: unknown[] = [];
    const url = await listen(({ id, method }, response, headers) => {
      seen.push([
        method,
        headers["authorization"],
        headers["mcp-session-id"],
        headers["mcp-protocol-version"],
      ]);
      const result = method === "initialize" ? INITIALIZE : PETS;
      response.setHeader("mcp-session-id", "abc");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
    const headers = { authorization: "Bearer t" };
    await readServer({ server: url, headers, cwd: ".", limits: LIMITS });
    expect(seen).toEqual([
      ["initialize", "Bearer t", undefined, undefined],
      ...["notifications/initialized", "tools/list", "DELETE"].map((method) => [
        method,
        "Bearer t",
        "abc",
        "2025-11-25",
      ]),
    ]);
  });

  test("reads a server that speaks 2026-07-28 alone", async () => {
    const handler = createMcpHandler(
      () => {
        const server = new Server(
          { name: "new", version: "1" },
          { capabilities: { tools: {} }, instructions: "New." },
        );
        server.setRequestHandler("tools/list", () => PETS as never);
        return server;
      },
      { legacy: "reject" },
    );
    const url = await listen((message, response, headers) => {
      const request = new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: headers as Record<string, string>,
        body: JSON.stringify(message),
      });
      void handler.fetch(request).then(async (reply) => {
        response.writeHead(reply.status, Object.fromEntries(reply.headers));
        response.end(await reply.text());
      });
    });
    const { instructions, name, protocol, tools } = await read(url);
    expect([name, protocol, instructions, tools]).toEqual([
      "new",
      "2026-07-28",
      "New.",
      PETS.tools,
    ]);
  });

  const page = (name: string, nextCursor?: unknown) => ({
    tools: [{ name }],
    nextCursor,
  });
  test.each<[name: string, list: (cursor?: string) => object, error: RegExp]>([
    ["pages in a circle", () => page("a", "again"), /go in a circle/],
    [
      "pages without end",
      (cursor = "0") => page("a", `${Number(cursor) + 1}`),
      /more than 1000 pages|sent more than/,
    ],
    ["no list", () => ({ tools: "all" }), /without a list of tools/],
    ["a long list", () => page("x".repeat(300_000)), /sent more than/],
    [
      "a deep schema",
      () => ({
        tools: [
          JSON.parse(`${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`) as object,
        ],
      }),
      /more than 200 levels/,
    ],
  ])("refuses %s", async (_name, list, error) => {
    await expect(read(await listenFor(listing(list)))).rejects.toThrow(error);
  });

  test.each<
    [name: string, start: () => Promise<string> | string, error: RegExp]
  >([
    [
      "that never responds",
      () => command(""),
      /did not respond to tools\/list/,
    ],
    [
      "that ignores the end of its input and writes without end",
      () =>
        command(
          `process.on("SIGTERM", () => {}); setInterval(() => console.log("x".repeat(10_000)), 1);`,
        ),
      /sent more than/,
    ],
    [
      "that ends, with commands to a terminal in its log",
      () =>
        command(
          `console.error("\\u001b[31mno key\\u001b[0m"); process.exit(1);`,
        ),
      /ended before it had responded. Its output:\n {2}no key/,
    ],
    ["that does not exist", () => "no-such-program-anywhere", /ended before/],
    [
      "over HTTP that never responds",
      () => listen(() => undefined),
      /did not respond to initialize within 2 s/,
    ],
    [
      "over HTTP that asks for a token",
      () => listen((_, response) => response.writeHead(401).end()),
      /refuses this caller \(401\).\n.*--header/,
    ],
    [
      "that redirects",
      () =>
        listen((_, response) =>
          response.writeHead(307, { location: "http://elsewhere" }).end(),
        ),
      /redirects to "http:\/\/elsewhere"/,
    ],
    [
      "that is a page",
      () => listen((_, response) => response.end("<html>")),
      /responded without a message of MCP/,
    ],
    [
      "that is not there",
      () => "http://127.0.0.1:1/mcp?token=secret",
      /^http:\/\/127\.0\.0\.1:1\/mcp could not be reached/,
    ],
  ])("gives up on a server %s", async (_name, start, error) => {
    await expect(read(await start())).rejects.toThrow(error);
  });
});
