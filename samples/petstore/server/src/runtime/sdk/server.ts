import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import * as mcp from "@modelcontextprotocol/sdk/types.js";
import { INVALID_PARAMS, ProtocolError } from "../index.js";
import type { Args, Caller, Log, Service } from "../index.js";
import { introduced, progressBy } from "./messages.js";

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

/** What is used of the SDK's schemas and functions. All that it says of their types takes the compiler longer than a thousand tools. */
interface Schema {
  safeParse(request: unknown): {
    success: boolean;
    data?: { params?: Args | undefined };
  };
}
type Ask = (request: object, answer: object, options: object) => Promise<Args>;

const SCHEMAS: Readonly<Record<string, Schema>> = {
  "completion/complete": mcp.CompleteRequestSchema,
  "prompts/get": mcp.GetPromptRequestSchema,
  "prompts/list": mcp.ListPromptsRequestSchema,
  "resources/list": mcp.ListResourcesRequestSchema,
  "resources/read": mcp.ReadResourceRequestSchema,
  "resources/templates/list": mcp.ListResourceTemplatesRequestSchema,
  "tools/call": mcp.CallToolRequestSchema,
  "tools/list": mcp.ListToolsRequestSchema,
};

/** An MCP server for one connection: the SDK's low-level one, since the other takes no JSON Schema. */
export function createMcpServer(service: Service, log: Log): Server {
  const server = new Server(...introduced(service));
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  // Where a method has a handler of its own, the SDK checks each request and result once more.
  server.fallbackRequestHandler = async (request, extra) => {
    const { method } = request;
    const handler = service.handlers[method];
    const schema = Object.hasOwn(SCHEMAS, method) && SCHEMAS[method];
    if (!handler || !schema)
      throw new ProtocolError(mcp.ErrorCode.MethodNotFound, "Method not found");
    const { data, success } = schema.safeParse(request);
    const { params = {} } = data ?? {};
    // All lists are one page, since many clients read no second one.
    if (!success || params["cursor"])
      throw new ProtocolError(INVALID_PARAMS, "Invalid params");
    return { ...(await handler(params, toCaller(extra, log, server))) };
  };
  return server;
}

function toCaller(extra: Extra, log: Log, server: Server): Caller {
  const headers = Object.entries(extra.requestInfo?.headers ?? {});
  const elicit: Caller["elicit"] = (params) =>
    (extra.sendRequest as Ask)(
      { method: "elicitation/create", params },
      mcp.ElicitResultSchema,
      { timeout: 600_000, signal: extra.signal }, // a person may think for ten minutes
    );
  return {
    id: extra.requestId,
    signal: extra.signal,
    progress: progressBy(extra._meta?.progressToken, extra.sendNotification),
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, [value ?? []].flat().join(", ")]),
    ),
    scopes: extra.authInfo?.scopes,
    ...(extra.authInfo?.extra as Pick<Caller, "principal">), // as `pass` gives it
    log,
    ...(server.getClientCapabilities()?.elicitation && { elicit }),
  };
}
