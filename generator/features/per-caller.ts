import type { FeatureDefinition } from "./feature.js";

export const perCaller: FeatureDefinition = {
  name: "per-caller",
  about: "each HTTP caller's own credentials and headers",
  imports: { "features/credentials/per-caller": "perCaller" },
  owner: "client",
  client: {
    forCaller: {
      example: 'perCaller({ passHeaders: ["x-tenant"] })',
      code: () => "perCaller()",
    },
  },
};
