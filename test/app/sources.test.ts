import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, onTestFinished, test } from "vitest";
import { serverTransport } from "../../runtime/app/server.js";
import {
  createCatalog,
  createHttpClient,
  createLog,
  createMcpServer,
} from "../../runtime/index.js";
import type { ClientOptions, Source, Tool } from "../../runtime/index.js";
import { startUpstream, toolOf } from "../runtime/upstream.js";

function sourceOf(tools: Tool[], client: ClientOptions): Source {
  return {
    tools,
    schemas: {},
    answers: {},
    client: createHttpClient(client),
  };
}

test("one server offers an API over HTTP and an application in process, each with its own client", async () => {
  const waiting: (() => void)[] = [];
  const app = createServer((_request, response) => {
    waiting.push(() => response.end("from the application"));
  });
  const api = await startUpstream();
  const catalog = createCatalog({
    name: "Both",
    version: "1.0.0",
    sources: [
      sourceOf([toolOf({ path: "/api" }, { name: "ofApi" })], {
        baseUrl: api.baseUrl,
      }),
      sourceOf(
        [
          toolOf({ path: "/app" }, { name: "ofApp" }),
          toolOf({ path: "/app" }, { name: "ofAppSoon" }),
        ],
        {
          baseUrl: "http://app.local",
          transport: serverTransport(async () => app),
          maxConcurrency: 1,
          timeouts: { ofAppSoon: 0.1 },
        },
      ),
    ],
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const log = createLog({ level: "silent" });
  await createMcpServer(catalog, { log }).connect(far);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(near);
  onTestFinished(() => client.close());

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "ofApi",
    "ofApp",
    "ofAppSoon",
  ]);
  const first = client.callTool({ name: "ofApp" });
  await expect.poll(() => waiting.length).toBe(1);
  // The application's only place is taken; the API has its own.
  const others = Array.from({ length: 5 }, () =>
    client.callTool({ name: "ofApi" }),
  );
  for (const { content } of await Promise.all(others))
    expect(content).toEqual([{ type: "text", text: '{"ok":true}' }]);
  const late = await client.callTool({ name: "ofAppSoon" });
  expect(JSON.stringify(late)).toMatch(/no complete answer within 0\.1 s/);
  waiting[0]?.();
  const text = "from the application";
  expect((await first).content).toEqual([{ type: "text", text }]);
  expect(waiting).toHaveLength(1);
});

test("two sources with one name are told apart by nobody, so the server does not start", () => {
  const sources = ["/one", "/two"].map((path) =>
    sourceOf([toolOf({ path })], { baseUrl: "http://app.local" }),
  );
  expect(() =>
    createCatalog({ name: "Both", version: "1.0.0", sources }),
  ).toThrow(
    /tool tool \(GET \/one\) and the tool tool \(GET \/two\).*Rename one/,
  );
});
