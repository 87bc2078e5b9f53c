import type { FeatureDefinition } from "./feature.js";

export const retry: FeatureDefinition = {
  name: "retry",
  about: "repetition of requests after a 429 or 503",
  imports: { "features/transport/retry": "retry" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ settings }) => settings.retries !== null,
  needsValues: true,
  client: {
    middleware: {
      example: "retry(2)",
      code: ({ settings }) => `retry(${settings.retries})`,
    },
  },
};
