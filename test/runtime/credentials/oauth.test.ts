import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { OAuth2Server } from "oauth2-mock-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createHttpTransport,
  oauth2,
  openIdConnect,
} from "../../../runtime/index.js";
import type { OAuthOptions } from "../../../runtime/index.js";
import { serveHttp } from "../fixture.js";
import { callerOf, secured } from "../secured.js";

interface TokenRequest {
  headers: IncomingHttpHeaders;
  body: Record<string, string>;
}

const env = {
  ID: "my id",
  SECRET: "s3cret/with+signs",
  REFRESH: "refresh-token-0",
};
let id: OAuth2Server;
let idUrl: string;
/** What the authorization server was asked, and what it does besides giving a token. */
let asked: TokenRequest[];
let change: (answer: { status: number; body: Record<string, unknown> }) => void;

/** Takes the token issued last, and no other. */
let api: Awaited<ReturnType<typeof serveHttp>>;
let issued: unknown;
let refusals: number;

beforeEach(async () => {
  asked = [];
  change = () => undefined;
  issued = undefined;
  refusals = 0;
  id = new OAuth2Server();
  await id.issuer.keys.generate("ES256");
  await id.start(0, "127.0.0.1");
  idUrl = `http://127.0.0.1:${id.address().port}`;
  id.issuer.url = idUrl;
  id.service.on("beforeTokenSigning", (token: { payload: object }) => {
    Object.assign(token.payload, { jti: randomUUID() }); // else two of one second are the same
  });
  id.service.on(
    "beforeResponse",
    (
      response: { statusCode: number; body: Record<string, unknown> },
      request: TokenRequest,
    ) => {
      asked.push({ headers: request.headers, body: request.body });
      const answer = { status: 200, body: response.body };
      change(answer);
      response.statusCode = answer.status;
      response.body = answer.body;
      issued = answer.body["access_token"];
    },
  );
  api = await serveHttp(({ headers: { authorization } }, response) => {
    const welcome = authorization === `Bearer ${String(issued)}`;
    if (!welcome) refusals += 1;
    response
      .writeHead(welcome ? 200 : 401, { "content-type": "text/plain" })
      .end(welcome ? "welcome" : `not you, ${authorization}`);
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await api.close();
  await id.stop();
});

const variables = {
  token: "TOKEN",
  clientId: "ID",
  clientSecret: "SECRET",
  refreshToken: "NONE",
  env,
};

function callerWith(
  options: Partial<
    OAuthOptions & { tokenUrl: string; refreshUrl: string }
  > = {},
) {
  const tokenUrl = `${idUrl}/token`;
  return callerOf([secured("ask", [["id"]])], {
    baseUrl: api.url,
    credentials: { id: oauth2({ ...variables, tokenUrl, ...options }) },
  });
}

test("client credentials: one token for all calls", async () => {
  const { call } = await callerWith({ scopes: ["read", "write"] });
  expect(await call("ask")).toBe("welcome");
  expect(await call("ask")).toBe("welcome");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({
    grant_type: "client_credentials",
    scope: "read write",
  });
  const pair = Buffer.from("my+id:s3cret%2Fwith%2Bsigns").toString("base64");
  expect(asked[0]?.headers.authorization).toBe(`Basic ${pair}`);
});

test("50 calls at the same time ask for one token", async () => {
  const { call } = await callerWith();
  const calls = Array.from({ length: 50 }, () => call("ask"));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["welcome"]));
  expect(asked).toHaveLength(1);
});

test("a token is replaced before it ends", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  change = ({ body }) => (body["expires_in"] = "3600");
  const { call } = await callerWith();
  const at = async (seconds: number) => {
    vi.setSystemTime(seconds * 1000);
    expect(await call("ask")).toBe("welcome");
    return asked.length;
  };
  expect(await at(0)).toBe(1);
  expect(await at(3539)).toBe(1);
  expect(await at(3541)).toBe(2);
  expect(await at(3541 + 3539)).toBe(2);
  expect(refusals).toBe(0);
});

test("a token that is refused early is replaced once, for 50 calls", async () => {
  const { call } = await callerWith();
  await call("ask");
  issued = undefined; // revoked
  const calls = Array.from({ length: 50 }, () => call("ask"));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["welcome"]));
  expect(asked).toHaveLength(2);
});

