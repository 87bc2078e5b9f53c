import { setTimeout as sleep } from "node:timers/promises";
import { isSchema, getOwn as valueOf } from "../index.js";
import type {
  ApiResponse,
  Component,
  Context,
  RegisteredComponent,
} from "../index.js";
import { addNote, apiOrigin, wrapContext } from "./wrap-context.js";

declare module "../types.js" {
  interface ToolDefinition<Operation extends OperationTypes> {
    /** Its answer is asked for again until the field `status`, such as `job.state`, has one of the values `done`. */
    readonly poll?: Operation extends OperationTypes ? DoneField : never;
  }
  interface Context<Operation extends OperationTypes = OperationTypes> {
    /** Asks again where the answer's `Location` says, or with `again`, until it is done; then, or when its time is up, gives the last answer. */
    poll<Data = Operation["response"]>(
      this: void,
      answer: ApiResponse<Data>,
      how?: PollOptions<Data>,
    ): Promise<ApiResponse<Data>>;
  }
}

/** The field of an answer that tells how far the work is, and what it holds at the end. */
export interface DoneField {
  readonly status: string;
  readonly done: readonly unknown[];
}

export interface PollOptions<Data> {
  /** Default: an answer that is not 202. */
  readonly until?: (answer: ApiResponse<Data>) => boolean;
  /** Default: GET of `Location`, `Operation-Location` or `Content-Location`, where it stays at the API. */
  readonly again?: (
    answer: ApiResponse<Data>,
  ) => Promise<ApiResponse<Data> | undefined>;
  /** Seconds between two questions where the API does not say. Default: 2. */
  readonly every?: number;
  /** Seconds after which the last answer is given as it is. Default: 300. */
  readonly most?: number;
}

/** Seconds that an API may make us wait between two questions. */
const LEAST = 0.2;
const LONGEST = 30;

/** Waits for long work: what a module says of it, and `poll` in the context of handlers. */
export const poll = wrapContext(wider);

function wider(base: Context, entry: RegisteredComponent | undefined): Context {
  const { poll: own } = (entry?.component ?? {}) as {
    readonly poll?: DoneField;
  };
  const asked = <Data>(
    answer: ApiResponse<Data>,
    how: PollOptions<Data> = {},
  ) =>
    polled(
      answer,
      { again: (last) => follow(last, base, entry), ...how },
      base,
    );
  const send: Context["send"] = async (args) => {
    const first = await base.send(args);
    if (!own) return first;
    const isLast = isDone(own);
    // Text tells no state, however often it is asked for: that of an answer that was too long and is cut, for one.
    const isText = ({ data, status }: ApiResponse) =>
      typeof data === "string" && status !== 202;
    const until = (answer: ApiResponse) =>
      isLast(answer) || (answer !== first && isText(answer));
    return asked(first, { until });
  };
  return { ...base, poll: asked, send };
}

async function polled<Data>(
  first: ApiResponse<Data>,
  how: PollOptions<Data> & Required<Pick<PollOptions<Data>, "again">>,
  { progress, signal }: Context,
): Promise<ApiResponse<Data>> {
  const { every = 2, most = 300 } = how;
  const until = how.until ?? (({ status }) => status !== 202);
  const started = performance.now();
  let answer = first;
  while (!until(answer)) {
    const seconds = (performance.now() - started) / 1000;
    const pause = pauseOf(answer, every);
    const state = `Not done after ${Math.round(seconds)} s`;
    if (seconds + pause > most)
      return addNote(answer, `${state}. Ask again later.`);
    progress(state);
    await sleep(pause * 1000, undefined, { signal });
    const next = await how.again(answer);
    if (!next) return addNote(answer, "Where to ask for more is not said.");
    // What tells the state need not say again where it stands.
    answer = { ...next, headers: { ...placeIn(answer), ...next.headers } };
  }
  return answer;
}

/** https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function pauseOf({ headers }: ApiResponse, every: number): number {
  const told = headers["retry-after"];
  const date = (Date.parse(told ?? "") - Date.now()) / 1000;
  const seconds = /^\d+$/.test(told ?? "") ? Number(told) : date;
  const pause = Number.isNaN(seconds) ? every : seconds;
  return Math.min(Math.max(pause, LEAST), LONGEST);
}

const PLACES = ["operation-location", "location", "content-location"];

const placeIn = ({ headers }: ApiResponse) =>
  Object.fromEntries(
    PLACES.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  );

/** The answer where the last one points to, at the server that gave it; credentials go to no other. */
async function follow<Data>(
  last: ApiResponse<Data>,
  context: Context,
  entry: RegisteredComponent | undefined,
): Promise<ApiResponse<Data> | undefined> {
  if (!entry) return undefined;
  const [place = ""] = Object.values(placeIn(last));
  const { href, origin } = apiOrigin(entry);
  const url = URL.canParse(place, href) ? new URL(place, href) : undefined;
  if (!url || place === "" || url.origin !== origin) return undefined;
  const { name, security = [] } = entry.component;
  // Braces would be a place for an argument.
  const path = `${url.pathname}${url.search}`;
  const request = `GET ${path.replace(/[{}]/g, encodeURIComponent)}`;
  const server = entry.source.client().ownServers ? url.origin : "/";
  const all = { name, request, server, security };
  const again: Component = { kind: "tool", ...all, handler: () => undefined };
  return (await context.call(again, {})) as ApiResponse<Data>; // as the API says it
}

/** Whether the field of an answer has one of these values. */
function isDone({ done, status }: DoneField) {
  return ({ data }: ApiResponse): boolean => {
    const step = (value: unknown, name: string) =>
      isSchema(value) ? valueOf(value, name) : undefined;
    return done.includes(status.split(".").reduce(step, data));
  };
}
