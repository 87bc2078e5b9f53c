import { toToolResult } from "../answer/answer.js";
import type { Catalog, Entry } from "../catalog.js";
import type { Caller } from "./context.js";
import { perform } from "./perform.js";
import type { Desk } from "./perform.js";
import { INVALID_PARAMS, ProtocolError } from "./protocol-error.js";
import type { Args, Tool, ToolResult } from "../types.js";

/** The tools that a caller may use, as clients see them; all in one page, since many clients read no second one. */
export function listTools(catalog: Catalog, caller: Caller) {
  return [...catalog.tools.values()]
    .filter((entry) => lackingScopes(entry, caller).length === 0)
    .map(({ component, inputSchema, outputSchema }) => ({
      name: component.name,
      title: component.title,
      description: component.description,
      inputSchema: inputSchema(),
      outputSchema: outputSchema(),
      annotations: component.annotations,
    }));
}

/**
 * Calls a tool. What the model can act on is a result with `isError`; an unknown tool is a `ProtocolError`.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling
 */
export async function callTool(
  name: string,
  args: Args,
  desk: Desk,
): Promise<ToolResult> {
  const entry = desk.catalog.tools.get(name);
  if (!entry) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name}`);
  const { component } = entry;
  const lacking = lackingScopes(entry, desk.caller);
  if (lacking.length > 0)
    throw new ProtocolError(
      INVALID_PARAMS,
      `Tool ${name} needs a token with the scope ${lacking.join(" and ")}.`,
    );
  const structured = component.outputSchema !== undefined;
  const outcome = await perform(
    {
      entry,
      args,
      fromUri: false,
      convert: (value) => toToolResult(value, { structured }),
    },
    desk,
  );
  return "result" in outcome
    ? outcome.result
    : { content: [{ type: "text", text: outcome.message }], isError: true };
}

/** Scopes by name of the tool that needs them. */
export type ToolScopes = ReadonlyMap<string, readonly string[]>;

/** The scopes of all tools that need any. */
export function toolScopes({ tools }: Catalog): ToolScopes {
  return new Map(
    [...tools].flatMap(([name, { component }]) =>
      component.scopes ? [[name, component.scopes]] : [],
    ),
  );
}

/** The scopes of a tool that its caller's token does not have; none where this server asks for no tokens. */
export function lackingScopes(
  entry: Entry<Tool> | undefined,
  { scopes: held }: Caller,
): string[] {
  const needed = entry?.component.scopes ?? [];
  return held ? needed.filter((scope) => !held.includes(scope)) : [];
}