test("a refusal that stays is told, without the token", async () => {
  const { call } = await callerWith();
  await call("ask");
  change = ({ body }) => {
    body["token_type"] = "Bearer";
    setImmediate(() => (issued = undefined));
  };
  issued = undefined;
  const text = await call("ask");
  expect(text).toContain("401");
  expect(text).toContain("not you, Bearer [redacted]");
  expect(refusals).toBe(2);
});

test("a refresh token, and the next one where it is changed", async () => {
  let number = 0;
  change = ({ body }) => (body["refresh_token"] = `refresh-token-${++number}`);
  const { call } = await callerWith({ refreshToken: "REFRESH", scopes: ["a"] });
  await call("ask");
  issued = undefined;
  expect(await call("ask")).toBe("welcome");
  expect(asked.map(({ body }) => body)).toEqual([
    { grant_type: "refresh_token", refresh_token: "refresh-token-0" },
    { grant_type: "refresh_token", refresh_token: "refresh-token-1" },
  ]);
});

test("a refresh token goes where refresh tokens go, the client's secret does not", async () => {
  const refreshUrl = `${idUrl}/token?refresh`;
  const nowhere = "http://127.0.0.1:9/token";
  const refreshing = { refreshToken: "REFRESH", refreshUrl, tokenUrl: nowhere };
  expect(await (await callerWith(refreshing)).call("ask")).toBe("welcome");
  const other = await callerWith({ refreshUrl: nowhere });
  expect(await other.call("ask")).toBe("welcome");
  expect(asked.map(({ body }) => body["grant_type"])).toEqual([
    "refresh_token",
    "client_credentials",
  ]);
});

test("the client's secret in the body, and further fields", async () => {
  const parameters = { audience: "https://api.example" };
  const { call } = await callerWith({ authentication: "body", parameters });
  expect(await call("ask")).toBe("welcome");
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect(asked[0]?.body).toEqual({
    grant_type: "client_credentials",
    client_id: "my id",
    client_secret: "s3cret/with+signs",
    audience: "https://api.example",
  });
});

test("who cancels leaves the token to those who wait", async () => {
  const { call } = await callerWith();
  const cancel = new AbortController();
  const first = call("ask", { signal: cancel.signal });
  const others = [call("ask"), call("ask")];
  cancel.abort();
  await expect(first).rejects.toThrow();
  expect(await Promise.all(others)).toEqual(["welcome", "welcome"]);
  expect(asked).toHaveLength(1);
});

test("OpenID Connect: the endpoint is found once", async () => {
  const url = `${idUrl}/.well-known/openid-configuration`;
  const paths: string[] = [];
  const http = createHttpTransport();
  const { call } = await callerOf([secured("ask", [["id"]])], {
    baseUrl: api.url,
    credentials: { id: openIdConnect({ ...variables, url }) },
    transport(request, signal) {
      paths.push(new URL(request.url).pathname);
      return http(request, signal);
    },
  });
  expect(await call("ask")).toBe("welcome");
  issued = undefined;
  expect(await call("ask")).toBe("welcome");
  const discovery = "/.well-known/openid-configuration";
  expect(paths).toEqual([
    ...[discovery, "/token", "/ask"],
    ...["/ask", "/token", "/ask"],
  ]);
});

describe("without a token the call says why, and keeps the secret", () => {
  const secretive = { error: "invalid_client", error_description: env.SECRET };
  const host = /127\.0\.0\.1:\d+/;

  test("an error of the server", async () => {
    change = (answer) =>
      Object.assign(answer, { status: 401, body: secretive });
    await expectError("no access token: HOST answered 401 (invalid_client).");
    change = () => undefined;
  });

  test("an error in no words of the standard", async () => {
    change = (answer) =>
      Object.assign(answer, { status: 500, body: { error: env.SECRET } });
    await expectError("no access token: HOST answered 500.");
  });

  test("an answer without a token", async () => {
    change = (answer) => Object.assign(answer, { body: {} });
    await expectError("no access token: the answer holds none.");
  });

  test("no answer", async () => {
    await expectError("no access token: HOST gave no answer.", {
      tokenUrl: "http://127.0.0.1:9/token",
    });
  });

  test("no URL", async () => {
    await expectError(
      "no access token: its URL is not absolute. Give it in client.ts.",
      { tokenUrl: "/token" },
    );
  });

  async function expectError(want: string, options = {}) {
    const { call } = await callerWith(options);
    const text = await call("ask");
    expect(text.replace(host, "HOST")).toBe(`error: GET /ask: ${want}`);
    expect(refusals).toBe(0);
  }
});
