import { metrics as openTelemetry } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import {
  fromCaller,
  perCaller,
} from "../../../../runtime/features/credentials/per-caller.js";
import { bearer } from "../../../../runtime/features/credentials/bearer.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import { definePrompt } from "../../../../runtime/features/components/custom/define.js";
import { prompts } from "../../../../runtime/features/components/prompts/prompts.js";
import { limits } from "../../../../runtime/features/state/limits.js";
import { countRefusals } from "../../../../runtime/features/observe/metrics.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import {
  telemetry,
  observeRequests,
} from "../../../../runtime/features/observe/telemetry.js";
import type { Feature } from "../../../../runtime/index.js";
import { ask as askOverHttp, message } from "../../ask.js";
import { petService, serveHttp } from "../../fixture.js";
import {
  close,
  connect,
  secured,
  serviceOf,
  silent,
  start,
} from "../../serving.js";
import { listenOnHttp } from "../http/listening.js";
import { contextOf } from "../../upstream.js";

const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({
  exporter,
  exportIntervalMillis: 3_600_000,
});
let api: Awaited<ReturnType<typeof serveHttp>>;

beforeAll(async () => {
  openTelemetry.setGlobalMeterProvider(
    new MeterProvider({ readers: [reader] }),
  );
  api = await serveHttp(({ url }, response) => {
    response.writeHead(url === "/fail" ? 503 : 200).end("{}");
  });
});
beforeEach(async () => {
  await reader.forceFlush();
  exporter.reset();
});
afterAll(async () => {
  openTelemetry.disable();
  await api.close();
});

/** Attributes and values that were recorded since the last look, by the name of the metric. */
async function readMetrics() {
  await reader.forceFlush();
  const all = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics);
  exporter.reset();
  return Object.fromEntries(
    all.map(({ dataPoints, descriptor }) => [
      descriptor.name,
      {
        unit: descriptor.unit,
        points: dataPoints.map(({ attributes, value }) => ({
          attributes,
          value: typeof value === "number" ? value : value.count,
        })),
      },
    ]),
  );
}

const serviceWith = (...features: Feature[]) =>
  petService(api.url, {
    client: { transport: observeRequests()(axiosTransport(), contextOf()) },
    features: [telemetry(), ...features, resources()],
  });

const CALL = {
  "mcp.method.name": "tools/call",
  "network.transport": "pipe",
  "gen_ai.operation.name": "execute_tool",
};

test("metrics of operations and requests have the names and attributes of the convention", async () => {
  const { client } = await connect(serviceWith());
  await client.listTools();
  await client.callTool({ name: "steps" });
  await client.callTool({ name: "fail" });
  await client.callTool({ name: "made-up" }).catch(() => undefined);
  await client.readResource({ uri: "pets://7" });
  await client.readResource({ uri: "none://7" }).catch(() => undefined);
  const told = await readMetrics();
  const operations = told["mcp.server.operation.duration"];
  expect(operations?.unit).toBe("s");
  const read = {
    "mcp.method.name": "resources/read",
    "network.transport": "pipe",
  };
  const codes = (code: string) => ({
    "error.type": code,
    "rpc.response.status_code": code,
  });
  expect(operations?.points).toEqual(
    [
      { "mcp.method.name": "tools/list", "network.transport": "pipe" },
      { ...CALL, "gen_ai.tool.name": "steps" },
      { ...CALL, "gen_ai.tool.name": "fail", "error.type": "tool_error" },
      { ...CALL, "gen_ai.tool.name": "_OTHER", ...codes("-32602") },
      read,
      { ...read, ...codes("-32002") },
    ].map((attributes) => ({ attributes, value: 1 })),
  );
  const { hostname, port } = new URL(api.url);
  const request = {
    "http.request.method": "GET",
    "server.address": hostname,
    "server.port": Number(port),
  };
  const requests = told["http.client.request.duration"];
  expect(requests?.unit).toBe("s");
  expect(requests?.points.map(({ attributes }) => attributes)).toEqual([
    { ...request, "http.response.status_code": 503, "error.type": "503" },
    { ...request, "http.response.status_code": 200 },
  ]);
  const active = told["toolwright.server.active_requests"]?.points ?? [];
  expect(active.every(({ value }) => value === 0)).toBe(true);
});

