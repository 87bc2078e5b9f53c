import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ask, message } from "../runtime/ask.js";
import { startUpstream } from "../runtime/upstream.js";
import { bundle, emit, serve } from "./project.js";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: { operationId: "listPets", responses: { 200: { description: "" } } },
    },
  },
});

/** What people write to have traces, shortened: one line for each span. */
const setup = `
import { propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const exporter = {
  export(spans, done) {
    for (const { name } of spans) console.error("span", name);
    done({ code: 0 });
  },
  async shutdown() {},
};
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
`;

let project: string;
let file: string;

beforeAll(async () => {
  project = await emit({ allRoutesAsTools: true }, document);
  file = await bundle(project);
});

/** Starts the bundle and calls its tool; gives the lines that tell of spans, and the header that the API saw. */
async function callOnce(options: string) {
  const api = await startUpstream();
  const env = { API_BASE_URL: api.baseUrl, NODE_OPTIONS: options };
  const served = await serve(file, { env });
  const body = message("tools/call", { name: "listPets" });
  const reply = await ask(served.url, { body });
  await served.stop();
  expect(reply.status).toBe(200);
  return {
    spans: served.lines.filter((line) => line.startsWith("span")),
    traceparent: api.received[0]?.headers["traceparent"],
  };
}

test("a bundle finds the package of its project", async () => {
  await writeFile(join(project, "traces.mjs"), setup);
  const { spans, traceparent } = await callOnce("--import ./traces.mjs");
  expect(spans).toEqual(["span tools/call listPets"]);
  expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
});

test("without the package nothing is missing", async () => {
  await rm(join(project, "node_modules")); // the link alone
  expect(await callOnce("")).toEqual({ spans: [], traceparent: undefined });
});
