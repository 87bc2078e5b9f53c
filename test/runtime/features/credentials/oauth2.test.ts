import { randomUUID } from "node:crypto";
import type { Environment } from "../../../../runtime/index.js";
import type { IncomingHttpHeaders } from "node:http";
import { OAuth2Server } from "oauth2-mock-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import type { OAuthOptions } from "../../../../runtime/features/credentials/oauth/oauth2.js";
import { callerOf, serve, textOf } from "../calls.js";
import type { Asking } from "../calls.js";
import { openIdConnect, oauth2 } from "../../alone.js";

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
/** Requests to the authorization server, and a change of its response. */
let asked: TokenRequest[];
let change: (answer: { status: number; body: Record<string, unknown> }) => void;

/** Takes the token issued last, and no other. */
let api: Awaited<ReturnType<typeof serve>>;
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
      { headers, body }: TokenRequest,
    ) => {
      asked.push({ headers, body });
      const answer = { status: 200, body: response.body };
      change(answer);
      response.statusCode = answer.status;
      response.body = answer.body;
      issued = answer.body["access_token"];
    },
  );
});

afterEach(async () => {
  vi.useRealTimers();
  await id.stop();
});

const variables = {
  token: "TOKEN",
  clientId: "ID",
  clientSecret: "SECRET",
  refreshToken: "NONE",
  env,
};

type Options = Partial<OAuthOptions> & {
  readonly env?: Environment;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
};

/** Calls the API with a token of the authorization server. */
async function callerWith(options: Options = {}) {
  return callerBy(
    oauth2({ ...variables, tokenUrl: `${idUrl}/token`, ...options }),
  );
}

async function callerBy(
  it: ReturnType<typeof oauth2>,
  transport = axiosTransport(),
) {
  api = await serve(({ headers: { authorization } }, response) => {
    const welcome = authorization === `Bearer ${String(issued)}`;
    if (!welcome) refusals += 1;
    response
      .writeHead(welcome ? 200 : 401, { "content-type": "text/plain" })
      .end(welcome ? "welcome" : `not you, ${authorization}`);
  });
  const { baseUrl } = api;
  const ask = callerOf({ baseUrl, credentials: { it }, transport });
  return (asking?: Asking) => textOf(ask(asking));
}

const FIFTY = Array.from({ length: 50 });

test("client credentials get one token for all calls", async () => {
  const ask = await callerWith({ scopes: ["read", "write"] });
  expect(await ask()).toBe("welcome");
  expect(await ask()).toBe("welcome");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({
    grant_type: "client_credentials",
    scope: "read write",
  });
  const pair = Buffer.from("my+id:s3cret%2Fwith%2Bsigns").toString("base64");
  expect(asked[0]?.headers.authorization).toBe(`Basic ${pair}`);
});

test("client credentials get one token for 50 concurrent calls", async () => {
  const ask = await callerWith();
  const texts = await Promise.all(FIFTY.map(() => ask()));
  expect(new Set(texts)).toEqual(new Set(["welcome"]));
  expect(asked).toHaveLength(1);
});

test("a token is replaced before it expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  change = ({ body }) => (body["expires_in"] = "3600");
  const ask = await callerWith();
  const at = async (seconds: number) => {
    vi.setSystemTime(seconds * 1000);
    expect(await ask()).toBe("welcome");
    return asked.length;
  };
  expect(await at(0)).toBe(1);
  expect(await at(3539)).toBe(1);
  expect(await at(3541)).toBe(2);
  expect(await at(3541 + 3539)).toBe(2);
  expect(refusals).toBe(0);
});

test("a token that is refused early is replaced once for 50 calls", async () => {
  const ask = await callerWith();
  await ask();
  issued = undefined; // revoked
  const texts = await Promise.all(FIFTY.map(() => ask()));
  expect(new Set(texts)).toEqual(new Set(["welcome"]));
  expect(asked).toHaveLength(2);
});

test("a refusal after the replacement is reported without the token", async () => {
  const ask = await callerWith();
  await ask();
  change = () => setImmediate(() => (issued = undefined));
  issued = undefined;
  const text = await ask();
  expect(text).toContain("401");
  expect(text).toContain("not you, Bearer [redacted]");
  expect(refusals).toBe(2);
});

