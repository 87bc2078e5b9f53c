import { checkArguments } from "./check.js";
import type { How, Rules } from "./check.js";
import type { Client } from "./client.js";
import { CallError, UpstreamError } from "./errors.js";
import { sizeOf } from "./media.js";
import { toRecipe } from "./request.js";
import type { Recipe } from "./request.js";
import { inputSchema, once, requiredOf } from "./schema.js";
import { send } from "./send.js";
import { isAbsent } from "./styles.js";
import type {
  Answer,
  Args,
  Component,
  Context,
  HandlerResult,
  JsonSchema,
  Log,
  Principal,
  Schemas,
  Waiting,
} from "./types.js";

/** The components of one API, and how it is called. */
export interface Api {
  readonly components: readonly Component[];
  readonly schemas: Schemas;
  /** What `#/$defs/…` means in `outputSchema`. */
  readonly outputs?: Schemas["$defs"];
  /** Called once, when the client is first needed. */
  readonly client: () => Client;
  /** What values must be besides their types. Default: the API tells. */
  readonly rules?: Rules;
  /** The same of a body as a whole. */
  readonly checkBody?: (entry: Entry, args: Args, how: How) => void;
  /** An answer as handlers get it: without fields that the document doesn't know. */
  readonly strip?: (answer: Answer, component: Component, log: Log) => Answer;
  readonly brief?: Brief;
}

/** What callers of a tool may ask of its answer, and how much of it is shown. */
export interface Brief {
  list(schema: JsonSchema, entry: Entry): JsonSchema;
  /** Takes the arguments that are not the API's. */
  open(
    params: Readonly<Args>,
    entry: Entry,
  ): Pick<Call<HandlerResult>, "args" | "convert">;
}

/** One component, ready to be called. */
export interface Entry<Kind extends Component = Component> extends Recipe {
  readonly component: Kind;
  readonly api: Api;
  /** All arguments, with references. */
  readonly inputSchema: () => JsonSchema;
}

/** The API with one client for all of its components, which takes what `mask` knows out of text as well. */
export function withOneClient(api: Api, mask: Client["mask"]): Api {
  const masking = (client: Client): Client => ({
    ...client,
    mask: (text) => mask(client.mask(text)),
  });
  return { ...api, client: once(() => masking(api.client())) };
}

/** The client of an API as it is for one caller. */
function clientFor(api: Api, { headers = {}, principal }: Partial<Caller>) {
  const client = api.client();
  return client.forCaller?.(client, headers, principal) ?? client;
}

export function toEntry(component: Component, api: Api): Entry {
  const { schemas } = api;
  const isTaken = (header: string) =>
    Object.hasOwn(clientFor(api, {}).headers, header);
  const recipe = toRecipe(component, schemas);
  const all = () =>
    inputSchema(component, schemas, isTaken, recipe.parameters());
  return { ...recipe, api, inputSchema: once(all) };
}

/** Who asks this server for something. */
export interface Caller extends Waiting {
  /** The client's number of the call. */
  readonly id: string | number;
  /** What the caller's token allows; undefined where this server asks for none. */
  readonly scopes: readonly string[] | undefined;
  readonly principal?: Principal;
  readonly log: Log;
  /** Asks the person in front of the client; undefined where it can't. */
  readonly elicit?: (question: Args) => Promise<object>;
  /** The context of a handler with what features add. */
  readonly context?: (context: Context) => Context;
}

/** Answers one method of MCP. Rejects with a `ProtocolError`. */
export type Handler = (
  params: Readonly<Record<string, unknown>>,
  caller: Caller,
) => Promise<object> | object;

/** One call of a component. */
export interface Call<Result> {
  readonly entry: Entry;
  /** All of this server, for a handler that calls others. */
  readonly entries: readonly Entry[];
  readonly args: Args;
  readonly caller: Caller;
  /** Makes an MCP result of what the handler gave. */
  readonly convert: (value: HandlerResult) => Result;
  /** The same of what went wrong, whose `message` may leave. May throw. */
  readonly refuse: (message: string, error: unknown) => Result;
}

/** Checks the arguments, runs the handler, and tells the log. */
export async function perform<Result>(call: Call<Result>): Promise<Result> {
  const { args, caller, entries, entry, refuse } = call;
  const { component, method, path } = entry;
  const { headers, id, log, principal, signal } = caller;
  const client = clientFor(entry.api, caller);
  const answers: Answer[] = [];
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
  let isEnded = false;
  const progress = (message: string) => {
    if (!isEnded) caller.progress(message);
  };
  const ask = async (other: Entry, given: object) => {
    const sent = { client: clientFor(other.api, caller), signal, progress };
    const answer = await send(other, given as Args, sent);
    const kept = other.api.strip?.(answer, other.component, log) ?? answer;
    answers.push(kept);
    return kept;
  };
  try {
    const context = {
      send: (given) => ask(entry, given),
      call(other, given) {
        const known = entries.find((one) => one.component === other);
        return ask(known ?? toEntry(other, entry.api), given);
      },
      ...{ signal, progress, headers },
    } satisfies Partial<Context> as Context; // features give what they declare
    const given = caller.context?.(context) ?? context;
    const value = await component.handler(checked(entry, args), given);
    const result = call.convert(value);
    const json = JSON.stringify(result);
    const bytes = Buffer.byteLength(json);
    if (bytes > MAX_MESSAGE)
      throw new CallError(
        `The answer is too large for one message (${sizeOf(bytes)}). Ask for less: a filter, a page, fewer fields.`,
      );
    tell("info", "call", { bytes });
    // What `send` gave has no secrets any more.
    const isAnswer = answers.some((answer) => answer === value);
    if (isAnswer || client.mask(json) === json) return result;
    return JSON.parse(json, (_name, part: unknown) =>
      typeof part === "string" ? client.mask(part) : part,
    ) as Result; // texts stay texts, so the type stays
  } catch (error) {
    const isForeseen = error instanceof CallError;
    const status = error instanceof UpstreamError && { status: error.status };
    const stack = error instanceof Error ? error.stack : error;
    if (signal.aborted) tell("info", "cancelled");
    else if (isForeseen) tell("warn", "call", { ...status, error: error.name });
    else tell("error", "call", { error: client.mask(String(stack)) });
    const message = isForeseen
      ? client.mask(error.message)
      : "The call failed inside this server. Its log says why.";
    return refuse(message, error);
  } finally {
    isEnded = true;
  }
}

/** The arguments as they are wanted. Null and what is empty would not be sent; it is how models leave one out. */
function checked(entry: Entry, args: Args): Args {
  const { api, component, parameters } = entry;
  const schema = entry.inputSchema();
  const how = {
    component: component.name,
    $defs: api.schemas.$defs,
    rules: api.rules ?? (() => undefined),
    isLeftOut(name: string, value: unknown) {
      const found = parameters().find(({ argument }) => argument === name);
      const place = found?.in ?? "body";
      const isEmpty = isAbsent(value) || (value === "" && place === "query");
      const isOptional = place !== "body" && !requiredOf(schema).includes(name);
      return isEmpty && isOptional; // in a path, it is required
    },
  };
  const right = checkArguments(args, schema, how);
  api.checkBody?.(entry, right, how);
  return right;
}

/** Bytes of one message; beyond 10 MiB the MCP SDK closes a stdio connection. */
const MAX_MESSAGE = 9 * 1024 * 1024;
