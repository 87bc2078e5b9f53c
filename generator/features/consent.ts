import { isPersonConfirm } from "../config/config.js";
import type { FeatureContext, FeatureDefinition } from "./feature.js";
import { stateKey } from "./state-key.js";

export const confirm: FeatureDefinition = {
  name: "confirm",
  about: "an argument that must be repeated before a call that can't be undone",
  imports: { "features/consent/confirm": "confirm" },
  reason: "choice",
  isNeeded: ({ components }) =>
    components.some(({ override }) => override.confirm !== undefined),
  impliedBy: ["person"],
  server: { features: { stage: "call" } },
};

export const person: FeatureDefinition = {
  name: "person",
  about:
    "a question to the user before a call that can't be undone, or a repeated argument",
  imports: { "features/consent/elicit": "elicitConsent" },
  reason: "choice",
  isNeeded: asksUser,
  server: { features: { stage: "call" } },
};

export const inputRequired: FeatureDefinition = {
  name: "input-required",
  about: "questions to clients of 2026-07-28, after which a call restarts",
  imports: { "features/consent/input-required": "inputRequired" },
  reason: "choice",
  isNeeded: (context) =>
    context.settings.sdk === "v2" &&
    (asksUser(context) ||
      ["context", "custom", "person"].some((name) =>
        context.settings.features.includes(name),
      )),
  environment: {
    MCP_STATE_KEY: stateKey("signs the questions to a user", {
      isSecret: true,
    }),
  },
  server: { features: { stage: "connection" } },
};

/** True if a tool asks the user for confirmation. */
function asksUser({ components }: FeatureContext): boolean {
  return components.some(({ override }) => isPersonConfirm(override.confirm));
}
