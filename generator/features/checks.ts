import type { FeatureDefinition } from "./feature.js";

export const checks: FeatureDefinition = {
  name: "checks",
  about:
    "checks of bounds, patterns and alternatives in arguments, to any depth",
  imports: { "features/checks/checks": "checks" },
  owner: "api",
  server: { source: { example: "check: checks" } },
};
