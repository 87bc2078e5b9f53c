import type { FeatureContext, FeatureDefinition } from "./feature.js";

export const testing: FeatureDefinition = {
  name: "testing",
  about: "a test for each tool",
  imports: { "features/testing/testing": "testTools" },
  reason: "choice",
  isNeeded: isTested,
  use: { file: "../test/index", code: "testTools(server, cases)" },
};

export const verify: FeatureDefinition = {
  name: "verify",
  about: "tests against the real API",
  imports: { "features/testing/verify": "verifyAll" },
  reason: "choice",
  isNeeded: isTested,
  use: {
    file: "../test/verify",
    code: "verifyAll(server, cases, { env, files, named })",
  },
};

export const workflowTests: FeatureDefinition = {
  name: "workflow-tests",
  about: "a test for each workflow",
  imports: { "features/testing/workflow-tests": "testWorkflows" },
  isNeeded: (context) =>
    context.hasWorkflows &&
    (isTested(context) || context.settings.features.includes(testing.name)),
  use: {
    file: "../test/index",
    code: "testWorkflows(server, cases, files)",
  },
};

function isTested({ settings }: FeatureContext): boolean {
  return settings.emit.includes("tests");
}
