import type { IncomingHttpHeaders } from "node:http";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { telemetry } from "../../../../runtime/features/observe/telemetry.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { petService, serveHttp } from "../../fixture.js";
import { ask, connect, secured, serviceOf } from "../../serving.js";
import { traceRequests } from "../../../../runtime/features/observe/traces.js";
import { contextOf } from "../../upstream.js";

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

/** A client of a server whose calls are traced. */
async function connectTraced(tools?: ReturnType<typeof secured>[]) {
  const features = [telemetry(), resources()];
  const client = {
    baseUrl: api.url,
    transport: traceRequests(axiosTransport(), contextOf()),
  };
  const service = tools
    ? serviceOf(tools, { client, features })
    : petService(api.url, { client, features });
  return (await connect(service)).client;
}

test.each<[tool: string, status: number | undefined, error?: string]>([
  ["steps", undefined],
  ["addPet", undefined, "tool_error"],
  ["fail", 503, "tool_error"],
  ["broken", undefined, "tool_error"],
])("a call of %s is one span", async (tool, status, error) => {
  const client = await connectTraced();
  await client.callTool({ name: tool });
  const { attributes, events, kind, name, status: ending } = onlySpan();
  expect({ name, kind, ending, events }).toEqual({
    name: `tools/call ${tool}`,
    kind: SpanKind.SERVER,
    ending: { code: error === undefined ? 0 : 2 },
    events: [],
  });
  expect(attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "network.transport": "pipe",
    "http.request.method": tool === "addPet" ? "POST" : "GET",
    "url.template": tool === "addPet" ? "/pets" : `/${tool}`,
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && { "error.type": error }),
  });
});

test("an unknown tool is one span without its name", async () => {
  const client = await connectTraced();
  await client.callTool({ name: "made-up" }).catch(() => undefined);
  const { attributes, name } = onlySpan();
  expect(name).toBe("tools/call");
  expect(attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "_OTHER",
    "network.transport": "pipe",
    "error.type": "-32602",
    "rpc.response.status_code": "-32602",
  });
});

test.each([
  ["pets://7", 200, undefined],
  ["nonsense", undefined, "-32002"],
])("a read of %s is one span without its URI", async (uri, status, error) => {
  const client = await connectTraced();
  await client.readResource({ uri }).catch(() => undefined);
  const { attributes, name } = onlySpan();
  expect(name).toBe("resources/read");
  expect(attributes).toEqual({
    "mcp.method.name": "resources/read",
    "network.transport": "pipe",
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(error !== undefined && {
      "error.type": error,
      "rpc.response.status_code": error,
    }),
  });
});

test("log lines have the ids of trace and span", async () => {
  const service = petService(api.url, { features: [telemetry(), resources()] });
  const { client, lines } = await connect(service);
  await client.callTool({ name: "steps" });
  const { spanId, traceId } = onlySpan().spanContext();
  const line = lines.find((text) => text.includes('"event":"call"')) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({
    trace_id: traceId,
    span_id: spanId,
  });
});

test("the trace is passed to the API, and is active in the handler", async () => {
  let active: string | undefined;
  const tool = secured("get", [], {
    handler(args, { send }) {
      active = trace.getActiveSpan()?.spanContext().spanId;
      return send(args);
    },
  });
  const client = await connectTraced([tool]);
  await client.callTool({ name: "get" });
  const { spanId, traceId } = onlySpan().spanContext();
  expect(received.at(-1)).toBe(`00-${traceId}-${spanId}-01`);
  expect(active).toBe(spanId);
});

test.each(["headers", "message"])(
  "the trace of a caller continues from its %s",
  async (place) => {
    const [traceId, spanId] = ["ab".repeat(16), "cd".repeat(8)];
    const told = { traceparent: `00-${traceId}-${spanId}-01` };
    const service = petService(api.url, {
      features: [telemetry(), resources()],
    });
    const params = {
      name: "steps",
      ...(place === "message" && { _meta: told }),
    };
    const headers = place === "headers" ? told : {};
    await ask(service, "tools/call", params, { headers });
    const span = onlySpan();
    expect(span.spanContext().traceId).toBe(traceId);
    expect(span.parentSpanContext?.spanId).toBe(spanId);
  },
);

test("a refusal of the handler is an error of the span", async () => {
  const tool = secured("refuse", [], {
    handler: () => ({ content: [], isError: true }),
  });
  const client = await connectTraced([tool]);
  await client.callTool({ name: "refuse" });
  expect(onlySpan().attributes["error.type"]).toBe("tool_error");
});

test("a caller's baggage does not reach the API, whatever propagates the context", async () => {
  const propagators = [
    new W3CTraceContextPropagator(),
    new W3CBaggagePropagator(),
  ];
  propagation.disable();
  propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  const headers: IncomingHttpHeaders[] = [];
  const { close, url } = await serveHttp((request, response) => {
    headers.push(request.headers);
    response.end("{}");
  });
  const service = serviceOf([secured("read")], {
    client: {
      baseUrl: url,
      transport: traceRequests(axiosTransport(), contextOf()),
    },
    features: [telemetry()],
  });
  const parent = {
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    tracestate: "vendor=1",
    baggage: "user.id=admin,tenant=other",
  };
  await ask(service, "tools/call", { name: "read" }, { headers: parent });
  await ask(service, "tools/call", { name: "read", _meta: parent });
  exporter.reset();
  await close();
  expect(headers).toHaveLength(2);
  for (const { baggage, traceparent, tracestate } of headers)
    expect([baggage, traceparent?.slice(3, 35), tracestate]).toEqual([
      undefined,
      "a".repeat(32),
      "vendor=1",
    ]);
});
