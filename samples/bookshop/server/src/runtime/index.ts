/** What modules, `client.ts`, `server.ts` and features import of this runtime. */
import type { OperationTypes, Tool, ToolDefinition } from "./types.js";

/** A tool. Its handler is checked against the operation's types; what is returned no longer names them. */
export function defineTool<Operation extends OperationTypes = OperationTypes>(
  definition: ToolDefinition<Operation>,
): Tool {
  return { kind: "tool", ...definition };
}

export * from "./answer.js";
export { list } from "./check.js";
export type { Rules } from "./check.js";
export * from "./client.js";
export * from "./connect.js";
export * from "./errors.js";
export * from "./log.js";
export * from "./media.js";
export type * from "./perform.js";
export * from "./schema.js";
export { abortable } from "./send.js";
export * from "./server.js";
export * from "./styles.js";
export * from "./tools.js";
export type * from "./types.js";
