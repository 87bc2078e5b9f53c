import type { FeatureDefinition } from "./feature.js";

export const secretFiles: FeatureDefinition = {
  name: "secret-files",
  about: "secrets from files, which may change while the server runs",
  imports: { "features/credentials/secret-files": "secretFiles" },
  reason: "choice",
  // Orchestrators mount secrets as files.
  isNeeded: ({ settings: { emit } }) =>
    emit.includes("compose") || emit.includes("kubernetes"),
  server: { features: {} },
};
