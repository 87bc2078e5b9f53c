import type { FeatureDefinition } from "./feature.js";

export const cookies: FeatureDefinition = {
  name: "cookies",
  about: "a cookie jar for the API",
  imports: { "features/credentials/cookies": "cookies" },
  owner: "client",
  client: { middleware: {} },
};
