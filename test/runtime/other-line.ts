import type { Plugin } from "vitest/config";

/** The files that speak of the MCP SDK, of its first line and of its second one. */
const SECOND: Readonly<Record<string, string>> = {
  "/runtime/sdk.ts": "/runtime/sdk/v2/sdk.ts",
  "/runtime/sdk/session.ts": "/runtime/sdk/v2/session.ts",
};

/** The path of the same file for the newer line of the MCP SDK; undefined: it is the same for both. */
export function otherLineOf(path: string): string | undefined {
  const first = Object.keys(SECOND).find((end) => path.endsWith(end));
  return first && path.slice(0, -first.length) + SECOND[first];
}

/** Gives tests the newer line of the MCP SDK instead of the older one that they import. */
export const otherLine: Plugin = {
  name: "the other line",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!/\/(sdk|session)\.js$/.test(source)) return null;
    const path = source.replace(/\.js$/, ".ts");
    const found = await this.resolve(path, importer, { skipSelf: true });
    const other = found && otherLineOf(found.id);
    return other === undefined ? found : (other ?? null);
  },
};
