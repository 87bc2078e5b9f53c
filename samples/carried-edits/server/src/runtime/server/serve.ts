import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type {
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Catalog } from "../catalog.js";
import { complete } from "./complete.js";
import type { Caller } from "./context.js";
import { createLog } from "./log.js";
import type { Log } from "./log.js";
import { listResources, listTemplates, readResource } from "./resources.js";
import { callTool, listTools, toolScopes } from "./tools.js";
import type { ToolScopes } from "./tools.js";

export interface ServerOptions {
  /** Default: JSON lines on standard error. */
  readonly log?: Log;
  /** Told at once which scopes tools need, by name of the tool. */
  readonly onToolScopes?: (scopes: ToolScopes) => void;
}

/**
 * An MCP server that offers what the catalog holds: the SDK's low-level `Server`, since the other
 * one takes no JSON Schema. It serves one connection; make a new one for each.
 */
export function createMcpServer(
  catalog: Catalog,
  options: ServerOptions = {},
): Server {
  const { name, title, version, instructions } = catalog.options;
  const hasTools = catalog.tools.size > 0;
  const hasTemplates = catalog.templates.length > 0;
  const hasResources = catalog.resources.size > 0 || hasTemplates;
  const log = options.log ?? createLog({ mask: catalog.mask });
  const server = new Server(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: {
        ...(hasTools && { tools: {} }),
        ...(hasResources && { resources: {} }),
        ...(hasTemplates && { completions: {} }),
      },
      ...(instructions !== undefined && { instructions }),
      jsonSchemaValidator: unusedValidator,
    },
  );
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  if (hasTools) serveTools(server, catalog, log);
  if (hasResources) serveResources(server, catalog, log);
  if (hasTemplates) serveCompletion(server, catalog);
  catalog.announce(log);
  options.onToolScopes?.(toolScopes(catalog));
  return server;
}

/** For elicitation, which is not used; the SDK's own one takes time and memory for each server. */
const unusedValidator = {
  getValidator: () => () => {
    throw new Error("nothing is elicited");
  },
};

function serveTools(server: Server, catalog: Catalog, log: Log): void {
  server.setRequestHandler(ListToolsRequestSchema, (_request, extra) => ({
    tools: listTools(catalog, toCaller(extra)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {} } = params;
    const caller = toCaller(extra);
    return { ...(await callTool(name, args, { catalog, log, caller })) };
  });
}

function serveResources(server: Server, catalog: Catalog, log: Log): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: listResources(catalog),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: listTemplates(catalog),
  }));
  server.setRequestHandler(
    ReadResourceRequestSchema,
    async ({ params }, extra) => {
      const desk = { catalog, log, caller: toCaller(extra) };
      return { contents: await readResource(params.uri, desk) };
    },
  );
}

function serveCompletion(server: Server, { templates }: Catalog): void {
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => {
    const { argument, ref } = params;
    const entry =
      ref.type === "ref/resource"
        ? templates.find(({ matcher }) => matcher.template === ref.uri)
        : undefined;
    return { completion: complete(entry, argument.name, argument.value) };
  });
}

function toCaller(
  extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
): Caller {
  const headers = Object.entries(extra.requestInfo?.headers ?? {});
  return {
    id: extra.requestId,
    signal: extra.signal,
    progress: progressOf(extra),
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, [value ?? []].flat().join(", ")]),
    ),
    scopes: extra.authInfo?.scopes,
  };
}

/** Says nothing to a client that gave no token. https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
function progressOf({
  _meta,
  sendNotification,
}: RequestHandlerExtra<ServerRequest, ServerNotification>): Caller["progress"] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    sendNotification({
      method: "notifications/progress",
      params: { progressToken, progress, message },
    }).catch(() => undefined); // the connection has ended
  };
}
