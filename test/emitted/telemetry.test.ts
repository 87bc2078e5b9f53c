import { get } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ask, message } from "../runtime/ask.js";
import { startUpstream } from "../runtime/upstream.js";
import { typeErrors } from "../type-check.js";
import { MADE } from "./pairs.js";
import { emit, serve } from "./project.js";

const document = "test/emitted/sdk.json";
let folder: string;
let project: string;

// The folder of the container, as its Dockerfile makes it.
beforeAll(async () => {
  project = await emit({
    document,
    allRoutesAsTools: true,
    emit: ["dockerfile"],
    features: ["telemetry"],
  });
  const [started] = await MADE.dockerfile(project);
  if (!started || !("cwd" in started)) throw new Error("It is no command.");
  expect(started.args).toEqual([
    "--import",
    "./dist/telemetry.mjs",
    "dist/main.js",
  ]);
  folder = started.cwd;
});

/** Calls a tool of the container with these variables. */
async function callWith(env: NodeJS.ProcessEnv) {
  const api = await startUpstream();
  const served = await serve(join(folder, "dist", "main.js"), {
    env: {
      API_BASE_URL: api.baseUrl,
      NODE_OPTIONS: "--import ./dist/telemetry.mjs",
      ...env,
    },
  });
  const body = message("tools/call", { name: "listPets" });
  expect((await ask(served.url, { body })).status).toBe(200);
  return { api, served };
}

test("a project with telemetry compiles", async () => {
  expect(await typeErrors(project)).toEqual([]);
});

test("telemetry of the container goes to an OTLP receiver with one variable", async () => {
  const collector = await startUpstream((_request, response) => {
    response.setHeader("content-type", "application/json").end("{}");
  });
  const { api, served } = await callWith({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.baseUrl.replace(/\/$/, ""),
  });
  await served.stop();
  const bodyOf = (path: string) =>
    collector.received
      .filter(({ url }) => url.endsWith(path))
      .map(({ body }) => body)
      .join("\n");
  for (const { headers } of collector.received)
    expect(JSON.stringify(headers)).toMatch(
      /"content-type":"application\/json"/i,
    );
  const spans = JSON.parse(bodyOf("/v1/traces")) as unknown;
  expect(spans).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            scope: { name: "toolwright" },
            spans: [{ name: "tools/call listPets", kind: 2 }],
          },
        ],
      },
    ],
  });
  const metrics = bodyOf("/v1/metrics");
  expect(metrics).toContain('"mcp.server.operation.duration"');
  expect(metrics).toContain('"http.client.request.duration"');
  const [, traceId = ""] =
    /"traceId":"([0-9a-f]{32})"/.exec(bodyOf("/v1/traces")) ?? [];
  expect(api.received[0]?.headers["traceparent"]).toContain(traceId);
  expect(served.lines.join("\n")).toContain(`"trace_id":"${traceId}"`);
});

/** Status of a request for another host than that of its address. */
const statusOf = (url: string, host: string) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test("telemetry of every address is read under every name", async () => {
  const { served } = await callWith({
    OTEL_METRICS_EXPORTER: "prometheus",
    OTEL_EXPORTER_PROMETHEUS_HOST: "0.0.0.0",
    OTEL_EXPORTER_PROMETHEUS_PORT: "19465",
  });
  const status = await statusOf("http://127.0.0.1:19465/metrics", "pod.test");
  await served.stop();
  expect(status).toBe(200);
});

test("telemetry can be read by Prometheus, on this machine alone", async () => {
  const { served } = await callWith({
    OTEL_METRICS_EXPORTER: "prometheus",
    OTEL_EXPORTER_PROMETHEUS_PORT: "19464",
  });
  const url = "http://127.0.0.1:19464/metrics";
  const text = await (await fetch(url)).text();
  const statuses = [];
  for (const host of [
    "localhost:19464",
    "[::1]",
    "evil.test",
    "127.0.0.1.evil.test:19464",
  ])
    statuses.push(await statusOf(url, host));
  await served.stop();
  expect(statuses).toEqual([200, 200, 403, 403]);
  expect(text).toMatch(
    /^mcp_server_operation_duration_count\{.*mcp_method_name="tools\/call".*\} 1$/m,
  );
});

test.each<[NodeJS.ProcessEnv]>([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  [{ OTEL_METRIC_EXPORT_INTERVAL: "1m", OTEL_METRICS_EXPORTER: "otlp" }],
])("telemetry names the variable that it can't use: %j", async (env) => {
  const { served } = await callWith(env);
  await served.stop();
  const [name = ""] = Object.keys(env);
  expect(served.lines.join("\n")).toContain(`"message":"${name} must be a `);
});

test("telemetry sends and logs nothing without a variable", async () => {
  const { api, served } = await callWith({});
  await served.stop();
  expect(api.received[0]?.headers).not.toHaveProperty("traceparent");
  expect(served.lines.join("\n")).not.toContain("telemetry");
});

test("telemetry is not in a plain server", async () => {
  const plain = await emit({
    document,
    allRoutesAsTools: true,
    emit: ["dockerfile"],
  });
  for (const file of ["Dockerfile", "package.json", "build.mjs"])
    expect(await readFile(join(plain, file), "utf8")).not.toMatch(
      /telemetry|perCaller|retry/,
    );
});
