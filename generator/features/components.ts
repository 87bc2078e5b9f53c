import type { FeatureContext, FeatureDefinition } from "./feature.js";

export const custom: FeatureDefinition = {
  name: "custom",
  about: "your own tools, resources and prompts",
  imports: {
    "features/components/custom/define":
      "definePrompt, defineResource, defineTool",
  },
  // Workflows are defined like hand-written tools.
  isNeeded: ({ hasWorkflows }) => hasWorkflows,
  use: {
    file: "custom/index",
    code: "export const custom = [defineTool({ … })]",
  },
  servedBy: {
    features: ["prompts", "resources", "context"],
    code: "features: [context(), prompts(), resources()]",
  },
};

export const context: FeatureDefinition = {
  name: "context",
  about: "questions to the user, the log and the caller's name, for handlers",
  imports: { "features/components/custom/context": "context" },
  reason: "choice",
  isNeeded: hasOwnComponents,
  server: { features: { stage: "call" } },
};

export const prompts: FeatureDefinition = {
  name: "prompts",
  about: "prompts",
  imports: { "features/components/prompts/prompts": "prompts" },
  reason: "choice",
  isNeeded: hasOwnComponents,
  server: { features: { stage: "methods" } },
};

export const resources: FeatureDefinition = {
  name: "resources",
  about: "resources and resource templates",
  imports: { "features/components/resources": "resources" },
  reason: "spec",
  isNeeded: (context) =>
    hasOwnComponents(context) ||
    context.components.some(({ kind }) => kind !== "tool"),
  server: { features: { stage: "methods" } },
};

export const completions: FeatureDefinition = {
  name: "completions",
  about: "completion of the variables of resource templates",
  imports: { "features/components/completions": "completions" },
  server: { features: { stage: "methods" } },
};

function hasOwnComponents({ settings }: FeatureContext): boolean {
  return settings.features.includes(custom.name);
}
