import { createServer } from "node:http";
import { expect, test } from "vitest";
import { serverTransport } from "../../runtime/features/app/server.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { createHttpClient } from "../../runtime/index.js";
import type {
  ApiDefinition,
  ClientOptions,
  ServerContext,
  Tool,
} from "../../runtime/index.js";
import {
  NO_SCHEMAS,
  startUpstream,
  toolOf,
  contextOf,
} from "../runtime/upstream.js";
import { clientOf } from "./mcp.js";
import { openService } from "../runtime/serving.js";
import { concurrency } from "../../runtime/features/transport/concurrency.js";

function sourceOf(components: Tool[], options: ClientOptions): ApiDefinition {
  const client = (context: ServerContext) => createHttpClient(context, options);
  return { components, schemas: NO_SCHEMAS, client };
}

test("one server serves an API over HTTP and an application, each with its own client", async () => {
  const waiting: (() => void)[] = [];
  const app = createServer((_request, response) => {
    waiting.push(() => response.end("from the application"));
  });
  const api = await startUpstream();
  const service = openService({
    name: "Both",
    version: "1.0.0",
    sources: [
      sourceOf([toolOf({ request: "GET /api", name: "ofApi" })], {
        baseUrl: api.baseUrl,
        transport: axiosTransport(),
      }),
      sourceOf(
        [
          toolOf({ request: "GET /app", name: "ofApp" }),
          toolOf({ request: "GET /app", name: "ofAppSoon", timeout: 0.1 }),
        ],
        {
          baseUrl: "http://app.local",
          transport: concurrency(1)(
            serverTransport(async () => app),
            contextOf(),
          ),
        },
      ),
    ],
  });
  const client = await clientOf(service);

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
  expect(JSON.stringify(late)).toMatch(/no complete response within 0\.1 s/);
  waiting[0]?.();
  const text = "from the application";
  expect((await first).content).toEqual([{ type: "text", text }]);
  expect(waiting).toHaveLength(1);
});

test("two sources with one name stop the server at the start", () => {
  const sources = ["/one", "/two"].map((path) =>
    sourceOf([toolOf({ request: `GET ${path}` })], {
      baseUrl: "http://app.local",
      transport: axiosTransport(),
    }),
  );
  expect(() =>
    openService({ name: "Both", version: "1.0.0", sources }),
  ).toThrow(/GET \/one and GET \/two both have the name "tool"\. Rename one/);
});
