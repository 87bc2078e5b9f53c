import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTool } from "../../../runtime/index.js";
import { petCatalog, serveHttp } from "../fixture.js";
import { callerOf, connect, secured } from "../secured.js";

const exporter = new InMemorySpanExporter();
const received: (string | undefined)[] = [];
let api: Awaited<ReturnType<typeof serveHttp>>;

beforeAll(async () => {
  context.setGlobalContextManager(
    new AsyncLocalStorageContextManager().enable(),
  );
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    }),
  );
  api = await serveHttp(({ headers, url }, response) => {
    received.push(headers["traceparent"]?.toString());
    response.writeHead(url === "/fail" ? 503 : 200).end("password hunter22");
  });
});
afterAll(() => api.close());

/** The only span that has ended since the last look. */
function onlySpan() {
  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  if (!span) throw new Error("No span has ended.");
  exporter.reset();
  return span;
}

type Row = [tool: string, status: number | undefined, error?: string];

test.each<Row>([
  ["steps", undefined],
  ["addPet", undefined, "ArgumentError"],
  ["fail", 503, "UpstreamError"],
  ["broken", undefined, "Error"],
])("a call of %s is one span", async (tool, status, error) => {
  const { client } = await connect(petCatalog(api.url));
  await client.callTool({ name: tool });
  const { attributes, events, kind, name, status: ending } = onlySpan();
  expect({ name, kind, code: ending.code, events }).toEqual({
    name: `tools/call ${tool}`,
    kind: SpanKind.SERVER,
    code: error === undefined ? 0 : 2,
    events: [],
  });
  expect(attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.tool.name": tool,
    "http.request.method": tool === "addPet" ? "POST" : "GET",
    "url.template": tool === "addPet" ? "/pets" : `/${tool}`,
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && { "error.type": error }),
  });
});

test("a resource that is read is one span, under its name and without its URI", async () => {
  const { client } = await connect(petCatalog(api.url));
  await client.readResource({ uri: "pets://7" });
  const { attributes, name } = onlySpan();
  expect(name).toBe("resources/read onePet");
  expect(attributes).toEqual({
    "mcp.method.name": "resources/read",
    "http.request.method": "GET",
    "url.template": "/pets/{petId}",
    "http.response.status_code": 200,
  });
});

test("the API is told the trace, and the handler runs within it", async () => {
  let active: string | undefined;
  const tool = defineTool({
    ...secured("get"),
    handler(args, { send }) {
      active = trace.getActiveSpan()?.spanContext().spanId;
      return send(args);
    },
  });
  const { call } = await callerOf([tool], { baseUrl: api.url });
  await call("get");
  const { spanId, traceId } = onlySpan().spanContext();
  expect(received.at(-1)).toBe(`00-${traceId}-${spanId}-01`);
  expect(active).toBe(spanId);
});

test("a handler's own refusal is an error", async () => {
  const tool = defineTool({
    ...secured("refuse"),
    handler: () => ({ content: [], isError: true }),
  });
  const { call } = await callerOf([tool], { baseUrl: api.url });
  await call("refuse");
  expect(onlySpan().attributes["error.type"]).toBe("tool_error");
});
