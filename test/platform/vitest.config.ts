import { defineConfig } from "vitest/config";

/** Minutes of rolling restarts under load: `npm run test:platform`, with `RESTARTS=1` for fewer. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/platform/*.test.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
});
