import { defineConfig, type ViteUserConfig } from "vitest/config";
import { otherLine } from "../runtime/other-line.js";

const suite: ViteUserConfig["test"] = {
  include: ["test/wire/*.test.ts"],
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/**
 * Requests judged by servers and validators that are not ours, on both lines of the MCP SDK: `npm run test:wire`, with
 * `--project v1` for one of them. FastAPI needs Python 3 with venv; Prism needs `npm install --prefix test/wire`. What
 * is not there is left out, with a note.
 */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    projects: [
      { test: { ...suite, name: "v1" } },
      { plugins: [otherLine], test: { ...suite, name: "v2" } },
    ],
  },
});
