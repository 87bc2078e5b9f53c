// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
/** Exports of this runtime for modules, `client.ts`, `server.ts` and features. */
import type {
  HandlerArgumentSchemas,
  OperationTypes,
  Tool,
  ToolDefinition,
  Typed,
  WithHandlerArguments,
} from "./types.js";

/** Defines a tool. The operation's types check its handler. */
export function defineTool<Operation extends OperationTypes = OperationTypes>(
  definition: ToolDefinition<Operation>,
): Tool & Typed<Operation>;
/** Defines a tool with further arguments, which have the place `handler`. */
export function defineTool<
  Operation extends OperationTypes,
  HandlerArguments extends object,
>(
  definition: ToolDefinition<
    WithHandlerArguments<Operation, HandlerArguments>
  > & { readonly arguments: HandlerArgumentSchemas<HandlerArguments> },
): Tool & Typed<WithHandlerArguments<Operation, HandlerArguments>>;
export function defineTool(definition: ToolDefinition): Tool {
  return { kind: "tool", ...definition };
}

export * from "./response.js";
export * from "./call.js";
export * from "./context.js";
export * from "./feature.js";
export { GuardError, mayUse } from "./guard.js";
export * from "./invoke.js";
export * from "./validate-arguments.js";
export * from "./client.js";
export * from "./errors.js";
export * from "./media.js";
export { checkHeaders, isHeaderText, selectBody } from "./request.js";
export * from "./json-schema.js";
export { raceAbort } from "./send.js";
export * from "./server.js";
export * from "./styles.js";
export * from "./tools.js";
export type * from "./types.js";
