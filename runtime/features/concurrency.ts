import { lazy } from "../index.js";
import type { HttpResponse, Transport } from "../index.js";

/** At most `count` requests under way, until their answers are read; others wait in the order of asking. Who aborts leaves the queue. */
export function concurrency(count: number, transport: Transport): Transport {
  const waiting = new Set<() => void>();
  let free = count;

  function leave(): void {
    free += 1;
    const [next] = waiting;
    next?.();
  }

  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.delete(start);
        reject(signal.reason as Error); // by default it is one
      };
      const start = () => {
        waiting.delete(start);
        signal.removeEventListener("abort", abort);
        free -= 1;
        resolve();
      };
      if (signal.aborted) return abort();
      if (free > 0) return start();
      waiting.add(start);
      signal.addEventListener("abort", abort, { once: true });
    });

  const send: Transport = async (request, signal) => {
    await enter(signal);
    const end = lazy(() => {
      signal.removeEventListener("abort", end);
      leave();
    });
    try {
      // An application in this process may work on when nobody waits any more, and nobody reads its answer then.
      const response = await transport(request, signal);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
      return { ...response, body: until(response.body, end) };
    } catch (error) {
      end();
      throw error;
    }
  };
  return Object.assign(send, transport);
}

/** Tells when a body has ended, or nobody wants more of it. */
async function* until(body: HttpResponse["body"], end: () => void) {
  try {
    yield* body;
  } finally {
    end();
  }
}
