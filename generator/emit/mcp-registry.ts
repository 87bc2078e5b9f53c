import type { ResolvedConfig } from "../config/resolve-config.js";
import { truncateAt, toSlug } from "../shared/slug.js";
import type { PlannedApi } from "./planned-files.js";

/** Name of a server: by its config, otherwise the titles of its APIs. */
export function serverNameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: ResolvedConfig,
): string {
  return name ?? titleOf(apis);
}

/** Titles of a server's APIs, as one. */
export function titleOf(apis: readonly Pick<PlannedApi, "api">[]): string {
  const titles = apis.map(({ api }) => api.title.trim()).filter(Boolean);
  return titles.join(" and ") || "API";
}

/** Name of the project's package, with the word `mcp` in it. https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
export function toPackageName(name: string): string {
  const slug = toSlug(name) || "api";
  return /mcp$|^mcp-|-mcp-/.test(slug) ? slug : `${slug}-mcp`;
}

/** Server card: facts that clients may know before they connect. https://github.com/modelcontextprotocol/experimental-ext-server-card */
export function toServerCard(
  registryName: string,
  title: string,
  description: string,
  version: string,
) {
  return {
    name: registryName,
    title: truncateForRegistry(title),
    description: truncateForRegistry(description),
    version,
  };
}

/** Name of a package in the MCP registry. The owner of the server replaces `your-name`. */
export function toRegistryName(packageName: string): string {
  return `io.github.your-name/${toPackageName(packageName.replace(/^@.*\//, ""))}`;
}

/** Truncates a text to the 100 characters that the MCP registry accepts. */
function truncateForRegistry(text: string): string {
  return text.length <= 100 ? text : `${truncateAt(text, 99).trimEnd()}…`;
}
