import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";

export const variables: FeatureDefinition = {
  name: "variables",
  about:
    "values from environment variables for arguments that callers don't see",
  imports: { "features/transport/variables": "variables" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ requestValues }) => requestValues().hasVariables,
  client: {
    hiddenArguments: {
      example: 'variables({ organization: "API_ORGANIZATION" })',
      code: ({ variables: names }) => `variables(${literal(names)})`,
    },
  },
};
