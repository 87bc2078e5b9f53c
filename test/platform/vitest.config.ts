import { defineConfig } from "vitest/config";

/** Rolling restarts under load, and a real Redis: `npm run test:platform`, with `RESTARTS=1` for fewer. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/platform/*.test.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
