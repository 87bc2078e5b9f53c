import { defineConfig } from "vitest/config";

/** The tests of the runtime once more, on the newer line of the MCP SDK. */
export default defineConfig({
  plugins: [
    {
      name: "the other line",
      enforce: "pre",
      resolveId(source, importer) {
        if (!source.includes("/sdk/v1/")) return null;
        const other = source.replace("/sdk/v1/", "/sdk/v2/");
        return this.resolve(other.replace(/\.js$/, ".ts"), importer);
      },
    },
  ],
  test: {
    include: [
      "test/runtime/**/*.test.ts",
      "test/app/mount.test.ts",
      "test/wire/abort.test.ts",
    ],
    // Starts processes with either line.
    exclude: ["test/runtime/features/stdio.test.ts"],
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
