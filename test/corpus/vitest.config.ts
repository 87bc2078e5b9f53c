import { defineConfig } from "vitest/config";

/**
 * The sweep over real documents takes minutes, so it is a run of its own: `npm run test:corpus`. Every document is
 * read, generated, type-checked and started; the dearer checks look at a third each, and at all by `test:corpus:all`.
 */
export default defineConfig({
  test: {
    include: ["test/corpus/*.test.ts"],
    maxWorkers: "100%",
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // While one document's server starts, the next document is generated.
    maxConcurrency: 3,
  },
});
