import type { FeatureDefinition } from "./feature.js";

export const cookies: FeatureDefinition = {
  name: "cookies",
  about: "a cookie jar for the API",
  imports: { "features/credentials/cookies": "cookies" },
  owner: "client",
  packages: { "tough-cookie": "^6.1.0" },
  client: { middleware: {} },
  deployment: {
    singleReason: (has) =>
      has("redis")
        ? null
        : "cookies of the API are kept in the memory of one process",
  },
};
