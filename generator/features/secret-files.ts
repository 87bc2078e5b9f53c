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
  project: {
    environmentComment:
      "A secret may be in a file, which is read again when it changes. API_KEY_FILE is the path of the file with API_KEY.",
  },
};
