import { createHash } from "node:crypto";
import { countInMemory } from "./limits.js";
import type { CountCall } from "./limits.js";
import { StoreError } from "./store.js";
import type { Store } from "./store.js";

/**
 * Counts the calls of each caller at all replicas, in windows that begin with a caller's first call:
 * `limits({ perCaller, countCall: countInStore(process.env, storeFrom) })`. If the store is unreachable, each process
 * counts by itself.
 */
export function countInStore(
  env: NodeJS.ProcessEnv,
  storeFrom: (env: NodeJS.ProcessEnv) => Store,
): CountCall {
  const countLocally = countInMemory();
  return async (key, rate) => {
    const store = storeFrom(env);
    // Callers on stdio have no id: each has a separate process.
    if (!store.isShared || key === "") return countLocally(key, rate);
    try {
      const { seconds, value } = await store.count(
        toName(key, rate.seconds),
        rate.seconds,
      );
      return value <= rate.count ? 0 : seconds;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return countLocally(key, rate);
    }
  };
}

/** Name of a count, which does not reveal its caller. Windows of another length have separate counts. */
function toName(caller: string, seconds: number): string {
  const digest = createHash("sha256").update(caller).digest("base64url");
  return `limit:${seconds}:${digest}`;
}
