// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type {
  ApiDefinition,
  CallHooks,
  MethodHandlers,
  RegisteredApi,
  RegisteredComponent,
} from "./call.js";
import type { Environment, ServerContext } from "./context.js";
import type { JsonSchema, Log, Principal, Schemas } from "./types.js";

/** Positions of features in a request's way, from the client to the component. */
export type Stage = "connection" | "guard" | "record" | "call" | "methods";

/** A part of a server, which `server.ts` lists. */
export interface Feature {
  readonly name: string;
  /** Never there, so that the compiler refuses a function: `etag` instead of `etag()`. */
  readonly length?: never;
  /** Position in the list. Default: none, so that it may be anywhere. */
  readonly stage?: Stage;
  /** Names of features that must be above it if they are listed: the few pairs of one stage whose order matters. */
  readonly below?: readonly string[];
  /** Names of features that must be listed, too. */
  readonly requires?: readonly string[];
  /** Names of features whose work it does as well, so that they can't be listed. */
  readonly includes?: readonly string[];
  /** True if several of its name may be listed, such as limits for a minute and for a day. */
  readonly isRepeatable?: true;
  /**
   * Parts of the context, by name, which one feature alone may provide. They are made before anything uses them: `env`
   * first, and then the rest, which may read it.
   */
  readonly provide?: {
    readonly [Part in keyof ServerContext]?: (
      context: ServerContext,
    ) => ServerContext[Part];
  };
  /** Part of the server that is served, by the flags and variables of its start. Default: all of it. */
  readonly select?: (
    definition: ServerDefinition,
    flags: Flags,
    context: ServerContext,
  ) => ServerDefinition;
  /** Reason to refuse a start over HTTP at which no caller authenticates. Default: it starts. */
  readonly needsCallers?: string;
  /** Steps that each call passes, whichever method it came by. */
  readonly hooks?: (service: McpService) => CallHooks;
  /** Methods of MCP that it adds or wraps: `service.handlers` are those of the features below it. */
  readonly methods?: (service: McpService) => MethodHandlers;
}

/** Flags of a start, by name. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** Converts the argument schema of a component into the form that clients see. */
export type Listing = (
  schema: JsonSchema,
  schemas: Schemas,
  request: string,
) => JsonSchema;

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
  /** Features in addition to calling tools, or around it. A request passes them from the first to the last. */
  readonly features?: readonly Feature[];
  /** Functions around the HTTP handler. A request passes them from the first to the last. */
  readonly http?: readonly HttpMiddleware[];
  /** Authenticates callers over HTTP. Default: by `MCP_TOKENS`; without it, anyone who reaches the server may call. */
  readonly auth?: (service: McpService, log: Log) => Authenticator;
  /** Endpoint that keeps sessions, if the server is started with `sessions`. */
  readonly sessions?: (service: McpService, log: Log) => McpEndpoint;
}

/** The parts of a request that this server reads; every `Request` has them. */
export type IncomingRequest = Pick<
  Request,
  "headers" | "method" | "signal" | "url"
> & { readonly body: AsyncIterable<Uint8Array> | null };

export type HttpHandler = (request: IncomingRequest) => Promise<Response>;

/** Context of an HTTP handler: the server's, and the settings that the handler follows. */
export interface HttpContext
  extends ServerContext, Pick<ServerDefinition, "name" | "version"> {
  /** Path of the endpoint: `/mcp`. */
  readonly path: string;
  /** Web pages that may call: allowed values of `Origin`. */
  readonly allowedOrigins: readonly string[];
}

/** Wraps the HTTP handler below it in the list. */
export type HttpMiddleware = (
  handler: HttpHandler,
  context: HttpContext,
) => HttpHandler;

/** Authenticates the callers of this server. */
export interface Authenticator {
  /** Returns the identity of a request's sender, or the response that refuses the request. */
  authenticate(request: IncomingRequest): Promise<Principal | Response>;
  /** Returns the response that refuses a message of this caller; undefined if the message is allowed. */
  refuse?(message: unknown, principal: Principal): Response | undefined;
  /** Paths of documents that anyone may read, in addition to the endpoint's. */
  readonly documents?: readonly string[];
}

/** Handles authenticated requests. */
export interface McpEndpoint {
  /** HTTP methods, for the header `Allow`: `POST`, `GET, POST, DELETE`. */
  readonly methods: string;
  handle(exchange: HttpExchange): Promise<Response>;
  /** Ends connections that stay open without a call. */
  drain?(): void;
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

/** Definition of a server, which is data until it is opened. */
export interface Server extends ServerDefinition {
  /** Parts that are open, and secrets that were removed from an environment, by environment. */
  readonly opened: Map<Environment, OpenedServer>;
}

/** A server as it is open in one environment. */
export interface OpenedServer {
  readonly removedVariables: ServerContext["removedVariables"];
  /** Services by the flags of their start. */
  readonly services: Map<
    string,
    { readonly service: Promise<McpService>; users: number }
  >;
}

/** The complete server, independent of its connection. Created once and shared by all connections. */
export interface McpService extends Pick<
  ServerDefinition,
  "instructions" | "name" | "title" | "version"
> {
  /** Definition from which the service was made. */
  readonly definition: ServerDefinition;
  readonly context: ServerContext;
  /** Handlers by method: `tools/call`. */
  readonly handlers: MethodHandlers;
  /** Hooks of all features. */
  readonly hooks: CallHooks;
  /** Components sorted by name, with deprecated ones at the end. */
  readonly entries: readonly RegisteredComponent[];
  /** Components that no client sees, which handlers may call. */
  readonly unlistedEntries: readonly RegisteredComponent[];
  /** APIs with their clients. */
  readonly apis: readonly RegisteredApi[];
  /** Methods that return pages and take a cursor. */
  readonly pagedMethods: ReadonlySet<string>;
  /** Messages to log when the server starts. */
  readonly notices: ReadonlySet<string>;
  /** Calls in progress. */
  readonly calls: Set<object>;
}
