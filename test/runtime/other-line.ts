import type { Plugin } from "vitest/config";

/** Gives tests the newer line of the MCP SDK where they import the older one. */
export const otherLine: Plugin = {
  name: "the other line",
  enforce: "pre",
  resolveId(source, importer) {
    if (!source.includes("/sdk/v1/")) return null;
    const other = source.replace("/sdk/v1/", "/sdk/v2/");
    return this.resolve(other.replace(/\.js$/, ".ts"), importer);
  },
};
