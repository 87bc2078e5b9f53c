import { toRegisteredComponent } from "./invoke.js";
import type {
  Caller,
  RegisteredComponent,
  MethodHandler,
  ApiDefinition,
} from "./invoke.js";
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from "./errors.js";
import { isSchema, lazy } from "./json-schema.js";
import { createToolHandlers } from "./tools.js";
import type { Listing } from "./tools.js";
import type { Args, Log, Principal } from "./types.js";

/** Name, description and components of a server. */
export interface ServerDefinition {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  /** Text for the model about the server as a whole. */
  readonly instructions?: string;
  readonly sources: readonly ApiDefinition[];
  /** Converts argument schemas with references to shared schemas for the listing. Default: unchanged. */
  readonly listing?: Listing;
  /**
   * Features in addition to calling tools, or around it; each receives the service that the features before it made.
   */
  readonly features?: readonly Feature[];
}

/** Adds methods of MCP, or wraps existing ones. */
export type Feature = (service: McpService) => Partial<McpService["handlers"]>;

/** The complete server, independent of its connection. Created once and shared by all connections. */
export interface McpService extends Omit<
  ServerDefinition,
  "features" | "listing" | "sources"
> {
  /** Definition from which the service was made. */
  readonly definition: ServerDefinition;
  /** Handlers by method: `tools/call`. */
  readonly handlers: Readonly<Record<string, MethodHandler>>;
  /** Components sorted by name, with deprecated ones at the end. */
  readonly entries: readonly RegisteredComponent[];
  /** Calls in progress. */
  readonly calls: Set<object>;
  /** Functions that wrap the caller of a resource, so that features of any order shape its result. */
  readonly readers: Set<(caller: Caller, read: ResourceRead) => Caller>;
  /** Functions that change results with schemas of tools for one caller: `tools/list`, and what a search describes. */
  readonly describers: Set<
    (caller: Caller) => <Result extends object>(result: Result) => Result
  >;
  /** Reasons why this server is not ready, from the features that have them. */
  readonly problems: Set<string>;
  /** Connections and files of features: opened when the server starts, closed after it has ended. */
  readonly lifecycles: Set<Lifecycle>;
  /** Removes the secrets of all clients from text. */
  readonly redact: (text: string) => string;
  /** Starts the transports, and logs which credentials are missing. Rejects if a transport fails to start. */
  start(log: Log): Promise<void>;
  /** Closes the transports. */
  close(): Promise<void>;
}

/** Lifecycle of a feature. The server does not start if `start` rejects. */
export interface Lifecycle {
  start?(log: Log): Promise<void> | void;
  close?(): Promise<void> | void;
}

/** Reading of one resource. */
export interface ResourceRead {
  readonly entry: RegisteredComponent;
  readonly args: Args;
}

/** Creates the service of a server. Throws if two tools have the same name. */
export function defineServer(definition: ServerDefinition): McpService {
  const { features = [], listing, ...identity } = definition;
  const sources = definition.sources.map((source) => ({
    ...source,
    client: lazy(source.client),
  }));
  const entries = sources
    .flatMap((source) =>
      source.components.map((component) =>
        toRegisteredComponent(component, source),
      ),
    )
    .sort((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));
  const baseService: McpService = {
    ...identity,
    definition,
    handlers: createToolHandlers(entries, listing),
    entries,
    calls: new Set(),
    readers: new Set(),
    describers: new Set(),
    problems: new Set(),
    lifecycles: new Set(),
    redact: (text) =>
      sources.reduce(
        (redactedText, { client }) => client().redact(redactedText),
        text,
      ),
    async start(log) {
      for (const lifecycle of baseService.lifecycles)
        await lifecycle.start?.(log);
      for (const { client, components } of sources) {
        const { credentials, transport } = client();
        await transport.start?.();
        if (!transport.isDryRun) credentials?.warn(components, log);
      }
      for (const { notice } of Object.values(completeService.handlers))
        if (notice !== undefined) log.warn("notice", { message: notice });
    },
    async close() {
      // A transport that fails must not keep the others from closing.
      await Promise.allSettled([
        ...sources.map(async ({ client }) => client().transport.close?.()),
        ...[...baseService.lifecycles].map(async (lifecycle) =>
          lifecycle.close?.(),
        ),
      ]);
    },
  };
  const completeService = features.reduce<McpService>((service, feature) => {
    const handlers = Object.assign({}, service.handlers, feature(service));
    return { ...service, handlers };
  }, baseService);
  for (const { component } of entries) {
    const feature = component.kind === "prompt" ? "prompts" : "resources";
    if (
      component.kind !== "tool" &&
      !completeService.handlers[`${feature}/list`]
    )
      throw new Error(`${component.name} needs the feature ${feature}.`);
  }
  return completeService;
}

