import { digestName } from "./state-key.js";
import type { StateKeys } from "./state-key.js";
import { memoryStore, StoreError } from "./store.js";
import type { Store } from "./store.js";

/**
 * Counts for all replicas under names that do not reveal what is counted, such as a caller. If the store is unreachable,
 * each process counts by itself. While replicas change their key, the counts under both keys are added.
 */
export function shareCounts(
  store: Pick<Store, "count" | "get">,
  keys: StateKeys,
): Store["count"] {
  const localStore = memoryStore();
  return async (key, windowSeconds) => {
    const [name, ...otherNames] = toNames(key, keys);
    try {
      const { seconds, value } = await store.count(name, windowSeconds);
      let total = value;
      for (const otherName of otherNames)
        total += Number((await store.get(otherName)) ?? 0);
      return { seconds, value: total };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return localStore.count(key, windowSeconds);
    }
  };
}

/** Returns the names of a count under each key. They begin with its use: `limit:…`. */
function toNames(key: string, keys: StateKeys): [string, ...string[]] {
  const [nameKey, ...otherKeys] = keys.list();
  const toName = (secret: Uint8Array) =>
    `${key.split(":")[0]}:${digestName(secret, key)}`;
  return [toName(nameKey), ...otherKeys.map(toName)];
}
