import { defineConfig } from "vitest/config";

/** Replays the history of real documents, which takes minutes: `npm run test:replay`. */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/replay/*.test.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
