import type { Operation } from "../model.js";

/**
 * What a team calls an operation: its operationId up to two underscores, or the function of which FastAPI has made
 * one, with path and method behind it (`read_item_items__item_id__get`), where that says what it does.
 */
export function ownId({ method, operationId, path }: Operation): string {
  const id = operationId ?? "";
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  const own = id.endsWith(route) ? id.slice(0, -route.length) : "";
  const isTelling = /._./.test(own) || path.slice(1).split("/").includes(own);
  return own !== "" && isTelling ? own : (id.split("__")[0] ?? "");
}
