import type { Transport } from "../index.js";

/** At most `count` requests under way; others wait in the order of asking. Who aborts leaves the queue. */
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
    const sent = transport(request, signal);
    // An application in this process may work on when nobody waits any more.
    void Promise.allSettled([sent]).then(leave);
    return sent;
  };
  return Object.assign(send, transport);
}
