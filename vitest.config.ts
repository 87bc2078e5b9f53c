import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // What takes minutes, or needs more than the repository, has a command of its own.
    exclude: [
      "**/node_modules/**",
      "test/{conformance,corpus,hosts,load,replay,wire}/**",
    ],
    // By default one core is left idle, which on two is half of them.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
