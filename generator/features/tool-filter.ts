import type { FeatureDefinition } from "./feature.js";

export const toolFilter: FeatureDefinition = {
  name: "tool-filter",
  about:
    "selection of operations at start: --toolsets, --only, --exclude, --read-only",
  imports: { "features/listing/tool-filter": "toolFilter" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.tools === "search",
  server: { features: { stage: "guard" } },
  onlyGenerated:
    "the flags --toolsets, --only, --exclude and --read-only in src/main.ts",
};
