// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
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

/** What a server is called, and what it offers. */
export interface ServerDefinition {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  /** What it tells the model about itself as a whole. */
  readonly instructions?: string;
  readonly sources: readonly ApiDefinition[];
  /** How arguments are listed that refer to shared schemas. Default: as they are written. */
  readonly listing?: Listing;
  /** What the server does besides calling tools, or around it; each sees what the ones before it made. */
  readonly features?: readonly Feature[];
}

/** Adds methods of MCP, or wraps those that are there. */
export type Feature = (service: McpService) => Partial<McpService["handlers"]>;

/** Everything that a server does, whatever connects it. Made once and shared by all connections. */
export interface McpService extends Omit<
  ServerDefinition,
  "features" | "listing" | "sources"
> {
  /** What it was made of. */
  readonly definition: ServerDefinition;
  /** By method: `tools/call`. */
  readonly handlers: Readonly<Record<string, MethodHandler>>;
  /** Sorted by name; what is deprecated stands last. */
  readonly entries: readonly RegisteredComponent[];
  /** Calls under way. */
  readonly calls: Set<object>;
  /** Takes the secrets of all clients out of text. */
  readonly redact: (text: string) => string;
  /** Starts what transports need, and tells which credentials are missing. Rejects where that fails. */
  start(log: Log): Promise<void>;
  /** Ends what was started. */
  close(): Promise<void>;
}

/** Prepares what a server offers. Throws where two tools have the same name. */
export function defineServer(offer: ServerDefinition): McpService {
  const { features = [], listing, ...named } = offer;
  const sources = offer.sources.map((source) => ({
    ...source,
    client: lazy(source.client),
  }));
  const entries = sources
    .flatMap((one) =>
      one.components.map((each) => toRegisteredComponent(each, one)),
    )
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const base: McpService = {
    ...named,
    definition: offer,
    handlers: createToolHandlers(entries, listing),
    entries,
    calls: new Set(),
    redact: (text) =>
      sources.reduce((rest, { client }) => client().redact(rest), text),
    async start(log) {
      for (const { client, components } of sources) {
        const { credentials, transport } = client();
        await transport.start?.();
        if (!transport.isDryRun) credentials?.warn(components, log);
      }
      for (const { notice } of Object.values(whole.handlers))
        if (notice !== undefined) log.warn("notice", { message: notice });
    },
    async close() {
      // One that fails must not keep the others from ending.
      await Promise.allSettled(
        sources.map(async ({ client }) => client().transport.close?.()),
      );
    },
  };
  const whole = features.reduce<McpService>((service, feature) => {
    const handlers = Object.assign({}, service.handlers, feature(service));
    return { ...service, handlers };
  }, base);
  for (const { component } of entries) {
    const feature = component.kind === "prompt" ? "prompts" : "resources";
    if (component.kind !== "tool" && !whole.handlers[`${feature}/list`])
      throw new Error(`${component.name} needs the feature ${feature}.`);
  }
  return whole;
}

const placeOf = ({
  component: { description = "", name },
}: RegisteredComponent) =>
  `${/^ *Deprecated[.:]/m.test(description) ? 1 : 0} ${name}`;

/** Answers one message. Rejects with a `ProtocolError` where there is no such method, or its parameters are wrong. */
export async function dispatch(
  { calls, handlers }: McpService,
  { method, params = {} }: { readonly method: string; readonly params?: Args },
  caller: Caller,
): Promise<Record<string, unknown>> {
  const handler = Object.hasOwn(handlers, method) && handlers[method];
  if (!handler) throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
  const { arguments: args = {}, cursor, name = "", uri = "" } = params;
  const isText = typeof name === "string" && typeof uri === "string";
  // Lists are one page, since many clients read no second one, but where they are too long for that.
  const isOneTooMany = Boolean(cursor) && handler.isPaged !== true;
  if (isOneTooMany || !isText || !isSchema(args))
    throw new ProtocolError(INVALID_PARAMS, "Invalid params");
  calls.add(params);
  try {
    return { ...(await handler(params, caller)) };
  } finally {
    calls.delete(params);
  }
}

/** One HTTP request that was let in. Its signal aborts when nobody waits for the answer any more. */
export interface HttpExchange {
  readonly request: Pick<Request, "headers" | "method" | "signal" | "url">;
  /** Those of the request, without what the caller proved itself with. */
  readonly headers: Headers;
  /** The parsed body of a POST. */
  readonly message: unknown;
  /** Undefined where this server asks nobody who they are. */
  readonly principal: Principal | undefined;
}

/** What a client was told on one response, or on one connection of another kind, and has not read yet. */
export interface UnreadProgress {
  bytes: number;
  /** A response counts down what is read of it; elsewhere, what is written counts as read. */
  readonly isResponse?: boolean;
}

/** Characters of an id or a token that a client chose, and that is said again to it; bytes of progress that wait for it. */
export const MAX_TOKEN_LENGTH = 256;
const MAX_UNREAD = 1024 * 1024;

/**
 * Tells a client how far its call is, in numbers that rise. It is told nothing where it gave no token, or one that is
 * too long to be said again each time, nor as long as a megabyte of this waits for it: progress may be lost, memory not.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export function createProgress(
  token: unknown,
  unread: UnreadProgress,
  notify: (notification: Progress) => Promise<void>,
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
    const written = () => {
      if (!unread.isResponse) unread.bytes -= bytes;
    };
    // Rejects where the connection has ended.
    notify({ method: "notifications/progress", params }).then(written, written);
  };
}

type Progress = {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly message: string;
  };
};

/** The response of a visit, which counts down what is read of it. */
export function trackUnread(
  response: Response,
  unread: UnreadProgress,
): Response {
  const { body, headers, status } = response;
  if (!body || headers.get("content-type") !== "text/event-stream")
    return response;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unread.bytes = Math.max(unread.bytes - chunk.length, 0);
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(count), { status, headers });
}

/** Whether to stream: for progress, or to a client that takes nothing else. Sets `Accept` to both types where it has either, as the SDK wants it. */
export function prefersStream({ headers, message }: HttpExchange): boolean {
  const accept = headers.get("accept") ?? "*/*";
  const isStream = /text\/(event-stream|\*)|\*\/\*/.test(accept);
  const isJson = /application\/(json|\*)|\*\/\*/.test(accept);
  if (isJson || isStream)
    headers.set("accept", "application/json, text/event-stream");
  const fieldsOf = (value: unknown) => Object(value) as Args;
  const isAsked = (one: unknown) =>
    "progressToken" in fieldsOf(fieldsOf(fieldsOf(one)["params"])["_meta"]);
  return !isJson || (isStream && [message].flat().some(isAsked));
}
