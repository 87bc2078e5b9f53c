import { describe, expect, test, vi } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { fetchedToken } from "../../../../runtime/features/credentials/oauth/tokens.js";
import type { FetchedToken } from "../../../../runtime/features/credentials/oauth/tokens.js";
import type {
  Credential,
  CredentialFactory,
} from "../../../../runtime/features/credentials/credentials.js";
import { callerOf, serve, textOf } from "../calls.js";
import {
  apiKey,
  basic,
  bearer,
  create,
  mutualTls,
  oauth2,
  openIdConnect,
} from "../../alone.js";

const env = { USER: "ann", PASSWORD: "pass:wörd\n", TOKEN: "abc.def" };
const names = { token: "A", clientId: "B", clientSecret: "C", env };
const oauth = { ...names, refreshToken: "D" };
const tokenUrl = "https://id.example/token";

test.each<[string, CredentialFactory, string, string[]]>([
  [
    "basic",
    basic({ username: "USER", password: "PASSWORD", env }),
    "Basic YW5uOnBhc3M6d8O2cmQ=",
    ["YW5uOnBhc3M6d8O2cmQ=", "pass:wörd"],
  ],
  [
    "basic without a password",
    basic({ username: "USER", password: "NONE", env }),
    "Basic YW5uOg==",
    ["YW5uOg=="],
  ],
  [
    "oauth2 with a token of the environment",
    oauth2({ ...oauth, token: "TOKEN" }),
    "Bearer abc.def",
    ["abc.def", "abc.def"],
  ],
])("credential %s", async (_name, it, authorization, secrets) => {
  const credential = create(it);
  const headers = {};
  await credential.apply(
    { method: "GET", url: tokenUrl, headers, body: undefined },
    {
      signal: new AbortController().signal,
      transport: axiosTransport(),
    },
  );
  expect(headers).toEqual({ authorization });
  expect(credential.missing).toEqual([]);
  expect(credential.secrets).toEqual(secrets);
});

const tls = { certificate: "A", key: "B", ca: "C", env };
test.each<[string, CredentialFactory, string[]]>([
  ["basic", basic({ username: "A", password: "PASSWORD", env }), ["A"]],
  ["all of basic", basic({ username: "A", password: "B", env }), ["A", "B"]],
  ["mutualTls", mutualTls(tls), ["A", "B"]],
  ["oauth2 without an endpoint", oauth2(oauth), ["A"]],
  ["oauth2", oauth2({ ...oauth, tokenUrl }), ["A, or B with C or D"]],
  [
    "openIdConnect",
    openIdConnect({ ...oauth, url: "https://id.example/" }),
    ["A, or B with C or D"],
  ],
  ["fetchedToken", fetchedToken(async () => ({ token: "" })), []],
])("a missing variable is named: %s", (_name, credential, want) => {
  expect(create(credential).missing).toEqual(want);
});

describe("a value that its place can't hold is refused with the name of its variable", () => {
  const createKey = (
    options: { in: "header" | "query" | "cookie" },
    key: string,
  ) =>
    create(
      apiKey({ ...options, name: "k", variable: "KEY", env: { KEY: key } }),
    );
  test.each<[string, (key: string) => Credential]>([
    ["key in a header", (key) => createKey({ in: "header" }, key)],
    ["key in a cookie", (key) => createKey({ in: "cookie" }, key)],
    [
      "bearer token",
      (key) => create(bearer({ variable: "KEY", env: { KEY: key } })),
    ],
    [
      "access token of OAuth 2",
      (key) => create(oauth2({ ...oauth, token: "KEY", env: { KEY: key } })),
    ],
  ])("%s", (_name, createCredential) => {
    for (const key of ["key\r\nX: 1", "key\nx", "k\0y", "a key… pasted"])
      expect(() => createCredential(key)).toThrow(
        /^KEY has a line break or another character that a (header|cookie) can't hold\. Set it to the value alone\.$/,
      );
    expect(createCredential("a é\tkey=\n").missing).toEqual([]);
  });

  test("a semicolon ends a cookie, but no header", () => {
    expect(() => createKey({ in: "cookie" }, "k;admin=1")).toThrow("a cookie");
    expect(createKey({ in: "header" }, "k;admin=1").missing).toEqual([]);
  });

  test("a key in the query and a basic password hold everything", () => {
    expect(createKey({ in: "query" }, "a\nb…").missing).toEqual([]);
    const pair = { USER: "ann", PASSWORD: "a\nb…" };
    const names = { username: "USER", password: "PASSWORD" };
    expect(create(basic({ ...names, env: pair })).missing).toEqual([]);
  });

  test("a token that is fetched is not sent", async () => {
    const it = fetchedToken(async () => ({ token: "a\r\nx: 1" }));
    const { baseUrl } = await serve((_request, response) => response.end());
    const ask = callerOf({ baseUrl, credentials: { it } });
    expect(await textOf(ask())).toContain(
      "no access token: it has a line break",
    );
  });

  test("a header of client.ts is not sent changed", async () => {
    const { baseUrl } = await serve((_request, response) => response.end());
    const ask = callerOf({ baseUrl, headers: { "x-tenant": "a\r\nb" } });
    expect(await textOf(ask())).toContain(
      "the header x-tenant has an invalid value",
    );
  });
});

describe("fetchedToken()", () => {
  /** An API that takes one token, and what fetches tokens for it, `my-token-1`, `my-token-2`, … */
  async function start(seconds?: number) {
    const accepted = { token: "my-token-1" };
    let count = 0;
    const it = fetchedToken(async (): Promise<FetchedToken> => ({
      token: `my-token-${++count}`,
      ...(seconds !== undefined && { seconds }),
    }));
    const { baseUrl } = await serve(({ headers }, response) => {
      const isWelcome = headers.authorization === `Bearer ${accepted.token}`;
      response.statusCode = isWelcome ? 200 : 401;
      response.end(isWelcome ? "welcome" : `not ${headers.authorization}`);
    });
    const ask = callerOf({ baseUrl, credentials: { it } });
    return { accepted, call: () => textOf(ask()), count: () => count };
  }

  test("fetches one token for 50 concurrent calls", async () => {
    const { call, count } = await start();
    const calls = Array.from({ length: 50 }, call);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["welcome"]));
    expect(count()).toBe(1);
  });

  test("fetches a refused token again, once", async () => {
    const { accepted, call, count } = await start();
    await call();
    accepted.token = "my-token-2";
    expect(await call()).toBe("welcome");
    accepted.token = "another";
    expect(await call()).toContain("not Bearer [redacted]");
    expect(count()).toBe(3);
  });

  test("fetches a token again before it expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const { accepted, call, count } = await start(100);
    await call();
    vi.setSystemTime(89_000);
    await call();
    expect(count()).toBe(1);
    accepted.token = "my-token-2";
    vi.setSystemTime(91_000);
    expect(await call()).toBe("welcome");
    expect(count()).toBe(2);
    vi.useRealTimers();
  });
});
