import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, emit, serve } from "./project.js";
import { typeErrors } from "../type-check.js";
import type { Served } from "./project.js";

/** Responses of an API, by path; it never responds at `/slow`. */
const ANSWERS: Readonly<Record<string, readonly [number, string, string]>> = {
  "GET /pets": [200, "application/json", '[{"name":"Rex"}]'],
  "POST /pets": [200, "application/json", '{"name":"Rex"}'],
  "GET /pets/dog/7": [200, "application/json", '{"name":"Rex"}'],
  "POST /steps": [200, "text/event-stream", "data: one\n\ndata: two\n\n"],
};

/** Events of slow calls in the API. */
const seen: string[] = [];
const api = createServer((request, response) => {
  const path = `${request.method} ${request.url}`;
  if (path === "POST /slow") {
    seen.push("asked");
    request.socket.once("close", () => seen.push("closed"));
    return;
  }
  const [status, type, body] = ANSWERS[path] ?? [404, "text/plain", "none"];
  response.writeHead(status, { "content-type": type }).write(body);
  if (path === "POST /steps") endSteps = () => response.end();
  else response.end();
});

/** Ends the response at `/steps`. A test says when: clients drop progress that they read together with the result. */
let endSteps = () => {};

const mains = new Map<Sdk, string>();
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo; // it listens on TCP
  baseUrl = `http://127.0.0.1:${port}`;
  for (const sdk of ["v1", "v2"] as const) {
    const project = await emit({
      document: "test/emitted/sdk.json",
      sdk,
      outputSchemas: "typed",
      features: ["sessions", "completions", "streams"],
    });
    expect(await typeErrors(project)).toEqual([]);
    mains.set(sdk, await bundle(project));
  }
});
afterAll(async () => {
  for (const one of await Promise.all(servers.values())) {
    one.child.kill("SIGKILL"); // calls under way would be given time
    await one.stop();
  }
  api.closeAllConnections();
  api.close();
});

type Sdk = "v1" | "v2";

const servers = new Map<string, Promise<Served>>();

/** A server over HTTP of a line of the SDK, started once with these flags. */
function served(sdk: Sdk, args: readonly string[]): Promise<Served> {
  const key = [sdk, ...args].join(" ");
  const options = { args, env: { API_BASE_URL: baseUrl } };
  const server = servers.get(key) ?? serve(mains.get(sdk) ?? "", options);
  servers.set(key, server);
  return server;
}

/** Messages of 2026-07-28, as the protocol's own schema has them. */
const protocol = new Ajv2020({ strict: false, validateFormats: false });
protocol.addSchema(
  JSON.parse(
    readFileSync("test/emitted/mcp/2026-07-28.schema.json", "utf8"),
  ) as object,
  "mcp",
);

const KINDS: Readonly<Record<string, string>> = {
  "server/discover": "DiscoverResultResponse",
  "tools/list": "ListToolsResultResponse",
  "tools/call": "CallToolResultResponse",
  "resources/list": "ListResourcesResultResponse",
  "resources/templates/list": "ListResourceTemplatesResultResponse",
  "resources/read": "ReadResourceResultResponse",
};

const TRANSPORTS = ["stdio", "HTTP", "sessions"] as const;

/** Calls a method as a client does. */
interface Caller {
  call(name: string, args?: object, options?: object): Promise<object>;
  list(): Promise<object>;
  read(uri: string): Promise<object>;
  templates(): Promise<object>;
  complete(params: Completion): Promise<object>;
  instructions(): string | undefined;
  version(): string | undefined;
  close(): Promise<void>;
}

type Completion = Parameters<Client["complete"]>[0];

/** Clients of each SDK; the newer one asks first what a server speaks. */
const CLIENTS: Record<
  Sdk,
  (where: URL | { command: string; args: string[] }) => Promise<Caller>
