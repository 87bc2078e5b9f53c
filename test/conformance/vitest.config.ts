import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/conformance/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
