import type { Settings } from "../config/resolve-config.js";
import { cutAt, slug } from "../shared/slug.js";
import type { PlannedApi } from "./planned-files.js";

/** What a server is called: where its config does not say, the titles of its APIs. */
export function nameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: Settings,
): string {
  const titles = apis.map(({ api }) => api.title.trim()).filter(Boolean);
  return name ?? (titles.join(" and ") || "API");
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
export function packageName(name: string): string {
  const base = slug(name) || "api";
  return base.endsWith("mcp") ? base : `${base}-mcp`;
}

/** What clients may know before they connect. https://github.com/modelcontextprotocol/experimental-ext-server-card */
export function cardOf(name: string, description: string, version: string) {
  return {
    // Its owner has to put the own name in.
    name: `io.github.your-name/${packageName(name)}`,
    title: cut(name),
    description: cut(description),
    version,
  };
}

/** The registry takes 100 characters. */
function cut(text: string): string {
  return text.length <= 100 ? text : `${cutAt(text, 99).trimEnd()}…`;
}
