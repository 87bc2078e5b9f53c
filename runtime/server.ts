import { toRegisteredComponent } from "./call.js";
import { warnOfVariables } from "./client-arguments.js";
import type {
  Caller,
  MethodHandler,
  MethodHandlers,
  RegisteredComponent,
} from "./call.js";
import { startParts } from "./context.js";
import type { ServerContext } from "./context.js";
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from "./errors.js";
import type {
  Feature,
  Listing,
  HttpExchange,
  McpService,
  Server,
  ServerDefinition,
} from "./feature.js";
import { guardHandlers, guardResults } from "./guard.js";
import type { EntryFinder } from "./guard.js";
import { joinHooks } from "./hooks.js";
import { isSchema, lazy } from "./json-schema.js";
import { assertOrder, isOutside } from "./order.js";
import { createToolHandlers } from "./tools.js";
import type { Args, Component } from "./types.js";

/**
 * Defines a server. Nothing is read, opened or connected before it is opened. Throws if a feature is at a wrong place.
 */
export function defineServer(definition: ServerDefinition): Server {
  assertOrder(definition.features ?? []);
  return { ...definition, opened: new Map() };
}

/** Creates the service of a server for a context. Throws if two tools have the same name. */
export function createService(
  definition: ServerDefinition,
  context: ServerContext,
): McpService {
  const {
    features = [],
    instructions,
    listing,
    name,
    title,
    version,
  } = definition;
  const apis = definition.sources.map((source) => ({
    ...source,
    client: lazy(() => source.client(context)),
  }));
  const allEntries = apis
    .flatMap((api) =>
      api.components.map((component) => toRegisteredComponent(component, api)),
    )
    .sort((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));
  const entries = allEntries.filter(({ component }) => isListed(component));
  const plainService: McpService = {
    name,
    version,
    ...(title !== undefined && { title }),
    ...(instructions !== undefined && { instructions }),
    definition,
    context,
    handlers: {},
    hooks: {},
    entries,
    unlistedEntries: allEntries.filter(({ component }) => !isListed(component)),
    apis,
    pagedMethods: new Set(),
    notices: new Set(),
    calls: new Set(),
  };
  const hooks = joinHooks(
    features.map((feature) => feature.hooks?.(plainService) ?? {}),
  );
  const service = { ...plainService, hooks };
  const { stacked: handlers, traits } = stackHandlers(
    service,
    features,
    listing,
  );
  for (const { component } of entries) {
    const feature = component.kind === "prompt" ? "prompts" : "resources";
    if (component.kind !== "tool" && !handlers[`${feature}/list`])
      throw new Error(`${component.name} needs the feature ${feature}.`);
  }
  return {
    ...service,
    handlers,
    pagedMethods: new Set(
      traits.flatMap(({ isPaged, method }) => (isPaged ? [method] : [])),
    ),
    notices: new Set(traits.flatMap(({ notice }) => notice ?? [])),
  };
}

/** Starts the parts of a server, and logs which credentials are missing. Rejects if a part fails to start. */
export async function startService({
  apis,
  context,
  notices,
}: McpService): Promise<void> {
  const clients = apis.map(({ client, components }) => {
    const { credentials, transport, ...apiClient } = client();
    return { apiClient, components, credentials, transport };
  });
  await startParts(context);
  for (const { apiClient, components, credentials, transport } of clients) {
    if (!transport.isDryRun) credentials?.warn(components, context.log);
    warnOfVariables(components, apiClient, context.log);
  }
  for (const message of notices) context.log.warn("notice", { message });
}

/**
 * Adds the methods of the features, from the last to the first, to those of the core. Guards are asked below the
 * features that record who calls, so that a refusal is recorded, and once more of the outermost handler, so that no
 * feature can respond in their place.
 */
function stackHandlers(
  service: McpService,
  features: readonly Feature[],
  listing: Listing | undefined,
) {
  const traits: (Pick<MethodHandler, "isPaged" | "notice"> & {
    readonly method: string;
  })[] = [];
  const finders: EntryFinder[] = [];
  let stacked: MethodHandlers = {};
  const addHandlers = (handlers: MethodHandlers) => {
    for (const [method, { findEntry, ...trait }] of Object.entries(handlers)) {
      traits.push({ ...trait, method });
      if (findEntry) finders.push({ method, findEntry });
    }
    stacked = { ...stacked, ...handlers };
  };
  addHandlers(createToolHandlers(service, listing));
  const firstInside = features.findLastIndex(isOutside) + 1;
  for (const feature of features.slice(firstInside).toReversed())
    addHandlers(feature.methods?.({ ...service, handlers: stacked }) ?? {});
  stacked = guardHandlers(service, stacked, finders);
  for (const feature of features.slice(0, firstInside).toReversed())
    addHandlers(feature.methods?.({ ...service, handlers: stacked }) ?? {});
  return { stacked: guardResults(service, stacked, finders), traits };
}

/** True for a component that clients see. */
export const isListed = ({ listed = true }: Component): boolean => listed;

const toSortKey = ({
  component: { description = "", name },
}: RegisteredComponent) =>
  `${/^ *Deprecated[.:]/m.test(description) ? 1 : 0} ${name}`;

/**
 * Handles one message. Rejects with a `ProtocolError` if the method does not exist, or if its parameters are invalid.
 */
export async function dispatch(
  { calls, handlers, pagedMethods }: McpService,
  { method, params = {} }: { readonly method: string; readonly params?: Args },
  caller: Caller,
): Promise<Record<string, unknown>> {
  const handler = Object.hasOwn(handlers, method) && handlers[method];
  if (!handler) throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
  const { arguments: args = {}, cursor, name = "", uri = "" } = params;
  const isText = typeof name === "string" && typeof uri === "string";
  // A list is one page unless it is too long, since many clients read no second page.
  const isUnexpectedCursor = Boolean(cursor) && !pagedMethods.has(method);
  if (isUnexpectedCursor || !isText || !isSchema(args))
    throw new ProtocolError(INVALID_PARAMS, "Invalid params");
  calls.add(params);
  try {
    return { ...(await handler(params, caller)) };
  } finally {
    calls.delete(params);
  }
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
