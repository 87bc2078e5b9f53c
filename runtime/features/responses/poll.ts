import { setTimeout as sleep } from "node:timers/promises";
import { isSchema, getOwn } from "../../index.js";
import type {
  ApiResponse,
  Component,
  Context,
  Feature,
  RegisteredComponent,
} from "../../index.js";
import { readRetryAfter } from "../transport/retry-after.js";
import { addNote, apiOrigin, wrapContext } from "./wrap-context.js";

declare module "../../types.js" {
  interface ToolDefinition<Operation extends OperationTypes> {
    /** Repeats the request until the response field `status`, such as `job.state`, has one of the values `done`. */
    readonly poll?: Operation extends OperationTypes ? DoneField : never;
  }
  interface Context<Operation extends OperationTypes = OperationTypes> {
    /**
     * Polls the `Location` of a response, or `again`, until the work is done. Returns the last response, also if the
     * time runs out.
     */
    poll<Data = Operation["response"]>(
      this: void,
      response: ApiResponse<Data>,
      options?: PollOptions<Data>,
    ): Promise<ApiResponse<Data>>;
  }
}

/** The response field with the state of the work, and its final values. */
export interface DoneField {
  readonly status: string;
  readonly done: readonly unknown[];
}

export interface PollOptions<Data> {
  /** Default: a response with a status other than 202. */
  readonly until?: (response: ApiResponse<Data>) => boolean;
  /** Default: GET of `Location`, `Operation-Location` or `Content-Location`, if its URL belongs to the API. */
  readonly again?: (
    response: ApiResponse<Data>,
  ) => Promise<ApiResponse<Data> | undefined>;
  /** Seconds between two requests if the API does not give an interval. Default: 2. */
  readonly every?: number;
  /** Seconds after which the last response is returned as it is. Default: 300. */
  readonly most?: number;
}

/** Minimum and maximum pause that an API can ask for, in seconds. */
const MIN_PAUSE = 0.2;
const MAX_PAUSE = 30;

/** Polls long-running work for tools that declare it, and adds `poll` to the context of handlers. */
export function poll(): Feature {
  return {
    name: "poll",
    stage: "call",
    hooks: () => wrapContext(extendContext),
  };
}

function extendContext(base: Context, entry: RegisteredComponent): Context {
  const { poll: doneField } = entry.component as {
    readonly poll?: DoneField;
  };
  const pollResponse = <Data>(
    response: ApiResponse<Data>,
    options: PollOptions<Data> = {},
  ) =>
    pollUntilDone(
      response,
      {
        again: (lastResponse) => followLocation(lastResponse, base, entry),
        ...options,
      },
      base,
    );
  const send: Context["send"] = async (args) => {
    const firstResponse = await base.send(args);
    if (!doneField) return firstResponse;
    const isFinal = isDone(doneField);
    // Text never has the field, so polling it is useless. JSON that was too long and was cut is text as well.
    const isText = ({ data, status }: ApiResponse) =>
      typeof data === "string" && status !== 202;
    const until = (response: ApiResponse) =>
      isFinal(response) || (response !== firstResponse && isText(response));
    return pollResponse(firstResponse, { until });
  };
  return { ...base, poll: pollResponse, send };
}

async function pollUntilDone<Data>(
  firstResponse: ApiResponse<Data>,
  options: PollOptions<Data> & Required<Pick<PollOptions<Data>, "again">>,
  { progress, signal }: Context,
): Promise<ApiResponse<Data>> {
  const { every: interval = 2, most: maxSeconds = 300 } = options;
  const until = options.until ?? (({ status }) => status !== 202);
  const startTime = performance.now();
  let response = firstResponse;
  while (!until(response)) {
    const seconds = (performance.now() - startTime) / 1000;
    const pause = choosePause(response, interval);
    const state = `Not done after ${Math.round(seconds)} s`;
    if (seconds + pause > maxSeconds)
      return addNote(response, `${state}. Ask again later.`);
    progress(state);
    await sleep(pause * 1000, undefined, { signal });
    const nextResponse = await options.again(response);
    if (!nextResponse)
      return addNote(
        response,
        "The response does not say where to ask for the status.",
      );
    // A response with the state need not repeat the location.
    response = {
      ...nextResponse,
      headers: { ...pickLocations(response), ...nextResponse.headers },
    };
  }
  return response;
}

/** Pause before the next request, in seconds. */
function choosePause({ headers }: ApiResponse, interval: number): number {
  const pause = readRetryAfter(headers) ?? interval;
  return Math.min(Math.max(pause, MIN_PAUSE), MAX_PAUSE);
}

const LOCATION_HEADERS = ["operation-location", "location", "content-location"];

const pickLocations = ({ headers }: ApiResponse) =>
  Object.fromEntries(
    LOCATION_HEADERS.flatMap((name) =>
      headers[name] ? [[name, headers[name]]] : [],
    ),
  );

/** Requests the location of a response from the same server. Credentials go to no other server. */
async function followLocation<Data>(
  lastResponse: ApiResponse<Data>,
  context: Context,
  entry: RegisteredComponent,
): Promise<ApiResponse<Data> | undefined> {
  const [location = ""] = Object.values(pickLocations(lastResponse));
  const { href, origin } = apiOrigin(entry);
  const url = URL.canParse(location, href)
    ? new URL(location, href)
    : undefined;
  if (!url || location === "" || url.origin !== origin) return undefined;
  const { name, security = [] } = entry.component;
  // Braces would be read as an argument.
  const path = `${url.pathname}${url.search}`;
  const request = `GET ${path.replace(/[{}]/g, encodeURIComponent)}`;
  const server = entry.source.client().ownServers ? url.origin : "/";
  const fields = { name, request, server, security };
  const pollComponent: Component = {
    kind: "tool",
    ...fields,
    handler: () => undefined,
  };
  return (await context.call(pollComponent, {})) as ApiResponse<Data>; // typed by the API
}

/** Returns a predicate that is true if the field of a response has a final value. */
function isDone({ done, status }: DoneField) {
  return ({ data }: ApiResponse): boolean => {
    const readField = (value: unknown, name: string) =>
      isSchema(value) ? getOwn(value, name) : undefined;
    return done.includes(status.split(".").reduce(readField, data));
  };
}
