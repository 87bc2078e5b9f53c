import type { Settings } from "../config/settle.js";
import type { PlannedApi } from "./planned.js";

/** What a server is called: where its config does not say, the titles of its APIs. */
export function nameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: Settings,
): string {
  const titles = apis.map(({ api }) => api.title.trim()).filter(Boolean);
  return name ?? (titles.join(" and ") || "API");
}
