import { expect, onTestFinished, test, vi } from "vitest";
import { setCallerToken } from "../../../../runtime/features/http/auth/caller-token.js";
import type { CredentialFactory } from "../../../../runtime/features/credentials/credentials.js";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { startUpstream } from "../../upstream.js";
import type { Options } from "../../upstream.js";
import { callerOf } from "../calls.js";
import type { Asking } from "../calls.js";
import { breakable, STATE_KEY } from "./rotation.js";
import {
  openIdConnect,
  oauth2,
  onBehalfOf,
  sharedTokens,
} from "../../alone.js";

const LIFETIME = 600;

/** An API that keeps the tokens that it got, and its authorization server, which issues another token each time. */
async function startIssuer() {
  const refused = new Set<string>();
  const issued: string[] = [];
  const accepted: string[] = [];
  const api = await startUpstream((request, response, body) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/discovery"))
      return void response.end(
        JSON.stringify({ token_endpoint: `${api.baseUrl}/token` }),
      );
    if (request.url === "/token") {
      const form = new URLSearchParams(body);
      const owner = form.get("subject_token") ?? form.get("scope") ?? "client";
      const access_token = `token-${issued.length}-of-${owner}`;
      issued.push(access_token);
      const fields = { access_token, expires_in: LIFETIME };
      return void response.end(JSON.stringify(fields));
    }
    const { authorization = "" } = request.headers;
    const token = authorization.replace("Bearer ", "");
    if (!refused.has(token)) accepted.push(token);
    response.writeHead(refused.has(token) ? 401 : 200).end("{}");
  });
  return { ...api, accepted, issued, refused };
}

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

const variables = {
  token: "API_TOKEN",
  clientId: "API_CLIENT_ID",
  clientSecret: "API_CLIENT_SECRET",
  refreshToken: "API_REFRESH_TOKEN",
};

/** Options of one replica, which shares its tokens by this store. */
const optionsOf = (store: Store, secret = "secret-of-the-client") => ({
  ...variables,
  tokens: sharedTokens({ MCP_STATE_KEY: STATE_KEY }, () => store),
  env: { API_CLIENT_ID: "client", API_CLIENT_SECRET: secret },
});

function clientOf({ baseUrl }: Issuer, store: Store, secret?: string) {
  const tokenUrl = `${baseUrl}/token`;
  return oauth2({ ...optionsOf(store, secret), tokenUrl });
}

/** Calls of a replica; each returns the token that the API has accepted. */
function callsOf(
  { accepted, baseUrl }: Issuer,
  it: CredentialFactory,
  options: Pick<Options, "forCaller"> = {},
) {
  const call = callerOf({ ...options, baseUrl, credentials: { it } });
  return async (asking?: Asking) => {
    await call(asking);
    return accepted.at(-1);
  };
}

test("replicas use the token that one of them has requested, until it ends", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const issuer = await startIssuer();
  const { store } = breakable(memoryStore());
  const [one, two] = [
    callsOf(issuer, clientOf(issuer, store)),
    callsOf(issuer, clientOf(issuer, store)),
  ];
  const values = [await one(), await two(), await two()];
  expect(values).toEqual(Array(3).fill("token-0-of-client"));
  vi.setSystemTime(Date.now() + (LIFETIME - 59) * 1000);
  expect([await two(), await one()]).toEqual(
    Array(2).fill("token-1-of-client"),
  );
  expect(issuer.issued).toHaveLength(2);
});

test("a token that the API refuses is replaced for all replicas", async () => {
  const issuer = await startIssuer();
  const { store } = breakable(memoryStore());
  const [one, two] = [
    callsOf(issuer, clientOf(issuer, store)),
    callsOf(issuer, clientOf(issuer, store)),
  ];
  expect([await one(), await two()]).toEqual(
    Array(2).fill("token-0-of-client"),
  );
  issuer.refused.add("token-0-of-client");
  expect([await one(), await two()]).toEqual(
    Array(2).fill("token-1-of-client"),
  );
});

test("each process requests its own token as long as the store is unreachable", async () => {
  const issuer = await startIssuer();
  const { state, store } = breakable(memoryStore());
  state.isAway = true;
  const [one, two] = [
    callsOf(issuer, clientOf(issuer, store)),
    callsOf(issuer, clientOf(issuer, store)),
  ];
  expect([await one(), await two()]).toEqual([
    "token-0-of-client",
    "token-1-of-client",
  ]);
});

test("another secret, other scopes and another issuer have tokens of their own", async () => {
  const issuer = await startIssuer();
  const { store } = breakable(memoryStore());
  const options = { ...optionsOf(store), tokenUrl: `${issuer.baseUrl}/token` };
  const discoveries = ["", "?2"].map((query) =>
    openIdConnect({
      ...optionsOf(store),
      url: `${issuer.baseUrl}/discovery${query}`,
    }),
  );
  const credentials = [
    oauth2(options),
    clientOf(issuer, store, "another-secret"),
    oauth2({ ...options, scopes: ["read"] }),
    oauth2({ ...options, parameters: { audience: "b" } }),
    ...discoveries,
  ];
  const tokens: unknown[] = [];
  for (const it of credentials) tokens.push(await callsOf(issuer, it)());
  expect(new Set(tokens).size).toBe(credentials.length);
});

test("an exchanged token is its caller's alone, at all replicas", async () => {
  const issuer = await startIssuer();
  const { store } = breakable(memoryStore());
  const principalOf = (name: string, token: string) => {
    const principal = { id: name, name, scopes: [] };
    setCallerToken(principal, { token, end: Date.now() + 3600_000 });
    return principal;
  };
  const replicaOf = () => {
    const it = onBehalfOf({
      ...optionsOf(store),
      tokenUrl: `${issuer.baseUrl}/token`,
    });
    return callsOf(issuer, it, { forCaller: perCaller() });
  };
  const [one, two] = [replicaOf(), replicaOf()];
  const ann = { principal: principalOf("ann", "ann") };
  const bob = { principal: principalOf("bob", "bob") };
  const tokens = [await one(ann), await two(ann), await two(bob)];
  expect(tokens).toEqual([
    "token-0-of-ann",
    "token-0-of-ann",
    "token-1-of-bob",
  ]);
  issuer.refused.add("token-0-of-ann");
  expect([await two(ann), await one(ann)]).toEqual(
    Array(2).fill("token-2-of-ann"),
  );
});

test("nothing in the store tells a token, its client or its caller", async () => {
  const issuer = await startIssuer();
  const entries: string[] = [];
  const { store } = breakable(memoryStore());
  const observedStore: Store = {
    ...store,
    set: (key, value, seconds) => {
      entries.push(key, value, String(seconds));
      return store.set(key, value, seconds);
    },
  };
  await callsOf(issuer, clientOf(issuer, observedStore))();
  expect(entries).toEqual([
    expect.stringMatching(/^token:[\w-]{43}$/),
    expect.stringMatching(/^[\w-]+$/),
    expect.stringMatching(/^5\d\d/),
  ]);
  expect(entries.join()).not.toMatch(/of-client|secret|127\.0\.0\.1/);
});
