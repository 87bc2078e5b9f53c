import { discard, receive, toUpstreamError } from "./answer.js";
import type { Receiving } from "./client.js";
import { ArgumentError, CallError, NoAnswer, UpstreamError } from "./errors.js";
import { buildRequest } from "./request.js";
import type { Recipe } from "./request.js";
import { own } from "./schema.js";
import type { Answer, Args, HttpRequest, HttpResponse } from "./types.js";

/** Sends the request of one component and reads the answer. Every foreseen failure is a `CallError`. */
export async function send(
  recipe: Recipe,
  args: Args,
  call: Receiving,
): Promise<Answer> {
  const { client } = call;
  const { component } = recipe;
  const seconds =
    own(client.timeouts, component.name) ?? component.timeout ?? client.timeout;
  const time = Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1); // of timers
  const ending = new AbortController(); // AbortSignal.any costs a tenth of a call
  const { signal } = ending;
  const end = () =>
    ending.abort(call.signal.reason ?? new DOMException("", "TimeoutError"));
  const timer = time > 0 && setTimeout(end, time);
  call.signal.addEventListener("abort", end);
  if (call.signal.aborted) end();
  const receiving = { ...call, signal };
  let leave: (() => void) | undefined;
  let sent: Promise<HttpResponse> | undefined;
  try {
    const request = await buildRequest(recipe, args, client);
    leave = await client.takePlace?.(signal);
    sent = exchange(request, recipe, receiving);
    const response = await abortable(sent, signal);
    // A stream that ends late is told as far as it came.
    return await (client.stream?.(response, receiving) ??
      abortable(receive(response, client), signal));
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof ArgumentError)
      throw error;
    const isLate = signal.aborted && !call.signal.aborted;
    const late = `no complete answer within ${seconds} s. Try again, ask for less, or let this server's owner raise the timeout.`;
    const explained = client.transport.explain?.(error) ?? error;
    const ended = isLate ? new NoAnswer(late, "ETIMEDOUT") : explained;
    const known = call.signal.aborted ? new CallError("cancelled.") : ended;
    if (known instanceof CallError)
      known.message = client.mask(`${component.request}: ${known.message}`);
    throw known;
  } finally {
    if (timer) clearTimeout(timer);
    call.signal.removeEventListener("abort", end);
    // An application in this process may work on when nobody waits any more.
    if (leave) void Promise.allSettled([sent]).then(leave);
  }
}

/** Sends with credentials, along redirects, once more after a 401 that new ones may cure. Rejects on 4xx and 5xx. */
async function exchange(
  request: HttpRequest,
  { component: { request: operation, security } }: Recipe,
  { client, signal }: Receiving,
) {
  const { credentials, transport } = client;
  const proof = credentials?.choose(security);
  let current = request;
  let hops = 0;
  let isRenewed = false;
  for (;;) {
    const sent = { ...current, headers: { ...current.headers } };
    await proof?.apply(sent, { signal, transport });
    await client.onRequest?.(sent);
    const response = await transport(sent, signal);
    await client.onResponse?.(response, sent);
    const { status } = response;
    const isAway = status >= 300 && "location" in response.headers;
    const next = isAway && client.follow?.(current, response, hops);
    if (next) {
      current = next;
      hops += 1;
    } else if (status === 401 && !isRenewed && proof?.renew(sent)) {
      isRenewed = true;
    } else if (status < 400) {
      return response;
    } else {
      throw await toUpstreamError(response, operation, proof?.missing, client);
    }
    await discard(response.body);
  }
}

/** The promise, or the signal's reason as soon as it aborts, for work that does not watch the signal itself. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal) {
  return new Promise<Result>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error); // by default it is one
    const ended = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(ended);
  });
}
