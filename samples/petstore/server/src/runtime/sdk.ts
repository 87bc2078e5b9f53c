// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  trackUnread,
  truncateText,
  dedent,
  MAX_TOKEN_LENGTH,
} from "./index.js";
import {
  PAGE_TIMEOUT_MS,
  prefersStream,
  createProgress,
  dispatch,
  readElicitation,
  toPageParams,
} from "./index.js";
import type {
  Args,
  Caller,
  Log,
  McpService,
  UnreadProgress,
  HttpExchange,
} from "./index.js";

/** Serves one client on two streams. */
export async function connectStdio(
  service: McpService,
  log: Log,
  { input, output }: { readonly input: Readable; readonly output: Writable },
) {
  const server = openServer(service, log);
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  await server.connect(new StdioServerTransport(input, output));
  return { close: () => server.close(), closed };
}

/** Responds to each request on its own, so that any number of replicas can run behind a load balancer. */
export function createStatelessEndpoint(service: McpService, log: Log) {
  return async (exchange: HttpExchange): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !prefersStream(exchange),
    });
    const server = openServer(service, log);
    // A client that disconnects aborts its calls.
    exchange.request.signal.addEventListener(
      "abort",
      () => void server.close(),
    );
    await server.connect(transport);
    return forwardToSdk(exchange, transport);
  };
}

/**
 * The part of the SDK's `Server` that this runtime calls. The compiler takes longer for its own types than for a
 * thousand tools.
 */
export interface LowLevelServer {
  onerror: (error: Error) => void;
  onclose: () => void;
  fallbackRequestHandler: (
    request: { method: string; params?: Args },
    extra: RequestExtra,
  ) => Promise<object>;
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
  getClientVersion(): { name: string; version: string } | undefined;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
}

export interface RequestExtra {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  requestInfo?: { headers: Record<string, string | string[] | undefined> };
  authInfo?: { extra?: object };
  sendNotification(notification: object): Promise<void>;
  sendRequest(
    request: object,
    resultSchema: object,
    options: object,
  ): Promise<Args>;
}

/**
 * Creates an MCP server for one connection, with the SDK's low-level class, since the high-level class takes no JSON
 * Schema.
 */
export function createMcpServer(service: McpService, log: Log): Server {
  return openServer(service, log) as unknown as Server;
}

/** Creates the server with the type that this runtime uses. */
export function openServer(service: McpService, log: Log): LowLevelServer {
  const { handlers, instructions, name, title, version } = service;
  const hasMethods = (prefix: string) =>
    Object.keys(handlers).some((method) => method.startsWith(prefix));
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
    },
  ) as unknown as LowLevelServer;
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  const unread = { bytes: 0 };
  // The SDK would validate each request and result again for a method with its own handler.
  server.fallbackRequestHandler = (message, extra) =>
    dispatch(service, message, toCaller(extra, { log, server, unread }));
  return server;
}

/**
 * Replaces the SDK's validator, which costs time and memory for each server. The runtime validates elicited content.
 */
const rejectValidation = () => {
  throw new Error("nothing is checked here");
};

/** Passes a request with a parsed body and the caller's identity to the SDK. */
export async function forwardToSdk(
  { headers, message, principal, request }: HttpExchange,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const { method, url } = request;
  const unread: UnreadProgress = { bytes: 0, isResponse: true };
  const exchangeData: ExchangeData = {
    ...(principal && { principal }),
    unread,
  };
  const sdkRequest = new Request(url, { method, headers });
  const response = await transport.handleRequest(sdkRequest, {
    parsedBody: message,
    authInfo: {
      token: "",
      clientId: "",
      scopes: [],
      extra: { ...exchangeData },
    },
  });
  return trackUnread(response, unread);
}

/** Data of an HTTP exchange that accompanies a message through the SDK. */
type ExchangeData = Pick<Caller, "principal"> & {
  readonly unread?: UnreadProgress;
};

function toCaller(
  extra: RequestExtra,
  {
    log,
    server,
    ...connection
  }: { log: Log; server: LowLevelServer; unread: UnreadProgress },
): Caller {
  const { _meta, authInfo, requestId, requestInfo, signal } = extra;
  const exchangeData = (authInfo?.extra ?? {}) as ExchangeData; // set by `forwardToSdk`
  const { principal, unread = connection.unread } = exchangeData;
  const headers = Object.entries(requestInfo?.headers ?? {});
  const client = server.getClientVersion();
  const elicit: Caller["elicit"] = (params) =>
    extra.sendRequest(
      { method: "elicitation/create", params },
      ElicitResultSchema,
      { timeout: 600_000, signal }, // ten minutes for a user to decide
    );
  const showPage: Caller["showPage"] = (page) =>
    extra.sendRequest(
      {
        method: "elicitation/create",
        params: { ...toPageParams(page), elicitationId: crypto.randomUUID() },
      },
      ElicitResultSchema,
      { timeout: PAGE_TIMEOUT_MS, signal },
    );
  const { hasForms, hasPages } = readElicitation(
    server.getClientCapabilities()?.elicitation,
  );
  return {
    id:
      typeof requestId === "string"
        ? truncateText(requestId, MAX_TOKEN_LENGTH)
        : requestId,
    signal,
    log,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, [value ?? []].flat().join(", ")]),
    ),
    ...(principal && { principal }),
    ...(client && { client }),
    ...(hasForms && { elicit }),
    ...(hasPages && { showPage }),
    progress: createProgress(_meta?.progressToken, unread, (notification) =>
      extra.sendNotification(notification),
    ),
  };
}
