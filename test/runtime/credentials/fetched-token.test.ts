import { expect, test, vi } from "vitest";
import { fetchedToken } from "../../../runtime/index.js";
import type { FetchedToken } from "../../../runtime/index.js";
import { callerOf, secured } from "../secured.js";
import { startUpstream } from "../upstream.js";

/** An API that takes one token, and what fetches tokens for it, `my-token-1`, `my-token-2`, … */
async function start(seconds?: number) {
  const accepted = { token: "my-token-1" };
  let fetched = 0;
  const fetch = async (): Promise<FetchedToken> => ({
    token: `my-token-${++fetched}`,
    ...(seconds !== undefined && { seconds }),
  });
  const api = await startUpstream(({ headers }, response) => {
    const welcome = headers.authorization === `Bearer ${accepted.token}`;
    response.statusCode = welcome ? 200 : 401;
    response.end(welcome ? "welcome" : `not ${headers.authorization}`);
  });
  const { call } = await callerOf([secured("ask", [["it"]])], {
    baseUrl: api.baseUrl,
    credentials: { it: fetchedToken(fetch) },
  });
  return { accepted, call, count: () => fetched };
}

test("50 calls at the same time fetch one token", async () => {
  const { call, count } = await start();
  const calls = Array.from({ length: 50 }, () => call("ask"));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["welcome"]));
  expect(count()).toBe(1);
});

test("a token that is refused is fetched anew, once", async () => {
  const { accepted, call, count } = await start();
  await call("ask");
  accepted.token = "my-token-2";
  expect(await call("ask")).toBe("welcome");
  accepted.token = "another";
  expect(await call("ask")).toContain("not Bearer [redacted]");
  expect(count()).toBe(3);
});

test("a token is fetched anew before it ends", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const { accepted, call, count } = await start(100);
  await call("ask");
  vi.setSystemTime(89_000);
  await call("ask");
  expect(count()).toBe(1);
  accepted.token = "my-token-2";
  vi.setSystemTime(91_000);
  expect(await call("ask")).toBe("welcome");
  expect(count()).toBe(2);
  vi.useRealTimers();
});
