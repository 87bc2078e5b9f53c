// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { drain, limitTime, readResponse, toUpstreamError } from "./response.js";
import type { ReadOptions } from "./client.js";
import {
  ArgumentError,
  CallError,
  toNoResponseError,
  NoResponseError,
  UnsentError,
  UpstreamError,
} from "./errors.js";
import { buildRequest } from "./request.js";
import type { RequestSpec } from "./request.js";
import type { ApiResponse, Args, HttpRequest, HttpResponse } from "./types.js";

/** Sends the request of one component and reads the response. Every expected failure is a `CallError`. */
export async function send(
  spec: RequestSpec,
  args: Args,
  options: ReadOptions,
): Promise<ApiResponse> {
  const { client } = options;
  const { request: operation, timeout: seconds = client.timeout } =
    spec.component;
  const time = Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1); // the maximum of a timer
  const timeLimit = new AbortController(); // AbortSignal.any costs a tenth of a call
  const { signal } = timeLimit;
  // Rejects for work that does not watch the signal. Listeners of each step cost 4 % of this runtime's part of a call.
  let rejectWork: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    rejectWork = reject;
  });
  aborted.catch(() => undefined); // no one may be waiting
  const abort = () => {
    timeLimit.abort(
      options.signal.reason ?? new DOMException("", "TimeoutError"),
    );
    rejectWork(signal.reason);
  };
  const timer = time > 0 && setTimeout(abort, time);
  options.signal.addEventListener("abort", abort);
  if (options.signal.aborted) abort();
  const readOptions = {
    ...options,
    component: spec.component.name,
    signal,
    ...(time > 0 && { deadline: performance.now() + time }),
  };
  try {
    const request = await buildRequest(spec, args, client);
    const exchanging = exchange(request, spec, readOptions);
    const response = await Promise.race([exchanging, aborted]);
    // A stream reads the signal itself and returns the pieces that arrived in time.
    return await (client.stream?.(response, readOptions) ??
      Promise.race([readResponse(response, options), aborted]));
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof ArgumentError)
      throw error;
    const isLate = signal.aborted && !options.signal.aborted;
    const timeoutMessage = `no complete response within ${seconds} s. Try again, ask for less, or ask this server's owner to raise the timeout.`;
    const responseError = isLate
      ? new NoResponseError(timeoutMessage, "ETIMEDOUT")
      : toNoResponseError(error);
    const callError = options.signal.aborted
      ? new CallError("cancelled.")
      : responseError;
    if (!(callError instanceof CallError)) throw callError;
    // Calls that wait for one token share its error, and each names its own operation.
    const message = client.redact(`${operation}: ${callError.message}`);
    throw Object.assign(Object.create(callError) as CallError, { message });
  } finally {
    if (timer) clearTimeout(timer);
    options.signal.removeEventListener("abort", abort);
  }
}

/** Sends a request with credentials and follows redirects. Rejects on 4xx and 5xx. */
async function exchange(
  request: HttpRequest,
  { component: { request: operation, security } }: RequestSpec,
  { client, deadline, signal }: ReadOptions,
): Promise<HttpResponse> {
  const { caller, credentials, maxRedirects, principal, transport } = client;
  const send = credentials?.wrapTransport(transport, security) ?? transport;
  let current: HttpRequest | undefined = request;
  for (let hops = 0; hops <= maxRedirects && current; hops += 1) {
    const outgoingRequest = {
      ...current,
      headers: { ...current.headers },
      caller,
      principal,
      deadline,
    };
    const response: HttpResponse = await send(outgoingRequest, signal).catch(
      (error: unknown) => {
        // The request before the redirect was sent.
        const isSent = hops > 0 && error instanceof UnsentError;
        throw isSent ? new CallError(error.message) : error;
      },
    );
    const { status } = response;
    current =
      maxRedirects > 0 ? toRedirectedRequest(current, response) : undefined;
    if (current) await drain(response.body);
    else if (status < 400) return response;
    else {
      const body = limitTime(response.body, deadline);
      const limited = { ...response, body };
      throw await toUpstreamError(limited, operation, client, security);
    }
  }
  throw new CallError(
    `more than ${maxRedirects} redirects. Check this server's base URL.`,
  );
}

/**
 * Returns the request that follows a redirect within the host, or to its HTTPS equivalent; credentials are added again.
 * Any other redirect is reported, not followed. A 303, and by convention a 301 or 302 after a POST, leads to a GET
 * without the body. https://www.rfc-editor.org/rfc/rfc9110#section-15.4
 */
function toRedirectedRequest(
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
  delete headers["content-length"];
  return { method: "GET", url: to.href, headers, body: undefined };
}

/**
 * Settles as the promise does, or rejects with the signal's reason as soon as it aborts, for work that does not watch
 * the signal.
 */
export function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal) {
  return new Promise<Result>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error); // the default reason is an `Error`
    const removeListener = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    work.then(
      (result) => {
        removeListener();
        resolve(result);
      },
      (error: Error) => {
        removeListener();
        reject(error);
      },
    );
  });
}
