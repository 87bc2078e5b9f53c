import { setTimeout as sleep } from "node:timers/promises";
import { CallError } from "../../index.js";
import type { ServerContext } from "../../index.js";

declare module "../../context.js" {
  interface ServerContext {
    /** Values with an end, for features that need some. */
    store?: Store;
  }
}

/** Seconds after which a lock expires; milliseconds between two attempts to get it. */
export const LOCK_SECONDS = 30;
const LOCK_INTERVAL_MS = 100;
/** Maximum number of values in the store of a process; the oldest one is dropped first. */
const MAX_VALUES = 100_000;

/** A lock, as its holder sees it. */
export interface Lock {
  /** Returns the time until the lock expires, in milliseconds. */
  remaining(): number;
}

/** A count, and the seconds until it ends. */
export interface Count {
  readonly value: number;
  readonly seconds: number;
}

/** Values with an end, which replicas share or this process has for itself. Rejects with a `StoreError`. */
export interface Store {
  /** True if all replicas share the values. */
  readonly isShared: boolean;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, seconds: number): Promise<void>;
  /** Returns a value and removes it, so that no one else gets it. */
  take(key: string): Promise<string | undefined>;
  /** Adds 1 to a count, in one step, and returns it. A count ends `seconds` after its first 1. */
  count(key: string, seconds: number): Promise<Count>;
  /**
   * Runs work under a lock, in one replica at a time, as long as its holder lives and the lock has not expired. Waits
   * for the lock until it must have expired, or for these seconds.
   */
  lock<Result>(
    key: string,
    work: (lock: Lock) => Promise<Result>,
    waitSeconds?: number,
  ): Promise<Result>;
}

/** A failure of the store that replicas share. The message is written for the model. */
export class StoreError extends CallError {
  override name = "StoreError";
}

/** Another holder has the lock. */
export class BusyError extends StoreError {
  override name = "BusyError";
}

/** Returns the store of a server: the one that a feature provides, or one in the memory of this process. */
export const storeOf = (context: ServerContext): Store =>
  (context.store ??= memoryStore());

/** Operations from which a store with locks is made: `add` sets a value unless there is one. */
export interface StoreOperations extends Omit<Store, "lock"> {
  add(key: string, value: string, seconds: number): Promise<boolean>;
  /** Removes a value if it is this one. */
  remove(key: string, value: string): Promise<void>;
}

/** Adds locks to a store: values that only one holder can add, and that expire. */
export function createStore(operations: StoreOperations): Store {
  return {
    ...operations,
    async lock(key, work, waitSeconds = LOCK_SECONDS + 5) {
      const name = `lock:${key}`;
      const holder = crypto.randomUUID();
      const lastTry = performance.now() + waitSeconds * 1000;
      let startTime = performance.now();
      while (!(await operations.add(name, holder, LOCK_SECONDS))) {
        if (performance.now() >= lastTry)
          throw new BusyError(
            "another replica of this server does the same and does not end. Try again in a minute.",
          );
        await sleep(LOCK_INTERVAL_MS);
        startTime = performance.now();
      }
      const end = startTime + LOCK_SECONDS * 1000;
      try {
        return await work({ remaining: () => end - performance.now() });
      } finally {
        // A lock that can't be removed expires.
        await operations.remove(name, holder).catch(() => undefined);
      }
    },
  };
}

/** Creates a store in the memory of this process. */
export function memoryStore(): Store {
  const entries = new Map<string, { value: string; end: number }>();

  function read(key: string): string | undefined {
    const entry = entries.get(key);
    return entry && entry.end > performance.now() ? entry.value : undefined;
  }

  function write(key: string, value: string, seconds: number): void {
    entries.delete(key);
    const currentTime = performance.now(); // unaffected by changes of the system clock
    for (const [oldKey, { end }] of entries) {
      if (end > currentTime && entries.size < MAX_VALUES) break;
      entries.delete(oldKey);
    }
    entries.set(key, { value, end: currentTime + seconds * 1000 });
  }

  return createStore({
    isShared: false,
    get: async (key) => read(key),
    set: async (key, value, seconds) => write(key, value, seconds),
    async take(key) {
      const value = read(key);
      entries.delete(key);
      return value;
    },
    async count(key, seconds) {
      const value = Number(read(key) ?? 0) + 1;
      const end = entries.get(key)?.end ?? 0;
      const remaining =
        value === 1 ? seconds : (end - performance.now()) / 1000;
      write(key, String(value), remaining);
      return { value, seconds: remaining };
    },
    async add(key, value, seconds) {
      if (read(key) !== undefined) return false;
      write(key, value, seconds);
      return true;
    },
    async remove(key, value) {
      if (read(key) === value) entries.delete(key);
    },
  });
}
