import type { Operation } from "../model.js";

/**
 * The function of which FastAPI has made an operationId, with path and method behind it: `read_item` of
 * `read_item_items__item_id__get`; empty: it hasn't.
 */
export function functionOf({ method, operationId, path }: Operation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return operationId?.endsWith(route) === true
    ? operationId.slice(0, -route.length)
    : "";
}

/** What a team calls an operation: its function, or its operationId up to two underscores. */
export function ownId(operation: Operation): string {
  const [id = ""] = operation.operationId?.split("__") ?? [];
  return functionOf(operation) || id;
}
