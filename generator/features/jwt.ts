import type { FeatureDefinition } from "./feature.js";

export const jwt: FeatureDefinition = {
  name: "jwt",
  about: "authentication of callers with access tokens (JWT)",
  imports: { "features/http/auth/jwt": "jwt" },
  companions: ["scopes"],
  reason: "choice",
  isNeeded: ({ settings }) => settings.auth === "jwt",
  server: { auth: {} },
};

export const scopes: FeatureDefinition = {
  name: "scopes",
  about: "tools only for callers whose token has the tool's scopes",
  imports: { "features/http/auth/scopes": "scopes" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.auth === "jwt",
  server: { features: { stage: "guard" } },
};
