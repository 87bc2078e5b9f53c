import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
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

/** Setup that users write for traces, shortened: one line for each span. */
const setup = `
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const exporter = {
  export(spans, done) {
    for (const { name } of spans) console.error("span", name);
    done({ code: 0 });
  },
  async shutdown() {},
};
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
`;

/** A bundle whose project sets its own traces up, and has these features. */
async function bundleWith(features: readonly string[]): Promise<string> {
  const project = await emit({ allRoutesAsTools: true, features }, document);
  await writeFile(join(project, "traces.mjs"), setup);
  return bundle(project);
}

/** Starts the bundle and calls its tool; gives the lines that tell of spans, and the header that the API saw. */
async function callOnce(file: string) {
  const api = await startUpstream();
  const options = "--import ./traces.mjs";
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

test("traces of a bundle reach the SDK of its project", async () => {
  const file = await bundleWith(["telemetry"]);
  const { spans, traceparent } = await callOnce(file);
  expect(spans).toEqual(["span tools/call listPets"]);
  expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
});

test("traces are not in a bundle without the feature", async () => {
  const file = await bundleWith([]);
  const nothing = { spans: [], traceparent: undefined };
  expect(await callOnce(file)).toEqual(nothing);
  expect(await readFile(file, "utf8")).not.toContain("opentelemetry");
});
