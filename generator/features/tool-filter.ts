import type { FeatureDefinition } from "./feature.js";

export const toolFilter: FeatureDefinition = {
  name: "tool-filter",
  about:
    "selection of operations at start: --toolsets, --only, --exclude, --read-only",
  imports: { "features/listing/tool-filter": "toolFilter" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.tools === "search",
  server: { features: { stage: "guard" } },
  environment: {
    MCP_TOOLSETS: {
      meaning:
        "Comma-separated tags. Only their operations are offered. Default: all",
    },
    MCP_ONLY: {
      meaning:
        "Comma-separated names of operations to offer, in addition to those of MCP_TOOLSETS",
    },
    MCP_EXCLUDE: {
      meaning: "Comma-separated names of operations that are not offered",
    },
    MCP_READ_ONLY: { meaning: "true: offer only operations that read" },
  },
  main: {
    flags: [
      {
        name: "toolsets",
        value: "<tags>",
        about: "only operations with these tags (comma-separated)",
      },
      {
        name: "only",
        value: "<names>",
        about: "only these operations, in addition to --toolsets",
      },
      {
        name: "exclude",
        value: "<names>",
        about: "leave out these operations",
      },
      {
        name: "read-only",
        about: "leave out operations that do more than read",
      },
    ],
    option: "flags: options",
  },
  onlyGenerated:
    "the flags --toolsets, --only, --exclude and --read-only in src/main.ts",
};
