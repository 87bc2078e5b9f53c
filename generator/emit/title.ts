import type { Settings } from "../config/settle.js";
import type { PlannedApi } from "./planned.js";

/** What a server is called where its config does not say: the titles of its APIs. */
export function titleOf(apis: readonly Pick<PlannedApi, "api">[]): string {
  return apis
    .map(({ api }) => api.title.trim())
    .filter(Boolean)
    .join(" and ");
}

/** What a server is called. */
export function nameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: Settings,
): string {
  return name ?? (titleOf(apis) || "API");
}
