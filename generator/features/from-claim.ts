import type { FeatureDefinition } from "./feature.js";

export const fromClaim: FeatureDefinition = {
  name: "from-claim",
  about: "each caller's own credential, from a claim of its access token (JWT)",
  imports: {
    "features/credentials/from-claim": "fromClaim",
    "features/credentials/per-caller": "perCaller",
  },
  use: {
    file: "client",
    code: 'forCaller: perCaller(), credentials: credentials({ NAME: fromClaim("backend_api_key", (variable) => bearer({ variable })) })',
  },
};
