import { createServer } from "node:http";
import { context, diag, metrics, propagation, trace } from "@opentelemetry/api";
import { DiagLogLevel } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
} from "@opentelemetry/resources";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/*
 * Sets up OpenTelemetry before the server starts: node --import ./dist/telemetry.mjs dist/main.js
 * It starts nothing unless one of its usual variables asks for it, such as OTEL_EXPORTER_OTLP_ENDPOINT or
 * OTEL_METRICS_EXPORTER=prometheus. https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */

const { env } = process;

/** Exporter of a signal by the usual variables: `otlp`, `prometheus` or `none`. */
function chooseExporter(signal: "METRICS" | "TRACES"): string {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return "none";
  const choice = env[`OTEL_${signal}_EXPORTER`];
  if (choice) return choice;
  const endpoint =
    env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ??
    env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  return endpoint ? "otlp" : "none";
}

/** Writes a line as the server's log does. */
function writeLine(level: "error" | "warn", message: string): void {
  const time = new Date().toISOString();
  const line = { time, level, event: "telemetry", message };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** Reads a number from a variable. Another text is logged, and the default applies. */
function readNumber(name: string, defaultValue: number): number {
  const text = env[name]?.trim() || String(defaultValue);
  if (/^\d{1,9}$/.test(text)) return Number(text);
  writeLine("warn", `${name} must be a number. Until then, ${defaultValue}.`);
  return defaultValue;
}

/** Logs the variables whose address of the collector is not a URL. The SDK reads them, and does not name them. */
function checkEndpoints(): void {
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    const name = `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`;
    const url = env[name]?.trim();
    if (url && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
      writeLine(
        "warn",
        `${name} must be a URL, such as http://localhost:4318.`,
      );
  }
}

function startTraces(): void {
  context.setGlobalContextManager(
    new AsyncLocalStorageContextManager().enable(),
  );
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ resource, spanProcessors }),
  );
}

/** Hosts of this machine, with or without a port. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)(?::\d+)?$/i;

/**
 * Serves metrics at `/metrics`. On a loopback address, requests for other hosts are refused: a web page could make a
 * browser send them, under a name that leads to this machine.
 */
function servePrometheus(host: string, port: number): PrometheusExporter {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const server = createServer((request, response) => {
    const requestedHost = request.headers.host ?? "";
    if (LOOPBACK.test(host) && !LOOPBACK.test(requestedHost))
      response.writeHead(403).end();
    else if (request.url?.split("?", 1)[0] === "/metrics")
      exporter.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  server.on("error", (error) =>
    writeLine("error", `Metrics can't be served: ${error.message}.`),
  );
  server.listen(port, host).unref();
  return exporter;
}

function startMetrics(exporterName: string): void {
  const reader =
    exporterName === "prometheus"
      ? servePrometheus(
          env["OTEL_EXPORTER_PROMETHEUS_HOST"] || "127.0.0.1",
          readNumber("OTEL_EXPORTER_PROMETHEUS_PORT", 9464),
        )
      : new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter(),
          exportIntervalMillis: readNumber(
            "OTEL_METRIC_EXPORT_INTERVAL",
            60_000,
          ),
        });
  metrics.setGlobalMeterProvider(
    new MeterProvider({ resource, readers: [reader] }),
  );
}

const ignore = () => undefined;
diag.setLogger(
  {
    verbose: ignore,
    debug: ignore,
    info: ignore,
    warn: (message) => writeLine("warn", message),
    error: (message) => writeLine("error", message),
  },
  DiagLogLevel.WARN,
);
const resource = defaultResource().merge(
  detectResources({ detectors: [envDetector] }),
);
const protocol = env["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "http/json";
const exporters = {
  traces: chooseExporter("TRACES"),
  metrics: chooseExporter("METRICS"),
};
if (protocol !== "http/json" && Object.values(exporters).includes("otlp"))
  writeLine(
    "warn",
    `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}. This file sends http/json, to the same ports as http/protobuf.`,
  );
if (Object.values(exporters).includes("otlp")) checkEndpoints();
if (exporters.traces === "otlp") startTraces();
if (/^(otlp|prometheus)$/.test(exporters.metrics))
  startMetrics(exporters.metrics);
for (const [signal, name] of Object.entries(exporters))
  if (
    !/^(none|otlp|prometheus)$/.test(name) ||
    (name === "prometheus" && signal === "traces")
  )
    writeLine("warn", `There is no exporter "${name}" of ${signal} here.`);
