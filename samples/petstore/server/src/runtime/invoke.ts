// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
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
  ToolResult,
  CallSignals,
} from "./types.js";

/** The components of one API, and how it is called. */
export interface ApiDefinition {
  readonly components: readonly Component[];
  readonly schemas: Schemas;
  /** Fields that answers may have, by request. */
  readonly responseFields?: ResponseFields;
  /** Types of answers, by request. */
  readonly outputSchemas?: ResponseFields;
  /** Called once, when the client is first needed. */
  readonly client: () => Client;
  /** Looks further into arguments whose names and types are right. Default: the API does. */
  readonly check?: (
    args: Args,
    checked: ValidationTarget,
    entry: RegisteredComponent,
  ) => Args;
  /** Response headers that page or count, in words, where something is left to fetch. Default: they are not told. */
  readonly pageHeaders?: (
    answer: ApiResponse,
    asked: { readonly args: Args; readonly entry: RegisteredComponent },
  ) => string | undefined;
  /** Makes of an answer what handlers get: without fields that the document doesn't know. Default: all of it. */
  readonly strip?: (
    answer: ApiResponse,
    entry: RegisteredComponent,
    log: Log,
  ) => ApiResponse;
}

/**
 * Fields that answers may have: objects of `properties` and `additionalProperties`, lists of `items`, and references to
 * them; `{}` is anything. What a document says in branches, parts and subtypes is brought together ahead of time.
 */
export interface ResponseFields extends Pick<Schemas, "$defs"> {
  /** By request: `GET /pets`. */
  readonly operations: Readonly<Record<string, JsonSchema>>;
  /** Names in lower case of headers that page or count, by request. */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** Statuses of which that is said, by request. Default: `200` alone. */
  readonly statuses?: Readonly<Record<string, readonly string[]>>;
}

/** One component, ready to be called. */
export interface RegisteredComponent<
  Kind extends Component = Component,
> extends RequestSpec {
  readonly component: Kind;
  readonly source: ApiDefinition;
  /** All arguments, with references. */
  readonly inputSchema: () => JsonSchema;
}

export function toRegisteredComponent(
  component: Component,
  source: ApiDefinition,
): RegisteredComponent {
  const { schemas } = source;
  const isTaken = (header: string) =>
    Object.hasOwn(clientFor(source, {}).headers, header);
  const [method = "", path = ""] = component.request.split(/ (.*)/s);
  const parameters = lazy(() => resolveArguments(component, schemas));
  const all = () => toInputSchema(component, schemas, isTaken, parameters());
  const entry = { component, source, method, path, parameters, schemas };
  return { ...entry, inputSchema: lazy(all) };
}

/** The client of an API as it is for one caller. */
export function clientFor(source: ApiDefinition, caller: Partial<Caller>) {
  const { headers = {}, principal } = caller;
  const common = source.client();
  const client = principal ? { ...common, caller: principal.id } : common;
  return common.forCaller?.(client, headers, principal) ?? client;
}

/** Who asks this server for something. */
export interface Caller extends CallSignals {
  /** The client's number of the call. */
  readonly id: string | number;
  /** Undefined where this server asks nobody who they are. */
  readonly principal?: Principal;
  readonly log: Log;
  /** Asks the person in front of the client; undefined where it can't. */
  readonly elicit?: (question: Args) => Promise<object>;
  /** Throws a `ProtocolError` where this caller may not have a component. */
  readonly guard?: (component: Component) => void;
  /** The context of a handler, with what features add to it. */
  readonly context?: (context: Context) => Context;
  /** The value to be shown, with what features make of it: cut, or with a note. Called once, before text and structured content are made of that value. */
  readonly result?: (value: HandlerResult) => HandlerResult;
  /** `result` keeps results below a size that this server's owner chose. */
  readonly isBounded?: boolean;
  /** Structured content of a tool's result, made of the value that `result` gave. Undefined: none. */
  readonly structuredContent?: (
    value: HandlerResult,
    origin: ResultOrigin,
  ) => ToolResult["structuredContent"];
}

/** `response`: what the handler returned is the response of its `send`, unchanged. `handler`: it is a value of the handler's own. */
export type ResultOrigin = "response" | "handler";

