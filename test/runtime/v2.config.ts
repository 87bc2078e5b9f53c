import { defineConfig } from "vitest/config";
import { otherLine } from "./other-line.js";

/** The tests of the runtime once more, on the newer line of the MCP SDK. */
export default defineConfig({
  plugins: [otherLine],
  test: {
    globalSetup: "test/alone.ts",
    include: [
      "test/runtime/**/*.test.ts",
      "test/app/mount.test.ts",
      "test/wire/abort.test.ts",
    ],
    // Starts processes with either line.
    exclude: ["test/runtime/features/http/stdio.test.ts"],
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
