import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";
import { stateKey } from "./state-key.js";

export const audit: FeatureDefinition = {
  name: "audit",
  about: "a trail of who called what: two lines for each call",
  imports: { "features/observe/audit/audit": "audit" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.audit !== null,
  environment: {
    MCP_AUDIT: {
      meaning:
        "Destination of the trail of calls: stderr (default), or a file that only this process writes",
    },
    MCP_STATE_KEY: stateKey("makes the digests in the trail of calls"),
  },
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
