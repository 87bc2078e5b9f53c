import type { FeatureDefinition } from "./feature.js";

export const telemetry: FeatureDefinition = {
  name: "telemetry",
  about: "OpenTelemetry traces and metrics",
  imports: { "features/observe/telemetry": "telemetry" },
  files: ["features/observe/telemetry-setup"],
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
};
