import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SlotRequest } from "../transport/concurrency.js";
import { BusyError } from "./store.js";
import type { Store } from "./store.js";

/** Milliseconds between two attempts to get a slot: the minimum, and the random part at most. */
const MIN_PAUSE_MS = 50;
const MORE_PAUSE_MS = 100;

/**
 * Waits for a slot of all replicas, and returns the function that frees it. A request holds its slot in the store, for 30
 * seconds at most. If the store is unreachable, each process has the limit for itself.
 */
export async function waitForSlot(
  store: Store,
  { count, origin, signal }: SlotRequest,
): Promise<() => void> {
  const name = `place:${toDigest(origin)}`;
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

/** Digest of the API's address, which the name of a lock must not reveal. */
const toDigest = (origin: string) =>
  createHash("sha256").update(origin).digest("base64url");

/** Holds a lock until the returned function is called. Rejects with a `BusyError` if another holder has it. */
const holdPlace = (store: Store, key: string) =>
  new Promise<() => void>((resolve, reject) => {
    const wait = () =>
      new Promise<void>((release) => {
        resolve(release);
      });
    store.lock(key, wait, 0).catch(reject);
  });
