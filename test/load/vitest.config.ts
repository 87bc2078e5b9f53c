import { defineConfig } from "vitest/config";

/** Minutes of calls and of nonsense: `npm run test:load`, with `CALLS=100000` for longer. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/load/*.test.ts"],
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
