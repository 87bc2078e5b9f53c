import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";

export const search: FeatureDefinition = {
  name: "search",
  about: "four tools that find, describe and call all other tools",
  imports: { "features/listing/search/search": "search" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.tools === "search",
  replacesList: true,
  server: {
    features: {
      stage: "guard",
      example: "search({ alwaysListed: [] })",
      code: ({ settings }) =>
        `search({ alwaysListed: ${literal(settings.alwaysListed)} })`,
    },
  },
  environment: {
    MCP_TOOLS: {
      meaning: "all: list every tool instead of the search tools",
    },
  },
  main: {
    flags: [
      {
        name: "tools",
        value: "<which>",
        about: "search (default), or all to list every tool",
      },
    ],
  },
  onlyGenerated: "the flag --tools in src/main.ts",
};

export const skillSearch: FeatureDefinition = {
  name: "skill-search",
  about: "sections of skills in search results",
  imports: { "features/listing/search/skills": "skillSearch" },
  reason: "choice",
  isNeeded: ({ settings: { emit, tools } }) =>
    tools === "search" && emit.includes("skills"),
  server: {
    features: { stage: "guard", example: "skillSearch(import.meta.url)" },
  },
};
