import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";

export const audit: FeatureDefinition = {
  name: "audit",
  about: "a trail of who called what: two lines for each call",
  imports: { "features/observe/audit/audit": "audit" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.audit !== null,
  server: {
    features: {
      stage: "record",
      code({ settings }) {
        const { arguments: pointers = [], required } = settings.audit ?? {};
        const options = [
          ...(pointers.length > 0 ? [`arguments: ${literal(pointers)}`] : []),
          ...(required === true ? ["required: true"] : []),
        ];
        return options.length === 0
          ? "audit()"
          : `audit({ ${options.join(", ")} })`;
      },
    },
  },
};
