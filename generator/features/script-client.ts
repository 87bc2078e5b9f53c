import type { FeatureDefinition } from "./feature.js";

export const scriptClient: FeatureDefinition = {
  name: "script-client",
  about: "tools as typed functions for scripts",
  imports: { "features/components/script-client": "createScriptClient" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("client"),
  use: {
    file: "script-client",
    code: "createScriptClient(server, tools, { env: process.env })",
  },
  onlyGenerated:
    "the command `call` in src/main.ts. `--emit client` writes src/script-client.ts",
};
