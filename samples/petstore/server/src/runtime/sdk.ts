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
import { prefersStream, createProgress, dispatch } from "./index.js";
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
  const closed = new Promise<void>((end) => (server.onclose = end));
  await server.connect(new StdioServerTransport(input, output));
  return { close: () => server.close(), closed };
}

/** Answers each request by itself, so that any number of replicas can stand behind a load balancer. */
export function createStatelessEndpoint(service: McpService, log: Log) {
  return async (visit: HttpExchange): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !prefersStream(visit),
    });
    const server = openServer(service, log);
    // When the client is gone, what it waited for is aborted.
    visit.request.signal.addEventListener("abort", () => void server.close());
    await server.connect(transport);
    return forwardToSdk(visit, transport);
  };
}

/** What is used of the SDK's server. All that it says of its types takes the compiler longer than a thousand tools. */
export interface LowLevelServer {
  onerror: (error: Error) => void;
  onclose: () => void;
  fallbackRequestHandler: (
    request: { method: string; params?: Args },
    extra: RequestExtra,
  ) => Promise<object>;
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
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
  sendRequest(request: object, answer: object, options: object): Promise<Args>;
}

/** An MCP server for one connection: the SDK's low-level one, since the other takes no JSON Schema. */
export function createMcpServer(service: McpService, log: Log): Server {
  return openServer(service, log) as unknown as Server;
}

/** The same, as it is used here. */
export function openServer(service: McpService, log: Log): LowLevelServer {
  const { handlers, instructions, name, title, version } = service;
  const has = (prefix: string) =>
    Object.keys(handlers).some((method) => method.startsWith(prefix));
  const server = new Server(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: {
        ...(has("tools/") && { tools: {} }),
        ...(has("resources/") && { resources: {} }),
        ...(has("prompts/") && { prompts: {} }),
        ...(has("completion/") && { completions: {} }),
        ...(has("skills/") && {
          extensions: { "io.modelcontextprotocol/skills": {} },
        }),
      },
      ...(instructions && { instructions: dedent(instructions) }),
      jsonSchemaValidator: { getValidator: unused },
    },
  ) as unknown as LowLevelServer;
  server.onerror = (error) => log.debug("protocol", { message: error.message });
  const unread = { bytes: 0 };
  // Where a method has a handler of its own, the SDK checks each request and result once more.
  server.fallbackRequestHandler = (message, extra) =>
    dispatch(service, message, toCaller(extra, { log, server, unread }));
  return server;
}

/** What is elicited is checked by the runtime; the SDK's own check takes time and memory for each server. */
const unused = () => {
  throw new Error("nothing is checked here");
};

/** Gives the SDK a request whose body has been read, and who sent it. */
export async function forwardToSdk(
  { headers, message, principal, request }: HttpExchange,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const { method, url } = request;
  const unread: UnreadProgress = { bytes: 0, isResponse: true };
  const passed: Passed = { ...(principal && { principal }), unread };
  const sent = new Request(url, { method, headers });
  const response = await transport.handleRequest(sent, {
    parsedBody: message,
    authInfo: { token: "", clientId: "", scopes: [], extra: { ...passed } },
  });
  return trackUnread(response, unread);
}

/** What goes through the SDK with a message of a visit. */
type Passed = Pick<Caller, "principal"> & { readonly unread?: UnreadProgress };

function toCaller(
  extra: RequestExtra,
  {
    log,
    server,
    ...connection
  }: { log: Log; server: LowLevelServer; unread: UnreadProgress },
): Caller {
  const { _meta, authInfo, requestId, requestInfo, signal } = extra;
  const passed = (authInfo?.extra ?? {}) as Passed; // as `pass` gives it
  const { principal, unread = connection.unread } = passed;
  const headers = Object.entries(requestInfo?.headers ?? {});
  const elicit: Caller["elicit"] = (params) =>
    extra.sendRequest(
      { method: "elicitation/create", params },
      ElicitResultSchema,
      { timeout: 600_000, signal }, // a person may think for ten minutes
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
    ...(server.getClientCapabilities()?.elicitation && { elicit }),
    progress: createProgress(_meta?.progressToken, unread, (notification) =>
      extra.sendNotification(notification),
    ),
  };
}
