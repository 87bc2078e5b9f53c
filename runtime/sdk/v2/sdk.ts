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
  prefersStream,
  createProgress,
  ProtocolError,
  dispatch,
} from "../../index.js";
import type {
  Args,
  Caller,
  RegisteredComponent,
  Log,
  McpService,
} from "../../index.js";
import type { UnreadProgress, HttpExchange } from "../../index.js";

/** Serves one client on two streams: of 2026-07-28, or an older one. */
export async function connectStdio(
  service: McpService,
  log: Log,
  { input, output }: { readonly input: Readable; readonly output: Writable },
) {
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(() => createMcpServer(service, log), {
    transport,
    onerror: reporter(log),
  });
  const end = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      end?.();
      resolve();
    };
  });
  return { close: () => connection.close(), closed };
}

/** Answers each request by itself, so that any number of replicas can stand behind a load balancer. */
export function createStatelessEndpoint(service: McpService, log: Log) {
  const answerModern = createModernEndpoint(service, log);
  return async (visit: HttpExchange): Promise<Response> => {
    const answered = await answerModern(visit);
    if (answered) return answered;
    const { request } = visit;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !prefersStream(visit),
    });
    const server = createMcpServer(service, log);
    // When the client is gone, what it waited for is aborted.
    request.signal.addEventListener("abort", () => void server.close());
    await server.connect(transport);
    return forwardToSdk(visit, transport);
  };
}

/** Answers clients that speak 2026-07-28, which knows no sessions; undefined: it is another one. */
export function createModernEndpoint(service: McpService, log: Log) {
  const handler = createMcpHandler(
    ({ authInfo }) =>
      createMcpServer(service, log, !(authInfo?.extra as Passed)?.principal), // as `given` says it
    { legacy: "reject", onerror: reporter(log) },
  );
  return async (visit: HttpExchange): Promise<Response | undefined> => {
    const { signal } = visit.request;
    const request = withoutBody(visit, signal);
    if (await isLegacyRequest(request, visit.message)) return undefined;
    const unread = unreadResponse();
    const response = await handler.fetch(request, given(visit, unread));
    return trackUnread(response, unread);
  };
}

/** Gives the SDK a request whose body has been read, and who sent it. */
export async function forwardToSdk(
  visit: HttpExchange,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const unread = unreadResponse();
  const request = withoutBody(visit);
  const response = await transport.handleRequest(request, given(visit, unread));
  return trackUnread(response, unread);
}

const unreadResponse = (): UnreadProgress => ({ bytes: 0, isResponse: true });

function withoutBody({ headers, request }: HttpExchange, signal?: AbortSignal) {
  const { method, url } = request;
  return new Request(url, { method, headers, signal: signal ?? null });
}

function given({ message, principal }: HttpExchange, unread: UnreadProgress) {
  const passed: Passed = { ...(principal && { principal }), unread };
  return {
    parsedBody: message,
    authInfo: { token: "", clientId: "", scopes: [], extra: { ...passed } },
  };
}

/** What goes through the SDK with a message of a visit. */
type Passed = Pick<Caller, "principal"> & { readonly unread?: UnreadProgress };

const reporter = (log: Log) => (error: Error) =>
  log.debug("protocol", { message: error.message });

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
  service: McpService,
  log: Log,
  isShown = true,
): Server {
  const { entries, handlers, instructions, name, title, version } = service;
  const has = (prefix: string) =>
    Object.keys(handlers).some((method) => method.startsWith(prefix));
  const isPublic = isShown && !entries.some(hasScopes);
  const cacheScope = isPublic ? ("public" as const) : ("private" as const);
  const hint = { ttlMs: FRESH, cacheScope };
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
      cacheHints: {
        "server/discover": hint,
        "tools/list": hint,
        "prompts/list": hint,
        "resources/list": hint,
        "resources/templates/list": hint,
      },
    },
  );
  server.onerror = reporter(log);
  const missing = new WeakSet<object>();
  const unread = { bytes: 0 };
  for (const method of Object.keys(handlers))
    server.setRequestHandler(method, ANY, async (params, context) => {
      try {
        const message = { method, params: asSent(params as Args, context) };
        const caller = toCaller(context, { log, server, unread });
        return await dispatch(service, message, caller);
      } catch (error) {
        if (context.mcpReq.envelope === undefined && isMissing(error))
          missing.add(error.data);
        throw error;
      }
    });
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    rewordErrors(missing, transport);
    return connect(transport);
  };
  return server;
}

/** What is elicited is checked by the runtime; the SDK's own check takes time and memory for each server. */
const unused = () => {
  throw new Error("nothing is checked here");
};

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

const hasScopes = ({ component }: RegisteredComponent) =>
  "scopes" in component && [component.scopes].flat().length > 0;

/** Parameters with what the SDK takes out of those of 2026-07-28. */
function asSent(params: Args, { mcpReq }: ServerContext): Args {
  const { envelope, inputResponses, requestState } = mcpReq;
  if (envelope === undefined) return params;
  const _meta = { ...Object(params["_meta"]), ...envelope } as Args;
  return { ...params, _meta, inputResponses, requestState: requestState() };
}

/** Clients of 2026-07-28 are asked by a result, behind which the handler begins anew: the feature `input-required`. */
function toCaller(
  context: ServerContext,
  {
    log,
    server,
    ...connection
  }: { log: Log; server: Server; unread: UnreadProgress },
): Caller {
  const { http, mcpReq } = context;
  const passed = (http?.authInfo?.extra ?? {}) as Passed; // as `given` says it
  const { principal, unread = connection.unread } = passed;
  const { _meta, envelope, id, signal } = mcpReq;
  const elicit: Caller["elicit"] = (params) =>
    mcpReq.send(
      { method: "elicitation/create", params },
      { timeout: 600_000, signal }, // a person may think for ten minutes
    );
  const canAsk = server.getClientCapabilities()?.elicitation;
  return {
    id: typeof id === "string" ? truncateText(id, MAX_TOKEN_LENGTH) : id,
    signal,
    log,
    headers: Object.fromEntries(http?.req?.headers ?? []),
    ...(principal && { principal }),
    ...(envelope === undefined && canAsk && { elicit }),
    progress: createProgress(_meta?.progressToken, unread, (notification) =>
      mcpReq.notify(notification),
    ),
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
