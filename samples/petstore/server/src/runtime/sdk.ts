import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { dedent, negotiate, respond } from "./index.js";
import type { Args, Caller, Log, Service, Visit } from "./index.js";

/** Serves one client on two streams. */
export async function connectStdio(
  service: Service,
  log: Log,
  { input, output }: { readonly input: Readable; readonly output: Writable },
) {
  const server = open(service, log);
  const closed = new Promise<void>((end) => (server.onclose = end));
  await server.connect(new StdioServerTransport(input, output));
  return { close: () => server.close(), closed };
}

/** Answers each request by itself, so that any number of replicas can stand behind a load balancer. */
export function stateless(service: Service, log: Log) {
  return async (visit: Visit): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !negotiate(visit),
    });
    const server = open(service, log);
    // When the client is gone, what it waited for is aborted.
    visit.request.signal.addEventListener("abort", () => void server.close());
    await server.connect(transport);
    return pass(visit, transport);
  };
}

/** What is used of the SDK's server. All that it says of its types takes the compiler longer than a thousand tools. */
export interface LowLevelServer {
  onerror: (error: Error) => void;
  onclose: () => void;
  fallbackRequestHandler: (
    request: { method: string; params?: Args },
    extra: Extra,
  ) => Promise<object>;
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
}

export interface Extra {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  requestInfo?: { headers: Record<string, string | string[] | undefined> };
  authInfo?: { extra?: object };
  sendNotification(notification: object): Promise<void>;
  sendRequest(request: object, answer: object, options: object): Promise<Args>;
}

/** An MCP server for one connection: the SDK's low-level one, since the other takes no JSON Schema. */
export function createMcpServer(service: Service, log: Log): Server {
  return open(service, log) as unknown as Server;
}

/** The same, as it is used here. */
export function open(service: Service, log: Log): LowLevelServer {
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
  // Where a method has a handler of its own, the SDK checks each request and result once more.
  server.fallbackRequestHandler = (message, extra) =>
    respond(service, message, toCaller(extra, log, server));
  return server;
}

/** What is elicited is checked by the runtime; the SDK's own check takes time and memory for each server. */
const unused = () => {
  throw new Error("nothing is checked here");
};

/** Gives the SDK a request whose body has been read, and who sent it. */
export function pass(
  { headers, message, principal, request }: Visit,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const { method, url } = request;
  return transport.handleRequest(new Request(url, { method, headers }), {
    parsedBody: message,
    ...(principal && {
      authInfo: { token: "", clientId: "", scopes: [], extra: { principal } },
    }),
  });
}

function toCaller(extra: Extra, log: Log, server: LowLevelServer): Caller {
  const { _meta, authInfo, requestId, requestInfo, signal } = extra;
  const headers = Object.entries(requestInfo?.headers ?? {});
  const elicit: Caller["elicit"] = (params) =>
    extra.sendRequest(
      { method: "elicitation/create", params },
      ElicitResultSchema,
      { timeout: 600_000, signal }, // a person may think for ten minutes
    );
  let progress = 0;
  return {
    id: requestId,
    signal,
    log,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, [value ?? []].flat().join(", ")]),
    ),
    ...(authInfo?.extra as Pick<Caller, "principal">), // as `pass` gives it
    ...(server.getClientCapabilities()?.elicitation && { elicit }),
    // As numbers that rise; nothing to a client that gave no token. https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
    progress(message) {
      const { progressToken } = _meta ?? {};
      if (progressToken === undefined) return;
      progress += 1;
      const method = "notifications/progress";
      const params = { progressToken, progress, message };
      const told = extra.sendNotification({ method, params });
      told.catch(() => undefined); // the connection has ended
    },
  };
}
