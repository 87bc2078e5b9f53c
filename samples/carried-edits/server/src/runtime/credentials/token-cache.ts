import { abortable } from "../call/limit.js";

export interface Token {
  readonly value: string;
  /** Milliseconds it lives from now; `Infinity` where nobody said. */
  readonly lifetime: number;
}

/** The access token of one account. */
export interface TokenCache {
  /** The token; fetched where there is none that lives long enough. Who asks meanwhile waits for the same fetch. */
  get(signal: AbortSignal, fetch: () => Promise<Token>): Promise<string>;
  /** Forgets a token that was refused, if it is still the one in use. */
  drop(value: string): void;
  /** The last tokens, newest first. */
  readonly recent: readonly string[];
}

/** Milliseconds before its end from which a token is used no more, at most. */
const MARGIN = 60_000;
const RECENT = 4;

export function createTokenCache(): TokenCache {
  let current: { readonly value: string; readonly end: number } | undefined;
  let pending: Promise<string> | undefined;
  let recent: readonly string[] = [];

  async function renew(fetch: () => Promise<Token>): Promise<string> {
    try {
      const { lifetime, value } = await fetch();
      const margin = Math.min(MARGIN, lifetime / 10);
      current = { value, end: Date.now() + lifetime - margin };
      recent = [value, ...recent].slice(0, RECENT);
      return value;
    } finally {
      pending = undefined;
    }
  }

  return {
    get recent() {
      return recent;
    },
    async get(signal, fetch) {
      if (current && Date.now() < current.end) return current.value;
      // A caller's signal ends its own waiting, not the fetch that others wait for.
      pending ??= renew(fetch);
      return abortable(pending, signal);
    },
    drop(value) {
      if (current?.value === value) current = undefined;
    },
  };
}