test("a refresh token is used, and replaced by a rotated one", async () => {
  let number = 0;
  change = ({ body }) => (body["refresh_token"] = `refresh-token-${++number}`);
  const ask = await callerWith({ refreshToken: "REFRESH", scopes: ["a"] });
  await ask();
  issued = undefined;
  expect(await ask()).toBe("welcome");
  expect(asked.map(({ body }) => body)).toEqual([
    { grant_type: "refresh_token", refresh_token: "refresh-token-0" },
    { grant_type: "refresh_token", refresh_token: "refresh-token-1" },
  ]);
});

test("a refresh token is sent to refreshUrl, and the client secret is not", async () => {
  const refreshUrl = `${idUrl}/token?refresh`;
  const nowhere = "http://127.0.0.1:9/token";
  const refreshing = { refreshToken: "REFRESH", refreshUrl, tokenUrl: nowhere };
  expect(await (await callerWith(refreshing))()).toBe("welcome");
  expect(await (await callerWith({ refreshUrl: nowhere }))()).toBe("welcome");
  expect(asked.map(({ body }) => body["grant_type"])).toEqual([
    "refresh_token",
    "client_credentials",
  ]);
});

test("the client secret and further fields are sent in the body", async () => {
  const parameters = { audience: "https://api.example" };
  const ask = await callerWith({ authentication: "body", parameters });
  expect(await ask()).toBe("welcome");
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect(asked[0]?.body).toEqual({
    grant_type: "client_credentials",
    client_id: "my id",
    client_secret: "s3cret/with+signs",
    audience: "https://api.example",
  });
});

test("a token of the environment is used as it is, and not replaced", async () => {
  const ask = await callerWith({ env: { ...env, TOKEN: "of-environment\n" } });
  expect(await ask()).toContain("not you, Bearer [redacted]");
  issued = "of-environment";
  expect(await ask()).toBe("welcome");
  expect(api.received).toHaveLength(2);
  expect(asked).toEqual([]);
});

test("a cancelled call leaves the token request to the calls that wait", async () => {
  const ask = await callerWith();
  const cancel = new AbortController();
  const first = ask({ signal: cancel.signal });
  const others = [ask(), ask()];
  cancel.abort();
  expect(await first).toBe("Error: CallError: GET /ask: cancelled.");
  expect(await Promise.all(others)).toEqual(["welcome", "welcome"]);
  expect(asked).toHaveLength(1);
});

test("OpenID Connect discovers the token endpoint once", async () => {
  const url = `${idUrl}/.well-known/openid-configuration`;
  const paths: string[] = [];
  const http = axiosTransport();
  const it = openIdConnect({ ...variables, url });
  const ask = await callerBy(it, (request, signal) => {
    paths.push(new URL(request.url).pathname);
    return http(request, signal);
  });
  expect(await ask()).toBe("welcome");
  issued = undefined;
  expect(await ask()).toBe("welcome");
  const discovery = "/.well-known/openid-configuration";
  expect(paths).toEqual([
    ...[discovery, "/token", "/ask"],
    ...["/ask", "/token", "/ask"],
  ]);
});

test.each([
  [
    { token_endpoint: "/token" },
    "the discovery document does not name a token endpoint.",
  ],
  [["no object"], "127.0.0.1:"],
])("OpenID Connect refuses the document %j", async (document, want) => {
  const { baseUrl } = await serve((_request, response) =>
    response.end(JSON.stringify(document)),
  );
  const ask = await callerBy(openIdConnect({ ...variables, url: baseUrl }));
  expect(await ask()).toContain(`no access token: ${want}`);
});

describe("a call without a token reports the reason, and keeps the secret", () => {
  const secretive = { error: "invalid_client", error_description: env.SECRET };
  const lost = { tokenUrl: "http://127.0.0.1:9/token" };
  test.each<[string, object, Options, string]>([
    [
      "an error of the server",
      { status: 401, body: secretive },
      {},
      "HOST responded with 401 (invalid_client).",
    ],
    [
      "an error in no words of the standard",
      { status: 500, body: { error: env.SECRET } },
      {},
      "HOST responded with 500.",
    ],
    [
      "a response without a token",
      { body: {} },
      {},
      "the token response does not contain one.",
    ],
    ["no response", {}, lost, "HOST did not respond."],
    [
      "no URL",
      {},
      { tokenUrl: "/token" },
      "the token URL is not absolute. Set it in client.ts.",
    ],
  ])("%s", async (_case, answer, options, want) => {
    change = (given) => Object.assign(given, answer);
    const text = await (await callerWith(options))();
    expect(text.replace(/127\.0\.0\.1:\d+/, "HOST")).toBe(
      `Error: CallError: GET /ask: no access token: ${want}`,
    );
    expect(refusals).toBe(0);
  });
});
