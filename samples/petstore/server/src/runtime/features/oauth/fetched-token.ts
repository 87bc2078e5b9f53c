import { abortable } from "../../index.js";
import type { Transport } from "../../index.js";
import type { Credential } from "../credentials.js";

/** A token, and the seconds it lives, where that is known. */
export interface FetchedToken {
  readonly token: string;
  readonly seconds?: number;
}

/** Seconds before its end from which a token is used no more, at most. */
const MARGIN = 60;
/** Tokens that are kept out of text: those of requests under way too. */
const RECENT = 4;

/**
 * A bearer token that is got in a way of your own: kept until shortly before it ends, and got anew after a 401.
 * Requests that need one meanwhile wait for the same. `fetch` is given what sends requests to the API.
 */
export function fetchedToken(
  fetch: (transport: Transport) => Promise<FetchedToken>,
): Credential {
  let current: { readonly token: string; readonly end: number } | undefined;
  let pending: Promise<string> | undefined;
  let recent: readonly string[] = [];

  async function fetchOne(transport: Transport): Promise<string> {
    try {
      const { seconds = Infinity, token } = await fetch(transport);
      const lifetime = seconds - Math.min(MARGIN, seconds / 10);
      current = { token, end: Date.now() + lifetime * 1000 };
      recent = [token, ...recent].slice(0, RECENT);
      return token;
    } finally {
      pending = undefined;
    }
  }

  return {
    missing: [],
    get secrets() {
      return recent;
    },
    async apply(request, { signal, transport }) {
      if (current && Date.now() >= current.end) current = undefined;
      // A caller's signal ends its own waiting, not the fetch that others wait for.
      const token =
        current?.token ??
        (await abortable((pending ??= fetchOne(transport)), signal));
      request.headers["authorization"] = `Bearer ${token}`;
    },
    renew({ headers }) {
      if (headers["authorization"] === `Bearer ${current?.token}`)
        current = undefined;
      return true;
    },
  };
}
