import { createTokenCache } from "./token-cache.js";
import type { Credential } from "../types.js";

/** A token, and the seconds it lives, where that is known. */
export interface FetchedToken {
  readonly token: string;
  readonly seconds?: number;
}

/** A bearer token that is got in a way of your own: kept until shortly before it ends, and got anew after a 401. */
export function fetchedToken(fetch: () => Promise<FetchedToken>): Credential {
  const cache = createTokenCache();
  return {
    missing: [],
    get secrets() {
      return cache.recent;
    },
    async apply(request, { signal }) {
      const token = await cache.get(signal, async () => {
        const { seconds = Infinity, token } = await fetch();
        return { value: token, lifetime: seconds * 1000 };
      });
      request.headers["authorization"] = `Bearer ${token}`;
    },
    renew(rejected) {
      cache.drop((rejected.headers["authorization"] ?? "").slice(7));
      return true;
    },
  };
}
