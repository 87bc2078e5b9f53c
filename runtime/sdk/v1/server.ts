import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import * as mcp from "@modelcontextprotocol/sdk/types.js";
import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Caller, Log, Service } from "../../index.js";
import { introduced, progressBy } from "../messages.js";

type Extra = RequestHandlerExtra<mcp.ServerRequest, mcp.ServerNotification>;

const SCHEMAS = [
  mcp.CallToolRequestSchema,
  mcp.CompleteRequestSchema,
  mcp.GetPromptRequestSchema,
  mcp.ListPromptsRequestSchema,
  mcp.ListResourcesRequestSchema,
  mcp.ListResourceTemplatesRequestSchema,
  mcp.ListToolsRequestSchema,
  mcp.ReadResourceRequestSchema,
].map((schema) => ({
  schema,
  method: schema.shape.method.value,
  // Made once, since it takes longer than a call; the SDK's servers may be made for each request.
  named: schema.pick({ method: true }).loose(),
}));

/** An MCP server for one connection: the SDK's low-level one, since the other takes no JSON Schema. */
export function createMcpServer(service: Service, log: Log): Server {
  const server = new Server(...introduced(service));
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  for (const { method, named, schema } of SCHEMAS) {
    const handler = service.handlers[method];
    if (!handler) continue;
    server.setRequestHandler(named, async (request, extra) => {
      const { data, success } = schema.safeParse(request);
      const { params = {} } = data ?? {};
      // All lists are one page, since many clients read no second one.
      if (!success || ("cursor" in params && params.cursor))
        throw new ProtocolError(INVALID_PARAMS, "Invalid params");
      return { ...(await handler(params, toCaller(extra, log, server))) };
    });
  }
  return server;
}

function toCaller(extra: Extra, log: Log, server: Server): Caller {
  const headers = Object.entries(extra.requestInfo?.headers ?? {});
  const elicit: Caller["elicit"] = (params) =>
    extra.sendRequest(
      { method: "elicitation/create", params } as mcp.ElicitRequest,
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
