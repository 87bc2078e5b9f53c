import { defineConfig } from "vitest/config";

const SERVERS = "test/corpus/servers.test.ts";

/** Halves of the documents side by side, since their servers take longer than all else together. */
const halves = ["0", "1"].map((half) => ({
  extends: true as const,
  test: {
    name: `half ${half}`,
    include: [SERVERS],
    env: { TOOLWRIGHT_HALF: half },
  },
}));

/**
 * The sweep over real documents takes minutes, so it is its own run: `npm run test:corpus`. Every document is read,
 * generated, type-checked and listed; the dearer checks look at a third each and, of a large document, at a sample of
 * its components. `test:corpus:all` looks at all.
 */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    maxWorkers: "100%",
    testTimeout: 180_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // While one document's server starts, the next document is generated.
    maxConcurrency: 3,
    projects: [
      ...halves,
      {
        extends: true,
        test: {
          name: "the others",
          include: ["test/{corpus,workflows}/*.test.ts"],
          exclude: [SERVERS],
          env: { TOOLWRIGHT_PROOFS: "real" },
        },
      },
    ],
  },
});
