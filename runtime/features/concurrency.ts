import { lazy } from "../index.js";
import type { HttpResponse, Transport } from "../index.js";

/** At most `count` requests under way, until their answers are read; others wait in the order of asking. Who aborts leaves the queue. */
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
        reject(signal.reason as Error); // by default it is one
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
      // An application in this process may work on when nobody waits any more, and nobody reads its answer then.
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

/** Tells when a body has ended, or nobody wants more of it. */
async function* notifyEnd(body: HttpResponse["body"], onEnd: () => void) {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
