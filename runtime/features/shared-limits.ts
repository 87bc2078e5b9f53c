import { countInMemory } from "./limits.js";
import type { CountCall } from "./limits.js";
import { digestName, stateKeysFrom } from "./state-key.js";
import { StoreError } from "./store.js";
import type { Store } from "./store.js";

/**
 * Counts the calls of each caller at all replicas, in windows that begin with a caller's first call:
 * `limits({ perCaller, countCall: countInStore(process.env, storeFrom) })`. If the store is unreachable, each process
 * counts by itself. While replicas change their key, the counts under both keys are added.
 */
export function countInStore(
  env: NodeJS.ProcessEnv,
  storeFrom: (env: NodeJS.ProcessEnv) => Store,
): CountCall {
  const keys = stateKeysFrom(env);
  const countLocally = countInMemory();
  return async (key, rate) => {
    const store = storeFrom(env);
    // Callers on stdio have no id: each has a separate process.
    if (!store.isShared || key === "") return countLocally(key, rate);
    try {
      const [nameKey, ...otherKeys] = keys.isConfigured()
        ? keys.list()
        : ([NO_KEY] as const);
      const name = toName(nameKey, key, rate.seconds);
      const { seconds, value } = await store.count(name, rate.seconds);
      let total = value;
      for (const otherKey of otherKeys) {
        const otherName = toName(otherKey, key, rate.seconds);
        total += Number((await store.get(otherName)) ?? 0);
      }
      return total <= rate.count ? 0 : seconds;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return countLocally(key, rate);
    }
  };
}

/** Key of names in a store that is not Redis, which always has a key. */
const NO_KEY = Buffer.alloc(0);

/** Name of a count, which does not reveal its caller. Windows of another length have separate counts. */
const toName = (nameKey: Uint8Array, caller: string, seconds: number) =>
  `limit:${seconds}:${digestName(nameKey, caller)}`;