const toSortKey = ({
  component: { description = "", name },
}: RegisteredComponent) =>
  `${/^ *Deprecated[.:]/m.test(description) ? 1 : 0} ${name}`;

/**
 * Handles one message. Rejects with a `ProtocolError` if the method does not exist, or if its parameters are invalid.
 */
export async function dispatch(
  { calls, handlers }: McpService,
  { method, params = {} }: { readonly method: string; readonly params?: Args },
  caller: Caller,
): Promise<Record<string, unknown>> {
  const handler = Object.hasOwn(handlers, method) && handlers[method];
  if (!handler) throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
  const { arguments: args = {}, cursor, name = "", uri = "" } = params;
  const isText = typeof name === "string" && typeof uri === "string";
  // A list is one page unless it is too long, since many clients read no second page.
  const isUnexpectedCursor = Boolean(cursor) && handler.isPaged !== true;
  if (isUnexpectedCursor || !isText || !isSchema(args))
    throw new ProtocolError(INVALID_PARAMS, "Invalid params");
  calls.add(params);
  try {
    return { ...(await handler(params, caller)) };
  } finally {
    calls.delete(params);
  }
}

/** An authenticated HTTP request. Its signal aborts when the client no longer waits for the response. */
export interface HttpExchange {
  readonly request: Pick<Request, "headers" | "method" | "signal" | "url">;
  /** Headers of the request, without the caller's credentials. */
  readonly headers: Headers;
  /** Parsed body of a POST. */
  readonly message: unknown;
  /** Identity of the caller; undefined if this server authenticates no one. */
  readonly principal: Principal | undefined;
}

/** Progress on one response, or on one connection of another kind, that was sent and not yet read. */
export interface UnreadProgress {
  bytes: number;
  /**
   * True for a response, which subtracts the bytes that the client reads; otherwise, bytes count as read once they are
   * written.
   */
  readonly isResponse?: boolean;
}

/** Limits: characters of an id or token that the client chose and that is sent back to it; bytes of unread progress. */
export const MAX_TOKEN_LENGTH = 256;
const MAX_UNREAD = 1024 * 1024;

/**
 * Creates the function that reports progress to a client, in numbers that rise. It sends nothing if the client gave no
 * token or a token that is too long to be repeated, and nothing as long as a megabyte of progress is unread: progress
 * may be lost, memory not. https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export function createProgress(
  token: unknown,
  unread: UnreadProgress,
  notify: (notification: ProgressNotification) => Promise<void>,
): Caller["progress"] {
  let progress = 0;
  const isText = typeof token === "string" && token.length <= MAX_TOKEN_LENGTH;
  if (!isText && typeof token !== "number") return () => undefined;
  return (message) => {
    if (unread.bytes > MAX_UNREAD) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    const bytes = Buffer.byteLength(JSON.stringify(params));
    unread.bytes += bytes;
    const countWritten = () => {
      if (!unread.isResponse) unread.bytes -= bytes;
    };
    // The promise rejects if the connection has ended.
    notify({ method: "notifications/progress", params }).then(
      countWritten,
      countWritten,
    );
  };
}

type ProgressNotification = {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly message: string;
  };
};

/** Returns a response that subtracts the bytes that the client reads. */
export function trackUnread(
  response: Response,
  unread: UnreadProgress,
): Response {
  const { body, headers, status } = response;
  if (!body || headers.get("content-type") !== "text/event-stream")
    return response;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unread.bytes = Math.max(unread.bytes - chunk.length, 0);
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter), { status, headers });
}

/**
 * True if the response should be a stream: for progress, or for a client that accepts nothing else. Sets `Accept` to
 * both types if it has one of them, as the SDK requires.
 */
export function prefersStream({ headers, message }: HttpExchange): boolean {
  const accept = headers.get("accept") ?? "*/*";
  const isStream = /text\/(event-stream|\*)|\*\/\*/.test(accept);
  const isJson = /application\/(json|\*)|\*\/\*/.test(accept);
  if (isJson || isStream)
    headers.set("accept", "application/json, text/event-stream");
  const toFields = (value: unknown) => Object(value) as Args;
  const hasProgressToken = (request: unknown) =>
    "progressToken" in toFields(toFields(toFields(request)["params"])["_meta"]);
  return !isJson || (isStream && [message].flat().some(hasProgressToken));
}
