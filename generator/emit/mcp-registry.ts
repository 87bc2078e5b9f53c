import type { ResolvedConfig } from "../config/resolve-config.js";
import { truncateAt, toSlug } from "../shared/slug.js";
import type { PlannedApi } from "./planned-files.js";

/** Name of a server: by its config, else the titles of its APIs. */
export function serverNameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: ResolvedConfig,
): string {
  const titles = apis.map(({ api }) => api.title.trim()).filter(Boolean);
  return name ?? (titles.join(" and ") || "API");
}

/** Name of the project's package, ending in `mcp`. https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
export function toPackageName(name: string): string {
  const slug = toSlug(name) || "api";
  return slug.endsWith("mcp") ? slug : `${slug}-mcp`;
}

/** Server card: facts that clients may know before they connect. https://github.com/modelcontextprotocol/experimental-ext-server-card */
export function toServerCard(
  name: string,
  description: string,
  version: string,
) {
  return {
    // The owner of the server replaces `your-name`.
    name: `io.github.your-name/${toPackageName(name)}`,
    title: truncateForRegistry(name),
    description: truncateForRegistry(description),
    version,
  };
}

/** Truncates a text to the 100 characters that the MCP registry accepts. */
function truncateForRegistry(text: string): string {
  return text.length <= 100 ? text : `${truncateAt(text, 99).trimEnd()}…`;
}
