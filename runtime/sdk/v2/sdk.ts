import type { Readable, Writable } from "node:stream";
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ServerContext, Transport } from "@modelcontextprotocol/server";
import {
  serveStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import {
  trackUnread,
  truncateText,
  dedent,
  MAX_TOKEN_LENGTH,
} from "../../index.js";
import {
  PAGE_TIMEOUT_MS,
  prefersStream,
  createProgress,
  ProtocolError,
  dispatch,
  readElicitation,
  toPageParams,
} from "../../index.js";
import type {
  Args,
  Caller,
  RegisteredComponent,
  Log,
  McpService,
} from "../../index.js";
import type { UnreadProgress, HttpExchange } from "../../index.js";

/** Serves one client on two streams: of protocol 2026-07-28, or an older one. */
export async function connectStdio(
  service: McpService,
  log: Log,
  { input, output }: { readonly input: Readable; readonly output: Writable },
) {
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(() => createMcpServer(service, log), {
    transport,
    onerror: createErrorLogger(log),
  });
  const onTransportClose = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onTransportClose?.();
      resolve();
    };
  });
  return { close: () => connection.close(), closed };
}

/** Responds to each request on its own, so that any number of replicas can run behind a load balancer. */
export function createStatelessEndpoint(service: McpService, log: Log) {
  const respondModern = createModernEndpoint(service, log);
  return async (exchange: HttpExchange): Promise<Response> => {
    const modernResponse = await respondModern(exchange);
    if (modernResponse) return modernResponse;
    const { request } = exchange;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !prefersStream(exchange),
    });
    const server = createMcpServer(service, log);
    // A client that disconnects aborts its calls.
    request.signal.addEventListener("abort", () => void server.close());
    await server.connect(transport);
    return forwardToSdk(exchange, transport);
  };
}

/** Responds to clients of protocol 2026-07-28, which has no sessions; undefined for an older client. */
export function createModernEndpoint(service: McpService, log: Log) {
  const handler = createMcpHandler(
    ({ authInfo }) =>
      createMcpServer(
        service,
        log,
        !(authInfo?.extra as ExchangeData)?.principal,
      ), // set by `toRequestOptions`
    { legacy: "reject", onerror: createErrorLogger(log) },
  );
  return async (exchange: HttpExchange): Promise<Response | undefined> => {
    const { signal } = exchange.request;
    const request = toBodilessRequest(exchange, signal);
    if (await isLegacyRequest(request, exchange.message)) return undefined;
    const unread = createUnread();
    const response = await handler.fetch(
      request,
      toRequestOptions(exchange, unread),
    );
    return trackUnread(response, unread);
  };
}

/** Passes a request with a parsed body and the caller's identity to the SDK. */
export async function forwardToSdk(
  exchange: HttpExchange,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const unread = createUnread();
  const request = toBodilessRequest(exchange);
  const response = await transport.handleRequest(
    request,
    toRequestOptions(exchange, unread),
  );
  return trackUnread(response, unread);
}

const createUnread = (): UnreadProgress => ({ bytes: 0, isResponse: true });

function toBodilessRequest(
  { headers, request }: HttpExchange,
  signal?: AbortSignal,
) {
  const { method, url } = request;
  return new Request(url, { method, headers, signal: signal ?? null });
}

function toRequestOptions(
  { message, principal }: HttpExchange,
  unread: UnreadProgress,
) {
  const exchangeData: ExchangeData = {
    ...(principal && { principal }),
    unread,
  };
  return {
    parsedBody: message,
    authInfo: {
      token: "",
      clientId: "",
      scopes: [],
      extra: { ...exchangeData },
    },
  };
}

/** Data of an HTTP exchange that accompanies a message through the SDK. */
type ExchangeData = Pick<Caller, "principal"> & {
  readonly unread?: UnreadProgress;
};

const createErrorLogger = (log: Log) => (error: Error) =>
  log.debug("protocol", { message: error.message });

/** Time for which a client may cache lists, in milliseconds. After it, the client sees the lists of a new release. */
const LIST_TTL_MS = 300_000;

/**
 * Error code for clients of 2025-11-25 and older.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling
 */
const RESOURCE_NOT_FOUND = -32002;

/**
 * Creates an MCP server for one connection, or one request, with the SDK's low-level class, since the high-level class
 * takes no JSON Schema. Connected by hand it speaks 2025-11-25 and older; the SDK's `serveStdio(() => createServer())`
 * and `createMcpHandler(() => createServer())` speak 2026-07-28 as well. `isShown`: anyone may see its lists.
 */