/** Answers one method of MCP. Rejects with a `ProtocolError`. */
export interface MethodHandler {
  (
    params: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Promise<object> | object;
  /** It answers with pages, and takes a cursor. */
  readonly isPaged?: true;
  /** Told when the server starts. */
  readonly notice?: string;
}

/** One call of a component. */
export interface Invocation<Result> {
  readonly entry: RegisteredComponent;
  /** All of this server, for a handler that calls others. */
  readonly entries: readonly RegisteredComponent[];
  readonly args: Args;
  readonly caller: Caller;
  /** Makes an MCP result of the value to be shown. */
  readonly convert: (value: HandlerResult, origin: ResultOrigin) => Result;
}

/** Bytes of one message; beyond 10 MiB the MCP SDK closes a stdio connection. */
const MAX_MESSAGE = 9 * 1024 * 1024;
/** How many times its bytes a text takes in a message at most, which has it twice: JSON writes `\u0000` with six signs, and others with two. */
const growthOf = (text: string) => (/[\0-\x1f]/.test(text) ? 12 : 4);

/** Checks the arguments, runs the handler, and tells the log. Rejects with a `CallError`, whose message may leave. */
export async function invoke<Result extends object>(
  call: Invocation<Result>,
): Promise<Result> {
  const { caller, convert, entry } = call;
  const { component, method, path, source } = entry;
  const { id, log, principal, signal } = caller;
  caller.guard?.(component);
  const { redact } = clientFor(source, caller);
  const { answers, context, end, originOf } = createContext(call);
  const started = performance.now();
  const tell = (level: keyof Log, event: string, more: object = {}) =>
    log[level](event, {
      [component.kind]: component.name,
      ...(path && { method, path }),
      status: answers.at(-1)?.status,
      ms: Math.round(performance.now() - started),
      id,
      principal: principal?.name ?? principal?.id,
      ...more,
    });
  try {
    const args = prepareArguments(entry, call.args);
    const value = await component.handler(args, context);
    const origin = originOf(value);
    const shown = caller.result ? caller.result(value) : value;
    const isWhole = origin === "response" && dataOf(shown) === dataOf(value);
    const told = isWhole ? withPageHeaders(shown, args, call) : shown;
    const result = convert(told, origin);
    const { bytes, most } = measure(result);
    // What `send` gave has no secrets any more, and is written once: by the SDK.
    const isClean = answers.some((answer) => answer === value);
    const json = isClean && most < MAX_MESSAGE ? "" : JSON.stringify(result);
    const size = Buffer.byteLength(json);
    if (size > MAX_MESSAGE)
      throw new CallError(
        `The answer is too large for one message (${formatBytes(size)}). Ask for less: a filter, a page, fewer fields.`,
      );
    tell("info", "call", { bytes });
    if (isClean || redact(json) === json) return result;
    return JSON.parse(json, (_name, part: unknown) =>
      typeof part === "string" ? redact(part) : part,
    ) as Result; // texts stay texts, so the type stays
  } catch (error) {
    const stack = error instanceof Error ? error.stack : error;
    if (signal.aborted) tell("info", "cancelled");
    else if (error instanceof UpstreamError)
      tell("warn", "call", { status: error.status, error: error.name });
    else if (error instanceof CallError)
      tell("warn", "call", { error: error.name });
    else tell("error", "call", { error: redact(String(stack)) });
    if (!(error instanceof CallError))
      throw new CallError(
        "The call failed inside this server. Its log says why.",
      );
    error.message = redact(error.message);
    throw error;
  } finally {
    end();
  }
}

/** Arguments as the handler gets them. Throws a `CallError` that says what is wrong with them. */
export function prepareArguments(
  entry: RegisteredComponent,
  given: Args,
): Args {
  const { component, source } = entry;
  const { bodyRequired, name } = component;
  const whole = entry.inputSchema();
  const isLeftOut = bodyRequired === "expected" && !selectBody(entry, given);
  const schema = isLeftOut ? { ...whole, required: [] } : whole;
  const checked = { ...source.schemas, name, schema };
  const plain = validateArguments(given, checked);
  return source.check?.(plain, checked, entry) ?? plain;
}

/** Whether a value has what makes a response as `send` gives it. */
export function isApiResponse(value: HandlerResult): value is ApiResponse {
  const { contentType, status } = Object(value) as Partial<ApiResponse>;
  return typeof status === "number" && typeof contentType === "string";
}

/** The data of a response, or a value that is none. */
const dataOf = (value: HandlerResult): unknown =>
  isApiResponse(value) ? value.data : value;

/** A response with what its headers tell of the pages behind it. Of one that is cut, they would lead past what was cut. */
function withPageHeaders(
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

/** UTF-8 bytes of what a result's content holds, texts and base64, and bytes that its message can have at most. */
function measure(result: object): { bytes: number; most: number } {
  const size = { bytes: 0, most: 0 };
  const add = (block: object) => {
    for (const field of Object.values(block) as unknown[])
      if (typeof field === "string") {
        const bytes = Buffer.byteLength(field);
        size.bytes += bytes;
        size.most += bytes * growthOf(field);
      } else if (typeof field === "object" && field) add(field);
  };
  add({ ...result, structuredContent: undefined });
  return size;
}

/** Throws a `CallError` where arguments can become no request: they are wrong, or lead to no place of the API. */
export function assertSendable(
  entry: RegisteredComponent,
  given: Args,
  caller: Caller,
): void {
  const args = prepareArguments(entry, given);
  if (entry.path === "") return; // no operation stands behind it
  buildRequestHead(entry, args, clientFor(entry.source, caller));
}

/** What a handler is given, the answers to what it sent, and where what it returns comes from. */
function createContext({ caller, entries, entry }: Invocation<unknown>) {
  const { headers, log, signal } = caller;
  const answers: ApiResponse[] = [];
  const responses: ApiResponse[] = []; // of `send`, as features give them: joined pages, finished work
  let isEnded = false;
  const progress = (message: string) => {
    if (!isEnded) caller.progress(message);
  };
  const ask = async (other: RegisteredComponent, given: object) => {
    const { component, source } = other;
    const known = [source.responseFields, source.outputSchemas].map((one) =>
      getOwn(one?.operations, component.request),
    );
    const isJson = known.some((one) => one && one["type"] !== "string");
    const client = clientFor(source, caller);
    const call = { client, isJson, progress, signal };
    const answer = await send(other, given as Args, call);
    const kept = source.strip?.(answer, other, log) ?? answer;
    answers.push(kept);
    return kept;
  };
  const plain = {
    send: (given) => ask(entry, given),
    call(other, given) {
      const known = entries.find((one) => one.component === other);
      return ask(known ?? toRegisteredComponent(other, entry.source), given);
    },
    signal,
    progress,
    headers,
  } satisfies Partial<Context> as Context; // features give what they declare
  const wide = caller.context?.(plain) ?? plain;
  const context: Context = {
    ...wide,
    async send(given) {
      const response = await wide.send(given);
      responses.push(response);
      return response;
    },
  };
  /** The response itself, its data, or a copy of it with the same data. */
  const originOf = (value: HandlerResult): ResultOrigin => {
    const content = dataOf(value);
    return responses.some(({ data }) => data === content)
      ? "response"
      : "handler";
  };
  return { answers, context, end: () => void (isEnded = true), originOf };
}
