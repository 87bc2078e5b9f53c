import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import * as mcp from "@modelcontextprotocol/sdk/types.js";
import { INVALID_PARAMS, ProtocolError } from "../index.js";
import type { Args, Caller, Log, Service } from "../index.js";
import { introduced, progressBy } from "./messages.js";

/** What is used of the SDK. All that it says of its types takes the compiler longer than a thousand tools. */
export interface Connection {
  onerror: (error: Error) => void;
  onclose: () => void;
  fallbackRequestHandler: (asked: Message, extra: Extra) => Promise<object>;
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
}
type Message = Readonly<{ method: string }>;

export interface Extra {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  requestInfo?: { headers: Record<string, string | string[] | undefined> };
  authInfo?: { scopes: string[]; extra?: object };
  sendNotification: Parameters<typeof progressBy>[1];
  sendRequest(request: object, answer: object, options: object): Promise<Args>;
}

interface Schema {
  safeParse(request: unknown): {
    success: boolean;
    data?: { params?: Args | undefined };
  };
}

const SCHEMAS = {
  "completion/complete": mcp.CompleteRequestSchema,
  "prompts/get": mcp.GetPromptRequestSchema,
  "prompts/list": mcp.ListPromptsRequestSchema,
  "resources/list": mcp.ListResourcesRequestSchema,
  "resources/read": mcp.ReadResourceRequestSchema,
  "resources/templates/list": mcp.ListResourceTemplatesRequestSchema,
  "tools/call": mcp.CallToolRequestSchema,
  "tools/list": mcp.ListToolsRequestSchema,
} as Readonly<Record<string, unknown>> as Readonly<Record<string, Schema>>;

/** An MCP server for one connection: the SDK's low-level one, since the other takes no JSON Schema. */
export function createMcpServer(service: Service, log: Log): Server {
  return open(service, log) as unknown as Server;
}

/** The same, as it is used here. */
export function open(service: Service, log: Log): Connection {
  const server = new Server(...introduced(service)) as unknown as Connection;
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

function toCaller(extra: Extra, log: Log, server: Connection): Caller {
  const headers = Object.entries(extra.requestInfo?.headers ?? {});
  const elicit: Caller["elicit"] = (params) =>
    extra.sendRequest(
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
