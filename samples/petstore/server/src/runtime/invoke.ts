// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { clientFor, toRegisteredComponent } from "./call.js";
import type {
  Call,
  CallHooks,
  Caller,
  RegisteredComponent,
  ResultOrigin,
} from "./call.js";
import { CallError, UpstreamError } from "./errors.js";
import type { McpService } from "./feature.js";
import { getOwn } from "./json-schema.js";
import { formatBytes } from "./media.js";
import { selectBody, buildRequestHead } from "./request.js";
import { send } from "./send.js";
import { createSentRequests } from "./sent-requests.js";
import type { SentRequests } from "./sent-requests.js";
import type {
  ApiResponse,
  Args,
  Component,
  Context,
  HandlerResult,
  Log,
  Tool,
} from "./types.js";
import { validateArguments } from "./validate-arguments.js";

/** A component to call, with arguments that were not checked yet. */
export interface Invocation<Result> extends Pick<
  Call,
  "caller" | "entry" | "input"
> {
  /** Converts the value to show into an MCP result. */
  readonly convert: (
    value: HandlerResult,
    call: Call,
    origin: ResultOrigin,
  ) => Result;
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
  {
    entries: listedEntries,
    hooks,
    unlistedEntries = [],
  }: Pick<McpService, "entries" | "hooks"> &
    Partial<Pick<McpService, "unlistedEntries">>,
  { caller, convert, entry, input }: Invocation<Result>,
): Promise<Result> {
  const { component, source } = entry;
  const { id, log, principal, signal } = caller;
  const entries = [...listedEntries, ...unlistedEntries];
  hooks.guard?.(entry, caller);
  const { redact } = clientFor(source, caller);
  const sentRequests = createSentRequests([entry, ...entries], redact, signal);
  const requests = createRequests(entries, entry, { caller, sentRequests });
  const { apiResponses } = requests;
  const startTime = performance.now();
  const writeLog = (level: keyof Log, event: string, fields: object = {}) =>
    log[level](event, {
      [component.kind]: component.name,
      ...sentRequests.toLogFields(),
      ms: Math.round(performance.now() - startTime),
      id,
      principal: principal?.name ?? principal?.id,
      ...fields,
    });
  try {
    for (const target of component.calls ?? [])
      assertCallable(target, component);
    const call: Call = {
      entry,
      args: prepareArguments(entry, input),
      input,
      caller,
    };
    if (hooks.before) await hooks.before(call);
    const { context, findOrigin } = extendContext(
      requests.context,
      call,
      hooks,
    );
    const value = await component.handler(call.args, context);
    const origin = findOrigin(value);
    const pickedValue =
      (origin === "response" && source.pick?.(value, entry)) || value;
    const shapedValue = hooks.result
      ? hooks.result(pickedValue, call)
      : pickedValue;
    const isUnchanged =
      origin === "response" && readData(shapedValue) === readData(pickedValue);
    const annotatedValue = isUnchanged
      ? addPageHeaders(shapedValue, call)
      : shapedValue;
    const result = convert(annotatedValue, call, origin);
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
    requests.end();
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
  { args, caller, entry }: Call,
): HandlerResult {
  if (!isApiResponse(value)) return value;
  const { redact } = clientFor(entry.source, caller);
  const headers = entry.source.pageHeaders?.(value, { args, entry, redact });
  if (!headers) return value;
  const note = [value.note, headers].filter(Boolean).join("\n");
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

/** Creates the context of a handler without features, and the list of responses that it received. */
function createRequests(
  entries: readonly RegisteredComponent[],
  entry: RegisteredComponent,
  { caller, sentRequests }: { caller: Caller; sentRequests: SentRequests },
) {
  const { headers, log, signal } = caller;
  const apiResponses: ApiResponse[] = [];
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
    const response = await sentRequests.record(target, () =>
      send(target, args as Args, options),
    );
    const strippedResponse = source.strip?.(response, target, log) ?? response;
    apiResponses.push(strippedResponse);
    return strippedResponse;
  };
  const context = {
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
  return { apiResponses, context, end: () => void (isEnded = true) };
}

/** Returns the context with all features, and a function that finds the origin of the handler's value. */
function extendContext(base: Context, call: Call, hooks: CallHooks) {
  const sendResponses: ApiResponse[] = []; // responses of `send` after features: joined pages, finished work
  const extendedContext = hooks.context?.(base, call) ?? base;
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
  return { context, findOrigin };
}
