import type { ClientOptions } from "../index.js";

/** At most `count` requests under way; others wait in the order of asking. Who aborts leaves the queue. */
export function concurrency(
  count: number,
): NonNullable<ClientOptions["takePlace"]> {
  const waiting = new Set<() => void>();
  let free = count;

  function leave(): void {
    free += 1;
    const [next] = waiting;
    next?.();
  }

  return (signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        waiting.delete(enter);
        const reason: unknown = signal.reason;
        reject(reason instanceof Error ? reason : new Error("aborted"));
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener("abort", abort);
        free -= 1;
        // An application in this process must have heard of an abort before the next call reaches it.
        resolve(() => void (signal.aborted ? setImmediate(leave) : leave()));
      };
      if (signal.aborted) return abort();
      if (free > 0) return enter();
      waiting.add(enter);
      signal.addEventListener("abort", abort, { once: true });
    });
}