> = {
  async v1(where) {
    const client = new Client({ name: "test", version: "1" });
    const env = { API_BASE_URL: baseUrl };
    const transport =
      where instanceof URL
        ? new StreamableHTTPClientTransport(where)
        : new StdioClientTransport({ ...where, env, stderr: "ignore" });
    await client.connect(transport);
    return {
      call: (name, args = {}, options = {}) =>
        client.callTool({ name, arguments: { ...args } }, undefined, options),
      list: () => client.listTools(),
      read: (uri) => client.readResource({ uri }),
      templates: () => client.listResourceTemplates(),
      complete: (params) => client.complete(params),
      instructions: () => client.getInstructions(),
      version: () =>
        where instanceof URL
          ? (transport as StreamableHTTPClientTransport).protocolVersion // as just made
          : undefined,
      close: () => client.close(),
    };
  },
  async v2(where) {
    const client = new NewClient(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: "auto" } },
    );
    const env = { API_BASE_URL: baseUrl };
    await client.connect(
      where instanceof URL
        ? new NewHttp(where)
        : new NewStdio({ ...where, env, stderr: "ignore" }),
    );
    return {
      call: (name, args = {}, options = {}) =>
        client.callTool({ name, arguments: { ...args } }, options),
      list: () => client.listTools(),
      read: (uri) => client.readResource({ uri }),
      templates: () => client.listResourceTemplates(),
      complete: (params) => client.complete(params),
      instructions: () => client.getInstructions(),
      version: () => client.getNegotiatedProtocolVersion(),
      close: () => client.close(),
    };
  },
};

/** The code of the error that a call ends with. */
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error: { code?: unknown }) => error.code,
  );

const cases = (["v1", "v2"] as const).flatMap((server) =>
  (["v1", "v2"] as const).flatMap((client) =>
    TRANSPORTS.map((transport) => ({ server, client, transport })),
  ),
);

describe.each(cases)("server $server, client $client, $transport:", (one) => {
  const isNew = one.server === "v2" && one.client === "v2";
  let caller: Caller;

  beforeAll(async () => {
    if (one.transport === "stdio") {
      const args = [mains.get(one.server) ?? ""];
      const command = process.execPath;
      caller = await CLIENTS[one.client]({ command, args });
      return;
    }
    const args = one.transport === "sessions" ? ["--sessions"] : [];
    const { url } = await served(one.server, args);
    caller = await CLIENTS[one.client](new URL(url));
  });
  afterAll(() => caller.close());

  test("the server describes itself", async () => {
    expect(caller.instructions()).toContain("Pets");
    if (one.client === "v2")
      expect(caller.version()).toBe(isNew ? "2026-07-28" : "2025-11-25");
    expect(await caller.list()).toMatchObject({
      tools: [{ name: "addPet" }, { name: "slow" }, { name: "steps" }],
    });
  });

  test("a call returns", async () => {
    expect(await caller.call("addPet", { name: "Rex" })).toMatchObject({
      content: [{ type: "text", text: '{"name":"Rex"}' }],
      structuredContent: { name: "Rex" },
    });
    expect(await caller.call("addPet", { name: 7 })).toMatchObject({
      isError: true,
    });
    expect(await codeOf(caller.call("none"))).toBe(-32602);
  });

  test("a call reports progress", async () => {
    const told: unknown[] = [];
    const onprogress = (progress: unknown) => told.push(progress);
    const call = caller.call("steps", {}, { onprogress });
    await expect.poll(() => told).toHaveLength(2);
    endSteps();
    await call;
    expect(told).toMatchObject([
      { progress: 1, message: "one" },
      { progress: 2, message: "two" },
    ]);
  });

  test("a resource is read", async () => {
    expect(await caller.read("resource://pets")).toMatchObject({
      contents: [{ text: '[{"name":"Rex"}]' }],
    });
    expect(await caller.read("pets://dog/7")).toMatchObject({
      contents: [{ text: '{"name":"Rex"}' }],
    });
    const {
      resourceTemplates: [template],
    } = (await caller.templates()) as {
      resourceTemplates: { uriTemplate: string }[];
    }; // as the protocol says
    expect(
      await caller.complete({
        ref: { type: "ref/resource", uri: template?.uriTemplate ?? "" },
        argument: { name: "kind", value: "c" },
      }),
    ).toMatchObject({ completion: { values: ["cat", "cow"] } });
    const missing = one.client === "v1" ? -32002 : -32602; // the newer client makes one of both
    expect(await codeOf(caller.read("none://x"))).toBe(missing);
    expect(await codeOf(caller.read("pets://dog/8"))).toBe(missing);
    expect(await codeOf(caller.read("pets://dog/rex"))).toBe(-32602);
  });

  test("a cancelled call stops", async () => {
    seen.length = 0;
    const cancel = new AbortController();
    const { signal } = cancel;
    const call = caller.call("slow", {}, { signal }).catch(() => "cancelled");
    await expect.poll(() => seen).toEqual(["asked"]);
    cancel.abort();
    expect(await call).toBe("cancelled");
    // Without sessions, older clients say it to a server that knows of no call; but they hang up in the end.
    if (one.transport === "HTTP" && !isNew) await caller.close();
    await expect.poll(() => seen).toEqual(["asked", "closed"]);
  });
});

