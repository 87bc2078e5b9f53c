import { validateArguments } from "./validate-arguments.js";
import type { ValidationTarget } from "./validate-arguments.js";
import type { Client } from "./client.js";
import { CallError, UpstreamError } from "./errors.js";
import { formatBytes } from "./media.js";
import { selectBody, buildRequestHead } from "./request.js";
import type { RequestSpec } from "./request.js";
import {
  toInputSchema,
  lazy,
  getOwn,
  resolveArguments,
} from "./json-schema.js";
import { send } from "./send.js";
import type {
  ApiResponse,
  Args,
  Component,
  Context,
  HandlerResult,
  JsonSchema,
  Log,
  Principal,
  Schemas,
  Tool,
  ToolResult,
  CallSignals,
} from "./types.js";

/** The components of one API, and its client. */
export interface ApiDefinition {
  readonly components: readonly Component[];
  readonly schemas: Schemas;
  /** Fields that responses may have, by request. */
  readonly responseFields?: ResponseFields;
  /** Schemas of responses, by request. */
  readonly outputSchemas?: ResponseFields;
  /** Returns the client. Called once, when the client is first needed. */
  readonly client: () => Client;
  /** Validates arguments further once their names and types are right. Default: only the API does. */
  readonly check?: (
    args: Args,
    target: ValidationTarget,
    entry: RegisteredComponent,
  ) => Args;
  /** Describes the response headers for pages and counts, if there is more to fetch. Default: no description. */
  readonly pageHeaders?: (
    response: ApiResponse,
    invocation: { readonly args: Args; readonly entry: RegisteredComponent },
  ) => string | undefined;
  /** Returns the response for the handler, without fields that the document doesn't declare. Default: all fields. */
  readonly strip?: (
    response: ApiResponse,
    entry: RegisteredComponent,
    log: Log,
  ) => ApiResponse;
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

/** A component, ready to be called. */
export interface RegisteredComponent<
  Kind extends Component = Component,
> extends RequestSpec {
  readonly component: Kind;
  readonly source: ApiDefinition;
  /** Schema of all arguments, with references. */
  readonly inputSchema: () => JsonSchema;
}

export function toRegisteredComponent(
  component: Component,
  source: ApiDefinition,
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
export function clientFor(source: ApiDefinition, caller: Partial<Caller>) {
  const { headers = {}, principal } = caller;
  const sharedClient = source.client();
  const client = principal
    ? { ...sharedClient, caller: principal.id }
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
  /** Throws a `ProtocolError` if this caller may not use the component. */
  readonly guard?: (component: Component) => void;
  /** Runs before the handler, when the arguments are valid; nothing is sent if it rejects. */
  readonly beforeHandler?: (
    entry: RegisteredComponent,
    args: Args,
  ) => Promise<void> | void;
  /** Receives the outcome of a confirmation for which no one was asked: `nobody`, `repeat`. */
  readonly onConsent?: (outcome: string) => void;
  /** Name and version of the client, which no one has verified; undefined if the connection does not say. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Returns the context of a handler, extended by features. */
  readonly context?: (context: Context) => Context;
  /**
   * Returns the value to show, as features change it: cut, or with a note. Called once, before text and structured
   * content are made from that value.
   */
  readonly result?: (value: HandlerResult) => HandlerResult;
  /** True if `result` keeps results below a size that this server's owner chose. */
  readonly isBounded?: boolean;
  /** Returns the structured content of a tool's result, made from the value that `result` returned. Undefined: none. */
  readonly structuredContent?: (
    value: HandlerResult,
    origin: ResultOrigin,
  ) => ToolResult["structuredContent"];
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
}

/** A call of a component. */
export interface Invocation<Result> {
  readonly entry: RegisteredComponent;
  /** Components of this server, for a handler that calls others. */
  readonly entries: readonly RegisteredComponent[];
  readonly args: Args;
  readonly caller: Caller;
  /** Converts the value to show into an MCP result. */
  readonly convert: (value: HandlerResult, origin: ResultOrigin) => Result;
}

/** Limit of one message in bytes. The MCP SDK closes a stdio connection beyond 10 MiB. */
const MAX_MESSAGE_BYTES = 9 * 1024 * 1024;
/**
 * Largest factor by which a text's bytes grow in a message. The message holds the text twice, and JSON writes `\u0000`
 * with six characters, other escapes with two.
 */
const MAX_GROWTH = 12;
const estimateGrowth = (text: string) =>
  /[\0-\x1f]/.test(text) ? MAX_GROWTH : 4;

/**
 * Validates the arguments, runs the handler and writes to the log. Rejects with a `CallError`, whose message may leave
 * the server.
 */
export async function invoke<Result extends object>(
  invocation: Invocation<Result>,
): Promise<Result> {
  const { caller, convert, entry } = invocation;
  const { component, method, path, source } = entry;
  const { id, log, principal, signal } = caller;
  caller.guard?.(component);
  const { redact } = clientFor(source, caller);
  const { apiResponses, context, end, findOrigin } = createContext(invocation);
  const startTime = performance.now();
  const writeLog = (level: keyof Log, event: string, fields: object = {}) =>
    log[level](event, {
      [component.kind]: component.name,
      ...(path && { method, path }),
      status: apiResponses.at(-1)?.status,
      ms: Math.round(performance.now() - startTime),
      id,
      principal: principal?.name ?? principal?.id,
      ...fields,
    });
  try {
    for (const target of component.calls ?? [])
      assertCallable(target, component);
    const args = prepareArguments(entry, invocation.args);
    if (caller.beforeHandler) await caller.beforeHandler(entry, args);
    const value = await component.handler(args, context);
    const origin = findOrigin(value);
    const shapedValue = caller.result ? caller.result(value) : value;
    const isUnchanged =
      origin === "response" && readData(shapedValue) === readData(value);
    const annotatedValue = isUnchanged
      ? addPageHeaders(shapedValue, args, invocation)
      : shapedValue;
    const result = convert(annotatedValue, origin);
    const bytes = countBytes(result);
    // The response of `send` holds no secrets any more, and the SDK serializes it anyway: no second pass here.
    const isClean = apiResponses.some((response) => response === value);
    const isSmall =
      bytes * MAX_GROWTH < MAX_MESSAGE_BYTES ||
      estimateBytes(result) < MAX_MESSAGE_BYTES;
    const json = isClean && isSmall ? "" : JSON.stringify(result);
    const size = Buffer.byteLength(json);
    if (size > MAX_MESSAGE_BYTES)
      throw new CallError(
        `The response is too large for one message (${formatBytes(size)}). Ask for less: use a filter, a page or fewer fields.`,
      );
    writeLog("info", "call", { bytes });
    if (isClean || redact(json) === json) return result;
    return JSON.parse(json, (_name, part: unknown) =>
      typeof part === "string" ? redact(part) : part,
    ) as Result; // redaction maps strings to strings, so the type stays
  } catch (error) {
    const stack = error instanceof Error ? error.stack : toLogText(error);
    if (signal.aborted) writeLog("info", "cancelled");
    else if (error instanceof UpstreamError)
      writeLog("warn", "call", { status: error.status, error: error.name });
    else if (error instanceof CallError)
      writeLog("warn", "call", { error: error.name });
    else writeLog("error", "call", { error: redact(stack ?? "") });
    if (!(error instanceof CallError))
      throw new CallError(
        "The call failed because of an error in this server. Its log has the details.",
      );
    error.message = redact(error.message);
    throw error;
  } finally {
    end();
  }
}

/** Text of a thrown value that is not an `Error`, such as a response of an API; its `toString` may not be a function. */
function toLogText(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null
    ? `A handler threw an object that is not an Error: ${Object.keys(thrown).slice(0, 10).join(", ")}`
    : String(thrown);
}

/** Returns the arguments for the handler. Throws a `CallError` that lists the problems of invalid arguments. */
export function prepareArguments(
  entry: RegisteredComponent,
  rawArgs: Args,
): Args {
  const { component, source } = entry;
  const { bodyRequired, name } = component;
  const fullSchema = entry.inputSchema();
  const isBodyOmitted =
    bodyRequired === "expected" && !selectBody(entry, rawArgs);
  const schema = isBodyOmitted ? { ...fullSchema, required: [] } : fullSchema;
  const target = { ...source.schemas, name, schema };
  const validArgs = validateArguments(rawArgs, target);
  return source.check?.(validArgs, target, entry) ?? validArgs;
}

/** True if a value has the fields of a response of `send`. */
export function isApiResponse(value: HandlerResult): value is ApiResponse {
  const { contentType, status } = Object(value) as Partial<ApiResponse>;
  return typeof status === "number" && typeof contentType === "string";
}

/** Returns the data of a response; any other value unchanged. */
export const readData = (value: HandlerResult): unknown =>
  isApiResponse(value) ? value.data : value;

/**
 * Adds a note about further pages, from the response's headers. Not for a response that is cut: its headers would lead
 * past the cut part.
 */
function addPageHeaders(
  value: HandlerResult,
  args: Args,
  { caller, entry }: Invocation<unknown>,
): HandlerResult {
  if (!isApiResponse(value)) return value;
  const headers = entry.source.pageHeaders?.(value, { args, entry });
  if (!headers) return value;
  const { redact } = clientFor(entry.source, caller);
  const note = [value.note, redact(headers)].filter(Boolean).join("\n");
  return { ...value, note };
}

/** Counts the UTF-8 bytes of the strings and base64 in a result's content. */
const countBytes = (result: object) =>
  sumTexts(result, (text) => Buffer.byteLength(text));

/** Estimates the largest number of bytes that the message of a result can have. */
const estimateBytes = (result: object) =>
  sumTexts(result, (text) => Buffer.byteLength(text) * estimateGrowth(text));

/** Sums a measure over the strings of a result's content. */
function sumTexts(result: object, measure: (text: string) => number): number {
  let sum = 0;
  const addBlock = (block: object) => {
    for (const field of Object.values(block) as unknown[])
      if (typeof field === "string") sum += measure(field);
      else if (typeof field === "object" && field) addBlock(field);
  };
  addBlock({ ...result, structuredContent: undefined });
  return sum;
}

/** Throws a `CallError` if the arguments can't become a request: they are invalid, or lead to no path of the API. */
export function assertSendable(
  entry: RegisteredComponent,
  rawArgs: Args,
  caller: Caller,
): void {
  const args = prepareArguments(entry, rawArgs);
  if (entry.path === "") return; // a component without an operation
  buildRequestHead(entry, args, clientFor(entry.source, caller));
}

/** Throws a `CallError` if the target asks for confirmation, and the component that calls it does not. */
function assertCallable(target: Component, component: Component): void {
  if (!needsConfirmation(target) || needsConfirmation(component)) return;
  const { name } = component;
  throw new CallError(
    `Nothing was sent to ${target.name}: it asks for confirmation, and ${name} can't ask. Call ${target.name} directly. This server's owner can add \`confirm\` to ${name}, which may then call tools that ask.`,
  );
}

/**
 * True if a call of the component is confirmed before anything is sent, as the features `confirm` and `elicit` do.
 * A user is never asked before a call that only reads.
 */
function needsConfirmation(component: Component): boolean {
  const { annotations, confirm } = component as Partial<ConfirmedTool>; // others confirm nothing
  if (confirm === undefined) return false;
  return !/^person\b/.test(confirm) || annotations?.readOnlyHint !== true;
}

type ConfirmedTool = Tool & { readonly confirm: string };

/**
 * Creates the context of a handler, the list of responses that it received, and a function that finds the origin of its
 * value.
 */
function createContext({ caller, entries, entry }: Invocation<unknown>) {
  const { headers, log, signal } = caller;
  const apiResponses: ApiResponse[] = [];
  const sendResponses: ApiResponse[] = []; // responses of `send` after features: joined pages, finished work
  let isEnded = false;
  const progress = (message: string) => {
    if (!isEnded) caller.progress(message);
  };
  const sendRequest = async (target: RegisteredComponent, args: object) => {
    const { component, source } = target;
    const responseSchemas = [source.responseFields, source.outputSchemas].map(
      (fields) => getOwn(fields?.operations, component.request),
    );
    const isJson = responseSchemas.some(
      (schema) => schema && schema["type"] !== "string",
    );
    const client = clientFor(source, caller);
    const options = { client, isJson, progress, signal };
    const response = await send(target, args as Args, options);
    const strippedResponse = source.strip?.(response, target, log) ?? response;
    apiResponses.push(strippedResponse);
    return strippedResponse;
  };
  const baseContext = {
    send: (args) => sendRequest(entry, args),
    async call(component, args) {
      assertCallable(component, entry.component);
      const registered = entries.find(
        (candidate) => candidate.component === component,
      );
      return sendRequest(
        registered ?? toRegisteredComponent(component, entry.source),
        args,
      );
    },
    signal,
    progress,
    headers,
  } satisfies Partial<Context> as Context; // features add the members that they declare
  const extendedContext = caller.context?.(baseContext) ?? baseContext;
  const context: Context = {
    ...extendedContext,
    async send(args) {
      const response = await extendedContext.send(args);
      sendResponses.push(response);
      return response;
    },
  };
  /** Matches the response itself, its data, or a copy of it with the same data. */
  const findOrigin = (value: HandlerResult): ResultOrigin => {
    const content = readData(value);
    return sendResponses.some(({ data }) => data === content)
      ? "response"
      : "handler";
  };
  return {
    apiResponses,
    context,
    end: () => void (isEnded = true),
    findOrigin,
  };
}
