import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse, Transport } from "../index.js";
import { concurrency } from "./concurrency.js";
import { BusyError } from "./store.js";
import type { Store } from "./store.js";

/** Milliseconds between two attempts to get a slot: the minimum, and the random part at most. */
const MIN_PAUSE_MS = 50;
const MORE_PAUSE_MS = 100;

/**
 * Limits the requests in progress of all replicas to `count`, until their responses are read. Each one holds a slot in
 * the store, for 30 seconds at most. If the store is unreachable, each process has the limit for itself.
 */
export function sharedConcurrency(
  count: number,
  transport: Transport,
  env: NodeJS.ProcessEnv,
  storeFrom: (env: NodeJS.ProcessEnv) => Store,
): Transport {
  const sendShared: Transport = async (request, signal) => {
    const store = storeFrom(env);
    const { origin } = new URL(request.url);
    const release = store.isShared
      ? await findPlace(store, `place:${toDigest(origin)}`, count, signal)
      : () => undefined;
    try {
      const response = await transport(request, signal);
      signal.addEventListener("abort", release, { once: true });
      if (signal.aborted) release();
      return { ...response, body: releaseAtEnd(response.body, release) };
    } catch (error) {
      release();
      throw error;
    }
  };
  // No replica needs more slots than there are, and requests of one replica wait in their order.
  return concurrency(count, Object.assign(sendShared, transport));
}

/** Digest of the API's address, which the name of a lock must not reveal. */
const toDigest = (origin: string) =>
  createHash("sha256").update(origin).digest("base64url");

/** Waits for a slot; returns the function that frees it. */
async function findPlace(
  store: Store,
  name: string,
  count: number,
  signal: AbortSignal,
): Promise<() => void> {
  for (;;) {
    const first = Math.floor(Math.random() * count);
    for (let step = 0; step < count; step += 1) {
      signal.throwIfAborted();
      try {
        return await holdPlace(store, `${name} ${(first + step) % count}`);
      } catch (error) {
        if (!(error instanceof BusyError)) return () => undefined;
      }
    }
    const pause = MIN_PAUSE_MS + Math.random() * MORE_PAUSE_MS;
    await sleep(pause, undefined, { signal });
  }
}

/** Holds a lock until the returned function is called. Rejects with a `BusyError` if another holder has it. */
const holdPlace = (store: Store, key: string) =>
  new Promise<() => void>((resolve, reject) => {
    const wait = () =>
      new Promise<void>((release) => {
        resolve(release);
      });
    store.lock(key, wait, 0).catch(reject);
  });

/** Calls `release` when a body has ended or its reader stops. */
async function* releaseAtEnd(body: HttpResponse["body"], release: () => void) {
  try {
    yield* body;
  } finally {
    release();
  }
}
