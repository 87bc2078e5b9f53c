import { setTimeout as delay } from "node:timers/promises";
import { drain } from "../../index.js";
import type { HttpRequest, Middleware } from "../../index.js";
import { readRetryAfter } from "./retry-after.js";

/** Methods that may be sent again, since their effect is the same. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
/** Statuses of an API that did nothing and takes the request later. */
const TRY_LATER = new Set([429, 503]);
/** Longest wait in a call without a time limit, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/**
 * Sends a request again, up to `count` times, if the API responds with 429 or 503. It waits as `Retry-After` says,
 * otherwise one second and twice as long each time. If the call's time is too short for that, the response is returned
 * at once.
 */
export function retry(count: number): Middleware {
  return (transport) => async (request, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      const startTime = performance.now();
      const response = await transport(
        { ...request, headers: { ...request.headers } },
        signal,
      );
      const isFinal =
        attempt >= count ||
        !TRY_LATER.has(response.status) ||
        !REPEATABLE.has(request.method);
      if (isFinal) return response;
      const seconds = readRetryAfter(response.headers);
      const waitMs =
        seconds === undefined ? chooseWait(attempt) : seconds * 1000;
      const attemptMs = performance.now() - startTime; // the transport attempt may take as long
      if (waitMs + attemptMs > remainingMs(request)) return response;
      await Promise.all([
        drain(response.body),
        delay(waitMs, undefined, { signal }),
      ]);
    }
  };
}

/** Time that is left of the call, in milliseconds. */
const remainingMs = ({ deadline }: HttpRequest) =>
  deadline === undefined ? MAX_WAIT_MS : deadline - performance.now();

/** Wait in milliseconds, with a random part, so that many clients don't come back at the same time. */
const chooseWait = (attempt: number) =>
  1000 * 2 ** attempt * (1 + Math.random() / 2);
