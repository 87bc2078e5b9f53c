import { lazy } from "../../index.js";
import type {
  HttpResponse,
  Middleware,
  ServerContext,
  Transport,
} from "../../index.js";

declare module "../../context.js" {
  interface ServerContext {
    /** Waits for a slot that all replicas share, and returns the function that frees it. Undefined: nothing is shared. */
    readonly waitForSlot?:
      ((request: SlotRequest) => Promise<() => void>) | undefined;
  }
}

/** A request to an origin that takes `count` requests at one time. */
export interface SlotRequest {
  readonly origin: string;
  readonly count: number;
  readonly signal: AbortSignal;
}

/**
 * Limits the requests in progress to `count`, until their responses are read; further ones wait in a queue. An abort
 * removes a request from the queue. If replicas share their state, it is the limit of all of them.
 */
export function concurrency(count: number): Middleware {
  // No replica needs more slots than there are, and requests of one replica wait in their order.
  return (transport, { waitForSlot }) =>
    limitProcess(
      count,
      waitForSlot ? limitReplicas(count, transport, waitForSlot) : transport,
    );
}

function limitReplicas(
  count: number,
  transport: Transport,
  waitForSlot: NonNullable<ServerContext["waitForSlot"]>,
): Transport {
  return async (request, signal) => {
    const { origin } = new URL(request.url);
    const release = await waitForSlot({ origin, count, signal });
    try {
      const response = await transport(request, signal);
      signal.addEventListener("abort", release, { once: true });
      if (signal.aborted) release();
      return { ...response, body: notifyEnd(response.body, release) };
    } catch (error) {
      release();
      throw error;
    }
  };
}

function limitProcess(count: number, transport: Transport): Transport {
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

  return async (request, signal) => {
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
}

/** Calls `onEnd` when a body has ended or its reader stops. */
async function* notifyEnd(body: HttpResponse["body"], onEnd: () => void) {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
