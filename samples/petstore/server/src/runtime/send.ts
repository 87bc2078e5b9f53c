// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { drain, readResponse, toUpstreamError } from "./response.js";
import type { ReadOptions } from "./client.js";
import {
  ArgumentError,
  CallError,
  toNoResponseError,
  NoResponseError,
  UpstreamError,
} from "./errors.js";
import { buildRequest } from "./request.js";
import type { RequestSpec } from "./request.js";
import type { ApiResponse, Args, HttpRequest, HttpResponse } from "./types.js";

/** Sends the request of one component and reads the answer. Every foreseen failure is a `CallError`. */
export async function send(
  recipe: RequestSpec,
  args: Args,
  call: ReadOptions,
): Promise<ApiResponse> {
  const { client } = call;
  const { request: operation, timeout: seconds = client.timeout } =
    recipe.component;
  const time = Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1); // the most a timer takes
  const ending = new AbortController(); // AbortSignal.any costs a tenth of a call
  const { signal } = ending;
  const end = () =>
    ending.abort(call.signal.reason ?? new DOMException("", "TimeoutError"));
  const timer = time > 0 && setTimeout(end, time);
  call.signal.addEventListener("abort", end);
  if (call.signal.aborted) end();
  const receiving = { ...call, signal };
  try {
    const request = await buildRequest(recipe, args, client);
    const sent = exchange(request, recipe, receiving);
    const response = await raceAbort(sent, signal);
    // A stream that ends late is told as far as it came.
    return await (client.stream?.(response, receiving) ??
      raceAbort(readResponse(response, call), signal));
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof ArgumentError)
      throw error;
    const isLate = signal.aborted && !call.signal.aborted;
    const late = `no complete answer within ${seconds} s. Try again, ask for less, or let this server's owner raise the timeout.`;
    const ended = isLate
      ? new NoResponseError(late, "ETIMEDOUT")
      : toNoResponseError(error);
    const known = call.signal.aborted ? new CallError("cancelled.") : ended;
    if (!(known instanceof CallError)) throw known;
    // Calls that wait for one token share its error, and each names its own operation.
    const message = client.redact(`${operation}: ${known.message}`);
    throw Object.assign(Object.create(known) as CallError, { message });
  } finally {
    if (timer) clearTimeout(timer);
    call.signal.removeEventListener("abort", end);
  }
}

/** Sends with credentials, along redirects. Rejects on 4xx and 5xx. */
async function exchange(
  request: HttpRequest,
  { component: { request: operation, security } }: RequestSpec,
  { client, signal }: ReadOptions,
): Promise<HttpResponse> {
  const { caller, credentials, maxRedirects, transport } = client;
  const send = credentials?.wrapTransport(transport, security) ?? transport;
  let current: HttpRequest | undefined = request;
  for (let hops = 0; hops <= maxRedirects && current; hops += 1) {
    const sent = { ...current, headers: { ...current.headers }, caller };
    const response: HttpResponse = await send(sent, signal);
    const { status } = response;
    current = maxRedirects > 0 ? redirected(current, response) : undefined;
    if (current) await drain(response.body);
    else if (status < 400) return response;
    else throw await toUpstreamError(response, operation, client, security);
  }
  throw new CallError(
    `redirected more than ${maxRedirects} times. Check this server's base URL.`,
  );
}

/**
 * The request that a redirect within the host, or to its HTTPS twin, leads to; credentials see it anew. All others
 * are told, not followed. 303, and by custom 301 and 302 after a POST, ask for a GET without the body.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.4
 */
function redirected(
  request: HttpRequest,
  { headers: { location = "" }, status }: HttpResponse,
): HttpRequest | undefined {
  const { method, url } = request;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || !location || !URL.canParse(location, url))
    return undefined;
  const from = new URL(url);
  const to = new URL(location, from);
  to.hash = to.username = to.password = "";
  if (![from.origin, `https://${from.host}`].includes(to.origin))
    return undefined;
  const isGet =
    status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  if (!isGet) return { ...request, url: to.href };
  const headers = { ...request.headers };
  delete headers["content-type"];
  return { method: "GET", url: to.href, headers, body: undefined };
}

/** The promise, or the signal's reason as soon as it aborts, for work that does not watch the signal itself. */
export function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal) {
  return new Promise<Result>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error); // by default it is one
    const ended = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(ended);
  });
}
