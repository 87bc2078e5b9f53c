import { lazy } from "../index.js";
import type { HttpResponse, Transport } from "../index.js";

/**
 * Limits the requests in progress to `count`, until their responses are read; further ones wait in a queue. An abort
 * removes a request from the queue.
 */
export function concurrency(count: number, transport: Transport): Transport {
  const queue = new Set<() => void>();
  let freeSlots = count;

  function releaseSlot(): void {
    freeSlots += 1;
    const [startNext] = queue;
    startNext?.();
  }

  const acquireSlot = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        queue.delete(start);
        reject(signal.reason as Error); // the default reason is an `Error`
      };
      const start = () => {
        queue.delete(start);
        signal.removeEventListener("abort", abort);
        freeSlots -= 1;
        resolve();
      };
      if (signal.aborted) return abort();
      if (freeSlots > 0) return start();
      queue.add(start);
      signal.addEventListener("abort", abort, { once: true });
    });

  const send: Transport = async (request, signal) => {
    await acquireSlot(signal);
    const releaseOnce = lazy(() => {
      signal.removeEventListener("abort", releaseOnce);
      releaseSlot();
    });
    try {
      // An application in this process may still work after an abort, when no one reads its response.
      const response = await transport(request, signal);
      signal.addEventListener("abort", releaseOnce);
      if (signal.aborted) releaseOnce();
      return { ...response, body: notifyEnd(response.body, releaseOnce) };
    } catch (error) {
      releaseOnce();
      throw error;
    }
  };
  return Object.assign(send, transport);
}

/** Calls `onEnd` when a body has ended or its reader stops. */
async function* notifyEnd(body: HttpResponse["body"], onEnd: () => void) {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
