import { defineConfig } from "vitest/config";

/**
 * Types without each of some features, and all other tests without two: `npm run test:removal`, with
 * `TOOLWRIGHT_REMOVED=all` all other tests without each.
 */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/removal/*.test.ts"],
    fileParallelism: false,
    testTimeout: 3_600_000,
  },
});
