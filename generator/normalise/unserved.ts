import { isObject, members } from "../json.js";
import type { Context } from "./context.js";

/** Tells what a document holds that no MCP server can offer: requests that the API sends are none that a tool could make. */
export function tellUnserved({ document, note }: Context): void {
  const webhooks = members(document["webhooks"]).length;
  const callbacks = members(document["paths"])
    .flatMap(([, item]) => members(item))
    .filter(
      ([, operation]) => isObject(operation) && "callbacks" in operation,
    ).length;
  if (webhooks + callbacks === 0) return;
  note({
    code: "not-served",
    message: `Requests that the API sends itself are not served (webhooks: ${webhooks}, operations with callbacks: ${callbacks}).`,
    pointer: webhooks > 0 ? "/webhooks" : "/paths",
  });
}