export function createMcpServer(
  service: McpService,
  log: Log,
  isShown = true,
): Server {
  const { entries, handlers, instructions, name, title, version } = service;
  const hasMethods = (prefix: string) =>
    Object.keys(handlers).some((method) => method.startsWith(prefix));
  const isPublic = isShown && !entries.some(hasScopes);
  const cacheScope = isPublic ? ("public" as const) : ("private" as const);
  const hint = { ttlMs: LIST_TTL_MS, cacheScope };
  const server = new Server(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: {
        ...(hasMethods("tools/") && { tools: {} }),
        ...(hasMethods("resources/") && { resources: {} }),
        ...(hasMethods("prompts/") && { prompts: {} }),
        ...(hasMethods("completion/") && { completions: {} }),
        ...(hasMethods("skills/") && {
          extensions: { "io.modelcontextprotocol/skills": {} },
        }),
      },
      ...(instructions && { instructions: dedent(instructions) }),
      jsonSchemaValidator: { getValidator: rejectValidation },
      cacheHints: {
        "server/discover": hint,
        "tools/list": hint,
        "prompts/list": hint,
        "resources/list": hint,
        "resources/templates/list": hint,
      },
    },
  );
  server.onerror = createErrorLogger(log);
  const notFoundData = new WeakSet<object>();
  const unread = { bytes: 0 };
  for (const method of Object.keys(handlers))
    server.setRequestHandler(method, ANY_PARAMS, async (params, context) => {
      try {
        const message = {
          method,
          params: restoreParams(params as Args, context),
        };
        const caller = toCaller(context, { log, server, unread });
        return await dispatch(service, message, caller);
      } catch (error) {
        if (context.mcpReq.envelope === undefined && isResourceNotFound(error))
          notFoundData.add(error.data);
        throw error;
      }
    });
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    rewordErrors(notFoundData, transport);
    return connect(transport);
  };
  return server;
}

/**
 * Replaces the SDK's validator, which costs time and memory for each server. The runtime validates elicited content.
 */
const rejectValidation = () => {
  throw new Error("nothing is checked here");
};

/**
 * A schema that accepts any parameters: the SDK's message about invalid ones would quote its own checks.
 * https://standardschema.dev
 */
const ANY_PARAMS = {
  params: {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      validate: (value: unknown) => ({ value }),
    },
  },
} as const;

const hasScopes = ({ component }: RegisteredComponent) =>
  "scopes" in component && [component.scopes].flat().length > 0;

/** Restores the parameters that the SDK takes out of a message of 2026-07-28. */
function restoreParams(params: Args, { mcpReq }: ServerContext): Args {
  const { envelope, inputResponses, requestState } = mcpReq;
  if (envelope === undefined) return params;
  const _meta = { ...Object(params["_meta"]), ...envelope } as Args;
  return { ...params, _meta, inputResponses, requestState: requestState() };
}

/**
 * Converts the SDK's context to a caller. Clients of 2026-07-28 are asked by a result, after which the handler starts
 * again: the feature `input-required`.
 */
function toCaller(
  context: ServerContext,
  {
    log,
    server,
    ...connection
  }: { log: Log; server: Server; unread: UnreadProgress },
): Caller {
  const { http, mcpReq } = context;
  const exchangeData = (http?.authInfo?.extra ?? {}) as ExchangeData; // set by `toRequestOptions`
  const { principal, unread = connection.unread } = exchangeData;
  const { _meta, envelope, id, signal } = mcpReq;
  const elicit: Caller["elicit"] = (params) =>
    mcpReq.send(
      { method: "elicitation/create", params },
      { timeout: 600_000, signal }, // ten minutes for a user to decide
    );
  const showPage: Caller["showPage"] = (page) =>
    mcpReq.send(
      {
        method: "elicitation/create",
        params: {
          ...toPageParams(page),
          elicitationId: crypto.randomUUID(),
        },
      },
      { timeout: PAGE_TIMEOUT_MS, signal },
    );
  const isOlder = envelope === undefined;
  const { hasForms, hasPages } = readElicitation(
    server.getClientCapabilities()?.elicitation,
  );
  const client = server.getClientVersion();
  return {
    id: typeof id === "string" ? truncateText(id, MAX_TOKEN_LENGTH) : id,
    signal,
    log,
    headers: Object.fromEntries(http?.req?.headers ?? []),
    ...(principal && { principal }),
    ...(client && { client }),
    ...(isOlder && hasForms && { elicit }),
    ...(isOlder && hasPages && { showPage }),
    progress: createProgress(_meta?.progressToken, unread, (notification) =>
      mcpReq.notify(notification),
    ),
  };
}

function isResourceNotFound(
  error: unknown,
): error is ProtocolError & { data: object } {
  return (
    error instanceof ProtocolError &&
    error.code === RESOURCE_NOT_FOUND &&
    error.data !== undefined
  );
}

/**
 * Corrects errors of the SDK. It sends the newer −32602 for a missing resource to all clients; such an error is
 * recognized by its data. For an invalid tool call it quotes its own checks.
 */
function rewordErrors(
  notFoundData: WeakSet<object>,
  transport: Transport,
): void {
  const send = transport.send.bind(transport);
  transport.send = (response, options) => {
    if (!("error" in response)) return send(response, options);
    const { code, data, message } = response.error;
    const error = {
      ...response.error,
      code: notFoundData.has(Object(data) as object)
        ? RESOURCE_NOT_FOUND
        : code,
      message: message.replace(/^(Invalid tools\/call \w+): [^]*/, "$1"),
    };
    return send({ ...response, error }, options);
  };
}
