import { expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import { startUpstream } from "../../upstream.js";
import { callerOf } from "../calls.js";
import { breakable, STATE_KEY } from "./rotation.js";
import { bearer, sharedCookieJar } from "../../alone.js";

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
  const env = { MCP_STATE_KEY: STATE_KEY };
  const replicas = ["token-of-one-replica", "token-of-the-other"].map((T) =>
    callerOf({
      baseUrl,
      transport: sharedCookieJar(axiosTransport(), env, () => store),
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
  const transport = sharedCookieJar(axiosTransport(), {}, () => store);
  const call = callerOf({ baseUrl, transport });
  await call();
  await call();
  expect(received.map(({ headers }) => headers["cookie"])).toEqual([
    undefined,
    "a=1",
  ]);
});
