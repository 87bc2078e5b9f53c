import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";

export const limits: FeatureDefinition = {
  name: "limits",
  about: "a limit on the calls of each caller in a period",
  imports: { "features/state/limits": "limits" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.limits !== null,
  server: {
    features: {
      stage: "guard",
      example: 'limits({ perCaller: "60/min" })',
      code: ({ settings }) =>
        `limits({ perCaller: ${literal(settings.limits?.perCaller ?? "60/min")} })`,
    },
  },
};
