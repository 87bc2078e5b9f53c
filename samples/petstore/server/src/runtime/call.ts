// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Client } from "./client.js";
import type { ServerContext } from "./context.js";
import { lazy, resolveArguments, toInputSchema } from "./json-schema.js";
import type { RequestSpec } from "./request.js";
import type {
  ApiResponse,
  Args,
  CallSignals,
  Component,
  Context,
  HandlerResult,
  JsonSchema,
  Log,
  Principal,
  Schemas,
  ToolResult,
} from "./types.js";
import type { ValidationTarget } from "./validate-arguments.js";

/** The components of one API, and its client. */
export interface ApiDefinition {
  readonly components: readonly Component[];
  readonly schemas: Schemas;
  /** Fields that responses may have, by request. */
  readonly responseFields?: ResponseFields;
  /** Schemas of responses, by request. */
  readonly outputSchemas?: ResponseFields;
  /** Returns the client. Called once, when the server starts. */
  readonly client: (context: ServerContext) => Client;
  /** Validates arguments further once their names and types are right. Default: only the API does. */
  readonly check?: (
    args: Args,
    target: ValidationTarget,
    entry: RegisteredComponent,
  ) => Args;
  /** Describes the response headers for pages and counts, if there is more to fetch. Default: no description. */
  readonly pageHeaders?: (
    response: ApiResponse,
    invocation: {
      readonly args: Args;
      readonly entry: RegisteredComponent;
      readonly redact: Client["redact"];
    },
  ) => string | undefined;
  /** Returns the response for the handler, without fields that the document doesn't declare. Default: all fields. */
  readonly strip?: (
    response: ApiResponse,
    entry: RegisteredComponent,
    log: Log,
  ) => ApiResponse;
  /** Returns what callers get of a handler's value that is still in the shape of the response. Default: all of it. */
  readonly pick?: (
    value: HandlerResult,
    entry: RegisteredComponent,
  ) => HandlerResult;
}

/**
 * Fields that responses may have: objects of `properties` and `additionalProperties`, lists of `items`, and references
 * to them; `{}` is anything. The generator has already merged the branches, parts and subtypes of the document.
 */
export interface ResponseFields extends Pick<Schemas, "$defs"> {
  /** Schemas by request: `GET /pets`. */
  readonly operations: Readonly<Record<string, JsonSchema>>;
  /** Names of the headers for pages and counts in lower case, by request. */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** Statuses of the responses that a schema describes, by request. Default: `200` alone. */
  readonly statuses?: Readonly<Record<string, readonly string[]>>;
}

/** An API of a running server. */
export interface RegisteredApi extends Omit<ApiDefinition, "client"> {
  readonly client: () => Client;
}

/** A component, ready to be called. */
export interface RegisteredComponent<
  Kind extends Component = Component,
> extends RequestSpec {
  readonly component: Kind;
  readonly source: RegisteredApi;
  /** Schema of all arguments, with references. */
  readonly inputSchema: () => JsonSchema;
}

export function toRegisteredComponent(
  component: Component,
  source: RegisteredApi,
): RegisteredComponent {
  const { schemas } = source;
  const isSetByClient = (header: string) =>
    Object.hasOwn(clientFor(source, {}).headers, header);
  const [method = "", path = ""] = component.request.split(/ (.*)/s);
  const parameters = lazy(() => resolveArguments(component, schemas));
  const buildSchema = () =>
    toInputSchema(component, schemas, isSetByClient, parameters());
  const entry = { component, source, method, path, parameters, schemas };
  return { ...entry, inputSchema: lazy(buildSchema) };
}

/** Returns the client of an API for one caller. */
export function clientFor(source: RegisteredApi, caller: Partial<Caller>) {
  const { headers = {}, principal } = caller;
  const sharedClient = source.client();
  const client = principal
    ? { ...sharedClient, caller: principal.id, principal }
    : sharedClient;
  return sharedClient.forCaller?.(client, headers, principal) ?? client;
}

/** The sender of one MCP request to this server. */
export interface Caller extends CallSignals {
  /** Id of the JSON-RPC request, which the client chose. */
  readonly id: string | number;
  /** Identity of the caller; undefined if this server authenticates no one. */
  readonly principal?: Principal;
  readonly log: Log;
  /** Asks the user in front of the client; undefined if the client can't. */
  readonly elicit?: (question: Args) => Promise<object>;
  /** Name and version of the client, which no one has verified; undefined if the connection does not say. */
  readonly client?: { readonly name: string; readonly version: string };
}

/** A call of a component: the same object for all its hooks. */
export interface Call {
  readonly entry: RegisteredComponent;
  /** Arguments as the component gets them: valid, or still to be checked in `consent`. */
  readonly args: Args;
  /** Arguments as they reached the component. */
  readonly input: Args;
  readonly caller: Caller;
}

/** Steps that each call passes, in this order. Those of several features run in the order of the list. */
export interface CallHooks {
  /** Throws a `ProtocolError` if the caller may not use the component, which also hides it from lists. */
  readonly guard?: (entry: RegisteredComponent, caller: Caller) => void;
  /** Runs before the handler, when the arguments are valid; nothing is sent if it rejects. */
  readonly before?: (call: Call) => Promise<void> | void;
  /** Returns the context of the handler, extended. */
  readonly context?: (context: Context, call: Call) => Context;
  /**
   * Returns the value to show: cut, or with a note. Runs once, before text and structured content are made from that
   * value.
   */
  readonly result?: (value: HandlerResult, call: Call) => HandlerResult;
  /** True if `result` keeps results below a size that this server's owner chose. */
  readonly isBounded?: boolean;
  /** Returns the structured content of a tool's result, made from the value that `result` returned. Undefined: none. */
  readonly structuredContent?: (
    value: HandlerResult,
    call: Call,
    origin: ResultOrigin,
  ) => ToolResult["structuredContent"];
  /** Returns a result with descriptions of tools as they hold for a caller: that of `tools/list`, and what a search shows. */
  readonly describe?: <Result extends object>(
    result: Result,
    caller: Caller,
  ) => Result;
  /** Receives the outcome of a confirmation: `accept`, `decline`, `nobody`, `repeat`. */
  readonly consent?: (outcome: string, call: Call) => void;
}

/**
 * Source of a handler's value. `response`: the response of its `send`, unchanged. `handler`: a value that the handler
 * made.
 */
export type ResultOrigin = "response" | "handler";

/** Handles one method of MCP. Rejects with a `ProtocolError`. */
export interface MethodHandler {
  (
    params: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Promise<object> | object;
  /** True if the method returns pages and takes a cursor. */
  readonly isPaged?: true;
  /** Message to log when the server starts. */
  readonly notice?: string;
  /** Finds the component that a message addresses, so that its guards are asked, whichever feature responds. */
  readonly findEntry?: (
    params: Readonly<Record<string, unknown>>,
  ) => RegisteredComponent | undefined;
}

/** Handlers by method: `tools/call`. */
export type MethodHandlers = Readonly<Record<string, MethodHandler>>;