test("metrics of requests say whose account they used, and nothing of its key", async () => {
  const create = fromCaller("x-key", (variable) => bearer({ variable }), {
    orElse: "server",
    variable: "KEY",
    callers: "anyone",
  });
  const service = serviceOf([secured("own", [["it"]]), secured("open")], {
    client: {
      baseUrl: api.url,
      credentials: { it: create },
      forCaller: perCaller(),
      transport: observeRequests()(axiosTransport(), contextOf()),
    },
    features: [telemetry()],
  });
  const { url } = await listenOnHttp(service, {
    env: { KEY: "key-of-the-server" },
  });
  const call = (name: string, headers = {}) =>
    askOverHttp(url, { headers, body: message("tools/call", { name }) });
  await call("own", { "x-key": "key-of-ann-01234" });
  await call("own");
  await call("open", { "x-key": "key-of-ann-01234" });
  const told = await readMetrics();
  const points = told["http.client.request.duration"]?.points ?? [];
  const accounts = points.map(
    ({ attributes }) => attributes["toolwright.api.account"],
  );
  expect(accounts).toEqual(["caller", "server", undefined]);
  expect(JSON.stringify(told)).not.toContain("key-of-");
});

test("metrics name prompts that are listed", async () => {
  const prompt = definePrompt({
    name: "greet",
    description: "Greets.",
    handler: () => "Hello.",
  });
  const { client } = await connect(
    serviceOf([prompt], { features: [telemetry(), prompts()] }),
  );
  await client.getPrompt({ name: "greet" });
  await client.getPrompt({ name: "made-up" }).catch(() => undefined);
  const told = await readMetrics();
  const points = told["mcp.server.operation.duration"]?.points ?? [];
  expect(
    points.map(({ attributes }) => attributes["gen_ai.prompt.name"]),
  ).toEqual(["greet", "_OTHER"]);
});

test("metrics of an unreachable API have its error code", async () => {
  const service = petService("http://127.0.0.1:9", {
    client: { transport: observeRequests()(axiosTransport(), contextOf()) },
    features: [telemetry(), resources()],
  });
  const { client } = await connect(service);
  await client.callTool({ name: "fail" });
  const told = await readMetrics();
  expect(told["http.client.request.duration"]?.points).toMatchObject([
    { attributes: { "error.type": "ECONNREFUSED", "server.port": 9 } },
  ]);
});

test("metrics count refusals, over HTTP and by limits", async () => {
  const service = serviceWith(limits({ perCaller: "1/min" }));
  const auth = staticTokens(["ann:first-token-0123456"]);
  const { url } = await listenOnHttp(service, {
    auth,
    http: [countRefusals()],
  });
  const body = message("tools/call", { name: "steps" });
  const headers = { authorization: "Bearer first-token-0123456" };
  await askOverHttp(url, { body });
  await askOverHttp(url, { body, headers });
  await askOverHttp(url, { body, headers });
  const told = await readMetrics();
  expect(told["toolwright.server.refused_requests"]?.points).toEqual([
    { attributes: { "error.type": "401" }, value: 1 },
    { attributes: { "error.type": "limit" }, value: 1 },
  ]);
  const [first] = told["mcp.server.operation.duration"]?.points ?? [];
  expect(first?.attributes["network.transport"]).toBe("tcp");
});

test("reasons why the server is not ready are counted as long as it runs", async () => {
  const service = serviceWith();
  const readProblems = async () =>
    (await readMetrics())["toolwright.server.problems"]?.points;
  await start(service, silent);
  service.context.problems.add("redis: unreachable");
  expect(await readProblems()).toEqual([{ attributes: {}, value: 1 }]);
  service.context.problems.clear();
  expect(await readProblems()).toEqual([{ attributes: {}, value: 0 }]);
  await close(service);
  service.context.problems.add("too late");
  expect(await readProblems()).not.toEqual([{ attributes: {}, value: 1 }]);
});
