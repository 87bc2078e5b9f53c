import type { IncomingMessage, ServerResponse } from "node:http";
import { StoreError } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { startUpstream } from "../../upstream.js";
import { callerOf } from "../calls.js";
import { create, oauth2, sharedTokens } from "../../alone.js";

export const STATE_KEY = "key-of-all-replicas-0123456789abcdef";

/** Seconds for which an access token is good. */
export const LIFETIME = 300;

/** An API and its authorization server, which rotates refresh tokens and revokes all of them when one is used again. */
export async function startStrictServer() {
  let current = 0;
  const ends = new Map<string, number>();
  const state = { isRevoked: false, redeemed: 0, tell: () => {} };
  const api = await startUpstream((request, response, body) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/token") return redeem(body, response);
    return answer(request, response);
  });

  function redeem(body: string, response: ServerResponse): void {
    const refresh = new URLSearchParams(body).get("refresh_token");
    if (refresh !== `refresh-token-${current}`) state.isRevoked = true;
    if (state.isRevoked)
      return void response.writeHead(400).end('{"error":"invalid_grant"}');
    current += 1;
    state.redeemed += 1;
    state.tell();
    const access_token = `access-token-${current}`;
    ends.set(access_token, Date.now() + LIFETIME * 1000);
    const refresh_token = `refresh-token-${current}`;
    const fields = { access_token, refresh_token, expires_in: LIFETIME };
    response.end(JSON.stringify(fields));
  }

  function answer({ headers }: IncomingMessage, response: ServerResponse) {
    const token = headers.authorization?.replace("Bearer ", "") ?? "";
    const isGood = !state.isRevoked && (ends.get(token) ?? 0) > Date.now();
    response.writeHead(isGood ? 200 : 401).end("{}");
  }

  return { ...api, state };
}

/** A replica that shares its tokens by this store. */
export function replicaOf(baseUrl: string, store: Store) {
  const env = {
    API_CLIENT_ID: "client",
    API_CLIENT_SECRET: "secret-of-the-client",
    API_REFRESH_TOKEN: "refresh-token-0",
  };
  const keys = { MCP_STATE_KEY: STATE_KEY };
  const it = create(
    oauth2({
      tokenUrl: `${baseUrl}/token`,
      token: "API_TOKEN",
      clientId: "API_CLIENT_ID",
      clientSecret: "API_CLIENT_SECRET",
      refreshToken: "API_REFRESH_TOKEN",
      tokens: sharedTokens(keys, () => store),
      env,
    }),
  );
  const call = callerOf({ baseUrl, credentials: { it } });
  return {
    it,
    env,
    /** Calls the API; empty, or why it failed. */
    call: async () =>
      call().then(
        () => "",
        (error: unknown) => String(error),
      ),
  };
}

/** A store that can be away, and returns what it keeps. */
export function breakable(store: Store) {
  const state = { isAway: false };
  const guard =
    <Values extends unknown[], Result>(
      operation: (...values: Values) => Promise<Result>,
    ) =>
    async (...values: Values): Promise<Result> => {
      if (state.isAway) throw new StoreError("the store is unreachable.");
      return operation(...values);
    };
  const broken: Store = {
    ...store,
    isShared: true,
    get: guard((key: string) => store.get(key)),
    set: guard((key: string, value: string, seconds: number) =>
      store.set(key, value, seconds),
    ),
    take: guard((key: string) => store.take(key)),
    count: guard((key: string, seconds: number) => store.count(key, seconds)),
    lock: async (key, work, waitSeconds) => {
      if (state.isAway) throw new StoreError("the store is unreachable.");
      return store.lock(key, work, waitSeconds);
    },
  };
  return { store: broken, state };
}
