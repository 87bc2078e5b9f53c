import type { FeatureDefinition } from "./feature.js";

export const telemetry: FeatureDefinition = {
  name: "telemetry",
  about: "OpenTelemetry traces and metrics",
  imports: { "features/observe/telemetry": "telemetry" },
  files: ["features/observe/telemetry-setup"],
  packages: {
    "@opentelemetry/api": "^1.9.0",
    // Newer lines need Node 22.
    "@opentelemetry/context-async-hooks": "~2.12.0",
    "@opentelemetry/core": "~2.12.0",
    "@opentelemetry/exporter-metrics-otlp-http": "~0.223.0",
    "@opentelemetry/exporter-prometheus": "~0.223.0",
    "@opentelemetry/exporter-trace-otlp-http": "~0.223.0",
    "@opentelemetry/resources": "~2.12.0",
    "@opentelemetry/sdk-metrics": "~2.12.0",
    "@opentelemetry/sdk-trace-base": "~2.12.0",
  },
  server: {
    features: { stage: "connection" },
    http: {
      example: "countRefusals()",
      imports: { "features/observe/metrics": "countRefusals" },
    },
  },
  client: {
    imports: { "features/observe/telemetry": "observeRequests" },
    middleware: { example: "observeRequests()" },
  },
  project: {
    preload: {
      name: "telemetry",
      module: "src/runtime/features/observe/telemetry-setup.ts",
      about: "Sets up OpenTelemetry",
    },
  },
  readme: {
    operation:
      "Traces and metrics: `OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 node --import ./dist/telemetry.mjs dist/main.js` sends them to a collector (`http/json`). `OTEL_METRICS_EXPORTER=prometheus` serves metrics at `http://127.0.0.1:9464/metrics`. Each call is a span, log lines have its `trace_id` and `span_id`, and requests to the API have a `traceparent`.",
  },
  deployment: {
    destination: { name: "a collector", port: 4318 },
    imageVariables: (
      packageName,
    ) => `# To get traces and metrics, set OTEL_EXPORTER_OTLP_ENDPOINT, or OTEL_METRICS_EXPORTER=prometheus.
ENV OTEL_SERVICE_NAME=${packageName}`,
    kubernetesVariables: `# Traces and metrics go to this collector. Default: none are made.
# - name: OTEL_EXPORTER_OTLP_ENDPOINT
#   value: http://collector.observability:4318`,
  },
};
