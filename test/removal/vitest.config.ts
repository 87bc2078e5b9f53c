import { defineConfig } from "vitest/config";

/** Types without each of some features: `npm run test:removal`. With `TOOLWRIGHT_REMOVED=limits,redis`, all other tests without these. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/removal/*.test.ts"],
    fileParallelism: false,
    testTimeout: 3_600_000,
  },
});
