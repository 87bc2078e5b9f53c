// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type {
  ApiDefinition,
  CallHooks,
  MethodHandlers,
  RegisteredComponent,
} from "./call.js";
import type { JsonSchema, Log, Schemas } from "./types.js";

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
  /** True if several of its name may be listed, such as limits for a minute and for a day. */
  readonly isRepeatable?: true;
  /** Steps that each call passes, whichever method it came by. */
  readonly hooks?: (service: McpService) => CallHooks;
  /** Methods of MCP that it adds or wraps: `service.handlers` are those of the features below it. */
  readonly methods?: (service: McpService) => MethodHandlers;
}

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
}

/** The complete server, independent of its connection. Created once and shared by all connections. */
export interface McpService extends Omit<
  ServerDefinition,
  "features" | "listing" | "sources"
> {
  /** Definition from which the service was made. */
  readonly definition: ServerDefinition;
  /** Handlers by method: `tools/call`. */
  readonly handlers: MethodHandlers;
  /** Hooks of all features. */
  readonly hooks: CallHooks;
  /** Components sorted by name, with deprecated ones at the end. */
  readonly entries: readonly RegisteredComponent[];
  /** Methods that return pages and take a cursor. */
  readonly pagedMethods: ReadonlySet<string>;
  /** Calls in progress. */
  readonly calls: Set<object>;
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