/** Message of a client of 2026-07-28. */
function envelope(method: string, params: object = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
}

describe.each([["without sessions"], ["with sessions", "--sessions"]])(
  "responses of 2026-07-28 over HTTP, %s:",
  (_name, ...args) => {
    const lists = {
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "public",
    };
    const add = { name: "addPet", arguments: { name: "Rex" } };
    const rows: [string, object, Record<string, string>, number, object][] = [
      [
        "server/discover",
        {},
        {},
        200,
        { result: { ...lists, supportedVersions: ["2026-07-28"] } },
      ],
      ["tools/list", {}, {}, 200, { result: lists }],
      ["resources/list", {}, {}, 200, { result: lists }],
      ["resources/templates/list", {}, {}, 200, { result: lists }],
      [
        "tools/list",
        { cursor: "2" },
        {},
        200,
        { error: { code: -32602, message: "Invalid params" } },
      ],
      [
        "tools/call",
        add,
        { "mcp-name": "addPet" },
        200,
        { result: { resultType: "complete" } },
      ],
      [
        "tools/call",
        { name: "addPet", arguments: [] },
        { "mcp-name": "addPet" },
        200,
        { error: { code: -32602, message: "Invalid tools/call request" } },
      ],
      [
        "tools/call",
        add,
        { "mcp-name": "slow" },
        400,
        { error: { code: -32020 } },
      ],
      ["tools/call", add, {}, 400, { error: { code: -32020 } }],
      [
        "tools/list",
        {},
        { "mcp-method": "tools/call" },
        400,
        { error: { code: -32020 } },
      ],
      [
        "resources/read",
        { uri: "resource://pets" },
        { "mcp-name": "resource://pets" },
        200,
        { result: { ttlMs: 0, cacheScope: "private" } },
      ],
      [
        "resources/read",
        { uri: "none://x" },
        { "mcp-name": "none://x" },
        200,
        { error: { code: -32602 } },
      ],
      ["ping", {}, {}, 404, { error: { code: -32601 } }],
    ];
    test.each(rows)(
      "%s %j with %j: %i",
      async (method, params, headers, status, body) => {
        const { url } = await served("v2", args);
        const response = await fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": method,
            ...headers,
          },
          body: JSON.stringify(envelope(method, params)),
        });
        const answer: unknown = await response.json();
        expect(answer).toMatchObject(body);
        expect(response.status).toBe(status);
        expect(response.headers.get("mcp-session-id")).toBeNull();
        const kind = "error" in body ? "JSONRPCErrorResponse" : KINDS[method];
        const isValid = protocol.getSchema(`mcp#/$defs/${kind ?? ""}`);
        expect([isValid?.(answer), isValid?.errors]).toEqual([true, null]);
      },
    );
  },
);
