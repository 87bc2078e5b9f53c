import { isObject, members } from "../json.js";
import type { Operation } from "../model.js";
import type { Context } from "./context.js";

/** Tells what a document holds that no MCP server can offer, and ids that stand twice. */
export function tellUnserved(
  operations: readonly Operation[],
  context: Context,
): void {
  tellIncoming(context);
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const { operationId, pointer } = operation;
    if (operationId === null) continue;
    const first = seen.get(operationId);
    if (first === undefined) seen.set(operationId, operation);
    else
      context.warn({
        code: "duplicate-operation-id",
        message: `The operationId ${JSON.stringify(operationId)} is that of ${first.method} ${first.path}, too.`,
        pointer,
        hint: "Give each operation an id of its own.",
      });
  }
}

// Requests that the API sends are none that a tool could make.
function tellIncoming({ document, warn }: Context): void {
  const webhooks = members(document["webhooks"]).length;
  const callbacks = members(document["paths"])
    .flatMap(([, item]) => members(item))
    .filter(
      ([, operation]) => isObject(operation) && "callbacks" in operation,
    ).length;
  if (webhooks + callbacks === 0) return;
  warn({
    code: "not-served",
    message: `Requests that the API sends itself are not served (webhooks: ${webhooks}, operations with callbacks: ${callbacks}).`,
    pointer: webhooks > 0 ? "/webhooks" : "/paths",
    hint: "Nothing needs to be done.",
  });
}
