/** Places for work that runs at the same time, given out in the order of asking. */
export interface Slots {
  /** Waits for a place; resolves to the function that gives it back. Rejects with the signal's reason and leaves the queue when it aborts. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** `count` places; `Infinity` for no limit. */
export function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let free = count;

  function leave() {
    free += 1;
    const [next] = waiting;
    next?.();
  }

  function take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        waiting.delete(enter);
        reject(toError(signal.reason));
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener("abort", abort);
        free -= 1;
        resolve(leave);
      };
      if (signal.aborted) return abort();
      if (free > 0) return enter();
      waiting.add(enter);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  return { take };
}

/** Runs work whose signal aborts with the outer one, and with `late()` after some seconds; 0 or less for no end. */
export async function withDeadline<Result>(
  outer: AbortSignal,
  limit: { readonly seconds: number; readonly late: () => Error },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = () => controller.abort(outer.reason);
  const timer =
    limit.seconds > 0
      ? setTimeout(() => controller.abort(limit.late()), limit.seconds * 1000)
      : undefined;
  outer.addEventListener("abort", cancel, { once: true });
  if (outer.aborted) cancel();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", cancel);
  }
}

/** The promise, or the signal's reason as soon as it aborts, for work that does not watch the signal itself. */
export function abortable<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(toError(signal.reason));
    const ended = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject);
    work.then(ended, ended);
  });
}

/** Waits some milliseconds. Rejects with the signal's reason when it aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await abortable(waited, signal).finally(() => clearTimeout(timer));
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}
