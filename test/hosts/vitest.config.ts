import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/hosts/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
