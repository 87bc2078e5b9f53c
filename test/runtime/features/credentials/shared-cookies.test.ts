import { expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { cookies } from "../../../../runtime/features/credentials/cookies.js";
import { sealStore } from "../../../../runtime/features/state/sealed-store.js";
import { stateKeysOf } from "../../../../runtime/features/state/state-key.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import type { Transport } from "../../../../runtime/index.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import { contextOf, startUpstream } from "../../upstream.js";
import { callerOf } from "../calls.js";
import { breakable, STATE_KEY } from "./rotation.js";
import { bearer } from "../../alone.js";

/** Sends requests with the cookies that are in a store. */
function shareCookies(store: Store): Transport {
  const context = contextOf({ MCP_STATE_KEY: STATE_KEY });
  const sealedStore = store.isShared
    ? sealStore(store, stateKeysOf(context))
    : undefined;
  return cookies()(axiosTransport(), { ...context, sealedStore });
}

const principal = (id: string) => ({ id, scopes: [] });

test("replicas share the cookies of a caller, and send none without the store", async () => {
  let count = 0;
  const { baseUrl, received } = await startUpstream((request, response) => {
    if (!request.headers.cookie)
      response.setHeader(
        "set-cookie",
        `session=secret-${(count += 1)}; Path=/`,
      );
    response.end("{}");
  });
  const { state, store } = breakable(memoryStore());
  const replicas = ["token-of-one-replica", "token-of-the-other"].map((T) =>
    callerOf({
      baseUrl,
      transport: shareCookies(store),
      credentials: { it: bearer({ variable: "T", env: { T } }) },
      forCaller: (client, headers, who) =>
        perCaller()({ ...client, caller: who?.id }, headers, who),
    }),
  );
  for (const caller of ["ann", "bob"])
    for (const call of replicas) await call({ principal: principal(caller) });
  expect(received.map(({ headers }) => headers["cookie"])).toEqual([
    undefined,
    "session=secret-1",
    undefined,
    "session=secret-2",
  ]);
  state.isAway = true;
  for (const call of replicas)
    await expect(call({ principal: principal("ann") })).rejects.toThrow(
      "the store is unreachable",
    );
  expect(received).toHaveLength(4);
});

test("a store in the process keeps cookies like a server without one", async () => {
  const { baseUrl, received } = await startUpstream((_request, response) => {
    response.setHeader("set-cookie", "a=1; Path=/").end("{}");
  });
  const store = memoryStore();
  const transport = shareCookies(store);
  const call = callerOf({ baseUrl, transport });
  await call();
  await call();
  expect(received.map(({ headers }) => headers["cookie"])).toEqual([
    undefined,
    "a=1",
  ]);
});
