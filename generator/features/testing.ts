import { mockResponsesPathOf } from "../config/source-name.js";
import type { FeatureContext, FeatureDefinition } from "./feature.js";

export const testing: FeatureDefinition = {
  name: "testing",
  about: "a test for each tool",
  imports: { "features/testing/testing": "testTools" },
  reason: "choice",
  isNeeded: isTested,
  environment: {
    API_MOCK: {
      meaning: "1: responses come from the API's document, and nothing is sent",
    },
    API_MOCK_STATUS: {
      meaning:
        "With API_MOCK: status of the responses, such as 404, for operations that declare it",
    },
  },
  project: {
    scripts: {
      test: `${toBundleCommand("test/index.ts", "dist/test.js")} && node --enable-source-maps --test dist/test.js`,
      verify: `${toBundleCommand("test/verify.ts", "dist/verify.js")} && node --enable-source-maps dist/verify.js`,
    },
    checkedFolder: "test",
    unformattedPath: "/test/contract*",
    generatedPath: mockResponsesPathOf,
    steps: ["npm test"],
  },
  readme: {
    command:
      "npm test                                                   # test each tool with mock responses",
    tests: (addresses) => `## Tests

- \`npm test\` calls every tool like a client does, and compares the request with the tool's case in \`test/\`. Nothing is sent. If you change a handler on purpose, update its case.
- \`API_MOCK=1 node dist/main.js\` returns mock responses, without the API or a credential. \`API_MOCK_STATUS=404\` selects other responses. \`API_DRY_RUN=1\` shows requests instead of sending them.
- \`${addresses.map((address) => `${address}=https://… `).join("")}npm run verify\` calls every tool that only reads with the real API. It prints status, time, and differences between responses and schemas.
- \`npm run check -- --contract\` fails if an edit changed what a model sees and \`test/contract\` is not updated. \`--update\` updates it.
- \`npm run check -- --server\` compares what the built server lists with \`test/contract\`; pass an address to compare a deployed one.
`,
    reader: "npm run verify",
  },
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

/** Shell command that bundles a module for Node, without its packages. */
function toBundleCommand(module: string, outfile: string): string {
  return `esbuild ${module} --bundle --packages=external --platform=node --target=node20 --format=esm --sourcemap --log-level=warning --outfile=${outfile}`;
}

function isTested({ settings }: FeatureContext): boolean {
  return settings.emit.includes("tests");
}
