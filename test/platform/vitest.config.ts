import { defineConfig } from "vitest/config";

/** Servers with what stands beside them in production: `npm run test:platform`. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/platform/*.test.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
