import type { FeatureDefinition } from "./feature.js";

export const concurrency: FeatureDefinition = {
  name: "concurrency",
  about: "a limit on concurrent calls to the API",
  imports: { "features/transport/concurrency": "concurrency" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ settings }) => settings.maxConcurrency !== null,
  needsValues: true,
  client: {
    middleware: {
      example: "concurrency(8)",
      code: ({ settings }) => `concurrency(${settings.maxConcurrency})`,
    },
  },
};
