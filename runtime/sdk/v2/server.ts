import { isSpecType, Server } from "@modelcontextprotocol/server";
import type { ServerContext, Transport } from "@modelcontextprotocol/server";
import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Caller, Entry, Log, Service } from "../../index.js";
import { introduced, progressBy } from "../messages.js";

/** What the parameters of each method are. */
const METHODS = {
  "completion/complete": isSpecType.CompleteRequestParams,
  "prompts/get": isSpecType.GetPromptRequestParams,
  "prompts/list": isSpecType.PaginatedRequestParams,
  "resources/list": isSpecType.PaginatedRequestParams,
  "resources/read": isSpecType.ReadResourceRequestParams,
  "resources/templates/list": isSpecType.PaginatedRequestParams,
  "tools/call": isSpecType.CallToolRequestParams,
  "tools/list": isSpecType.PaginatedRequestParams,
};

/** Milliseconds after which a client sees that another release of this server lists something else. */
const FRESH = 300_000;

/** What clients of 2025-11-25 and older are told. https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

/**
 * An MCP server for one connection, or one request: the SDK's low-level one, since the other takes no JSON
 * Schema. Connected by hand it speaks 2025-11-25 and older; the SDK's `serveStdio(() => createServer())` and
 * `createMcpHandler(() => createServer())` speak 2026-07-28 as well. `isShown`: anybody may see what it lists.
 */
export function createMcpServer(
  service: Service,
  log: Log,
  isShown = true,
): Server {
  const { entries, handlers } = service;
  const isPublic = isShown && !entries.some(hasScopes);
  const hint = {
    ttlMs: FRESH,
    cacheScope: isPublic ? "public" : "private",
  } as const;
  const [info, options] = introduced(service);
  const server = new Server(info, {
    ...options,
    cacheHints: {
      "server/discover": hint,
      "tools/list": hint,
      "prompts/list": hint,
      "resources/list": hint,
      "resources/templates/list": hint,
    },
  });
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  const missing = new WeakSet<object>();
  for (const [method, isValid] of Object.entries(METHODS)) {
    const handler = handlers[method];
    if (!handler) continue;
    server.setRequestHandler(method, ANY, async (params, context) => {
      // All lists are one page, since many clients read no second one.
      if (!isValid(params) || ("cursor" in params && params.cursor))
        throw new ProtocolError(INVALID_PARAMS, "Invalid params");
      try {
        return { ...(await handler(params, toCaller(context, log, server))) };
      } catch (error) {
        if (context.mcpReq.envelope === undefined && isMissing(error))
          missing.add(error.data);
        throw error;
      }
    });
  }
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    rewordErrors(missing, transport);
    return connect(transport);
  };
  return server;
}

/** What the SDK would say of wrong parameters quotes its own checks. https://standardschema.dev */
const ANY = {
  params: {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      validate: (value: unknown) => ({ value }),
    },
  },
} as const;

const hasScopes = ({ component }: Entry) =>
  "scopes" in component && [component.scopes].flat().length > 0;

/** Clients of 2026-07-28 are asked by a result, behind which a handler would begin anew; they are asked nothing. */
function toCaller(context: ServerContext, log: Log, server: Server): Caller {
  const { http, mcpReq } = context;
  const isOld = mcpReq.envelope === undefined;
  const elicit: Caller["elicit"] = (params) =>
    mcpReq.send(
      { method: "elicitation/create", params },
      { timeout: 600_000, signal: mcpReq.signal }, // a person may think for ten minutes
    );
  return {
    id: mcpReq.id,
    signal: mcpReq.signal,
    progress: progressBy(mcpReq._meta?.progressToken, mcpReq.notify),
    headers: Object.fromEntries(http?.req?.headers ?? []),
    scopes: http?.authInfo?.scopes,
    ...(http?.authInfo?.extra as Pick<Caller, "principal">), // as `authInfoOf` gives it
    log,
    ...(isOld && server.getClientCapabilities()?.elicitation && { elicit }),
  };
}

function isMissing(error: unknown): error is ProtocolError & { data: object } {
  return (
    error instanceof ProtocolError &&
    error.code === RESOURCE_NOT_FOUND &&
    error.data !== undefined
  );
}

/**
 * The SDK says the newer −32602 of a missing resource to all clients; the data of errors tells them from
 * others. And to who calls a tool wrongly it shows its own checks.
 */
function rewordErrors(missing: WeakSet<object>, transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (answer, options) => {
    if (!("error" in answer)) return send(answer, options);
    const { code, data, message } = answer.error;
    const error = {
      ...answer.error,
      code: missing.has(Object(data) as object) ? RESOURCE_NOT_FOUND : code,
      message: message.replace(/^(Invalid tools\/call \w+): [^]*/, "$1"),
    };
    return send({ ...answer, error }, options);
  };
}
