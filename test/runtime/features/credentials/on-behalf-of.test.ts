import { Readable } from "node:stream";
import { OAuth2Server } from "oauth2-mock-server";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { setCallerToken } from "../../../../runtime/features/http/auth/caller-token.js";
import { jwtTokens } from "../../../../runtime/features/http/auth/jwt.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import type { OnBehalfOfOptions } from "../../../../runtime/features/credentials/oauth/on-behalf-of.js";
import { sessions } from "../../../../runtime/features/http/sessions.js";
import type { ClientOptions, Environment } from "../../../../runtime/index.js";
import { openSession } from "../../../../runtime/sdk/session.js";
import { ask, message } from "../../ask.js";
import { callerOf, secured, serviceOf } from "../../serving.js";
import { startUpstream } from "../../upstream.js";
import { listenOnHttp } from "../http/listening.js";
import { create, onBehalfOf, type ListenOptions } from "../../alone.js";

const audience = "https://mcp.example/mcp";
const env = { ID: "this-server", SECRET: "s3cret-of-this-server" };
const auth = () =>
  jwtTokens({ issuer: id.issuer.url ?? "", audience, jwksUrl });
let id: OAuth2Server;
let jwksUrl: string;

/** Server that exchanges tokens, and a change of its response; the API, and the tokens that it accepts. */
let exchange: Awaited<ReturnType<typeof startUpstream>>;
let change: (answer: { status: number; body: object }) => void;
let location: string;
let api: Awaited<ReturnType<typeof startUpstream>>;
let valid: Set<string>;
/** Logged lines. */
let lines: string[];

beforeAll(async () => {
  id = new OAuth2Server();
  await id.issuer.keys.generate("ES256");
  await id.start(0, "127.0.0.1");
  id.issuer.url = `http://127.0.0.1:${id.address().port}`;
  jwksUrl = `${id.issuer.url}/jwks`;
});
afterAll(() => id.stop());
afterEach(() => vi.useRealTimers());

beforeEach(async () => {
  change = () => undefined;
  location = "";
  valid = new Set();
  lines = [];
  exchange = await startUpstream((_request, response) => {
    const token = `token-of-the-api-${exchange.received.length}`;
    valid.add(`Bearer ${token}`);
    const body = { access_token: token, token_type: "Bearer", expires_in: 600 };
    const answer = { status: 200, body };
    change(answer);
    response
      .writeHead(answer.status, {
        "content-type": "application/json",
        location,
      })
      .end(JSON.stringify(answer.body));
  });
  api = await startUpstream(({ headers }, response) => {
    const { authorization = "" } = headers;
    const status = valid.has(authorization) ? 200 : 401;
    response
      .writeHead(status, { "content-type": "text/plain" })
      .end(`${status === 200 ? "welcome" : "not you"}, ${authorization}`);
  });
});

async function tokenOf(sub: string, expiresIn = 7200): Promise<string> {
  return id.issuer.buildToken({
    expiresIn,
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: audience, sub });
    },
  });
}

const it = (
  more: Partial<OnBehalfOfOptions> & {
    env?: Environment;
  } = {},
) =>
  onBehalfOf({
    tokenUrl: `${exchange.baseUrl}/token`,
    clientId: "ID",
    clientSecret: "SECRET",
    env,
    ...more,
  });

/** Calls a tool over HTTP with a token of the caller; gives all that was answered. */
async function serve(
  more: Partial<OnBehalfOfOptions> & {
    env?: Environment;
  } = {},
  options: ListenOptions = { auth: auth() },
  forCaller: Pick<ClientOptions, "forCaller"> = { forCaller: perCaller() },
) {
  const credentials = { it: it(more) };
  const client = { baseUrl: api.baseUrl, credentials, ...forCaller };
  const service = serviceOf([secured("ask", [["it"]])], { client });
  const write = (line: string) => lines.push(line);
  const log = createLog({
    level: "debug",
    redact: service.context.redact,
    write,
  });
  const { url } = await listenOnHttp(service, { ...options, log });
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = message("tools/call", { name: "ask" });
    const { body: text } = await ask(url, { headers, body });
    expect(text + lines.join("")).not.toContain(token);
    expect(text + lines.join("")).not.toMatch(/token-of-the-api|s3cret/);
    return text;
  };
}

const sentToApi = () => api.received.map((one) => one.headers["authorization"]);
const forms = () =>
  exchange.received.map(({ body }) =>
    Object.fromEntries(new URLSearchParams(body)),
  );

test("token exchange runs once for each caller, and the token is sent only to the API", async () => {
  const call = await serve({ audience: "https://api", scopes: ["a", "b"] });
  const [ann, bob] = [await tokenOf("ann"), await tokenOf("bob")];
  for (const token of [ann, bob, ann, bob])
    expect(await call(token)).toContain("welcome, Bearer [redacted]");
  const [first, second] = ["token-of-the-api-1", "token-of-the-api-2"];
  expect(sentToApi()).toEqual(
    [first, second, first, second].map((token) => `Bearer ${token}`),
  );
  const type = "urn:ietf:params:oauth:token-type:access_token";
  expect(forms()).toEqual(
    [ann, bob].map((subject_token) => ({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token,
      subject_token_type: type,
      requested_token_type: type,
      audience: "https://api",
      scope: "a b",
    })),
  );
  const pair = Buffer.from(`${env.ID}:${env.SECRET}`).toString("base64");
  expect(exchange.received[0]?.headers["authorization"]).toBe(`Basic ${pair}`);
  const seen = JSON.stringify(api.received);
  expect(seen).not.toContain(ann);
});

test("an authorization server that takes assertions gets the caller's token as one", async () => {
  const call = await serve({
    grant: "jwt-bearer",
    scopes: ["api://shop/.default"],
    parameters: { requested_token_use: "on_behalf_of" },
    authentication: "body",
  });
  const [ann, bob] = [await tokenOf("ann"), await tokenOf("bob")];
  for (const token of [ann, bob, ann])
    expect(await call(token)).toContain("welcome, Bearer [redacted]");
  expect(forms()).toEqual(
    [ann, bob].map((assertion) => ({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
      scope: "api://shop/.default",
      requested_token_use: "on_behalf_of",
      client_id: env.ID,
      client_secret: env.SECRET,
    })),
  );
});

test("parameters name a vault's connection and its own grant, and never another caller's token", async () => {
  const type =
    "http://auth0.com/oauth/token-type/federated-connection-access-token";
  const call = await serve({
    parameters: {
      grant_type:
        "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
      requested_token_type: type,
      connection: "shop",
      subject_token: "token-of-someone-else",
    },
    authentication: "body",
  });
  const ann = await tokenOf("ann");
  expect(await call(ann)).toContain("welcome");
  expect(forms()).toMatchObject([
    {
      grant_type: expect.stringContaining("auth0") as string,
      requested_token_type: type,
      connection: "shop",
      subject_token: ann,
    },
  ]);
});

test("token exchange runs once for concurrent calls of a caller", async () => {
  const call = await serve();
  const ann = await tokenOf("ann");
  await Promise.all(Array.from({ length: 20 }, () => call(ann)));
  expect(exchange.received).toHaveLength(1);
  expect(new Set(sentToApi())).toEqual(new Set(["Bearer token-of-the-api-1"]));
});

test("token exchange in a session uses the token of each request", async () => {
  const endpoint = sessions(openSession);
  const service = serviceOf([secured("ask", [["it"]])], {
    client: {
      baseUrl: api.baseUrl,
      credentials: { it: it() },
      forCaller: perCaller(),
    },
  });
  const { url } = await listenOnHttp(service, { auth: auth(), endpoint });
  const send = async (body: string, sub: string, session = {}) => {
    const authorization = `Bearer ${await tokenOf(sub)}`;
    const accept = "application/json, text/event-stream";
    return ask(url, { body, headers: { accept, authorization, ...session } });
  };
  const hello = message("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  const begun = await send(hello, "ann");
  const session = { "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const call = message("tools/call", { name: "ask" });
  expect((await send(call, "ann", session)).body).toContain("welcome");
  expect((await send(call, "bob", session)).status).toBe(404);
  expect(exchange.received).toHaveLength(1);
});

test("an exchanged token is replaced before it expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const call = await serve();
  const ann = await tokenOf("ann");
  for (const [seconds, want] of [
    [0, 1],
    [539, 1],
    [2, 2],
  ] as const) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect(await call(ann)).toContain("welcome");
    expect(exchange.received).toHaveLength(want);
  }
});

test("an exchanged token that the API refuses is replaced once", async () => {
  const call = await serve();
  const [ann, bob] = [await tokenOf("ann"), await tokenOf("bob")];
  await call(ann);
  await call(bob);
  valid.delete("Bearer token-of-the-api-1");
  expect(await call(ann)).toContain("welcome");
  expect(await call(bob)).toContain("welcome");
  expect(exchange.received).toHaveLength(3);
  change = () => valid.clear();
  valid.clear();
  expect(await call(ann)).toContain("not you, Bearer [redacted]");
  expect(exchange.received).toHaveLength(4);
});

test("a refused exchange is reported without secrets, not redirected, and repeated by the next call", async () => {
  const call = await serve();
  const ann = await tokenOf("ann");
  change = (answer) => {
    const error_description = `${ann} ${env.SECRET}`;
    const body = { error: "invalid_grant", error_description };
    Object.assign(answer, { status: 400, body });
  };
  const { host } = new URL(exchange.baseUrl);
  expect(await call(ann)).toContain(
    `GET /ask: no access token: ${host} responded with 400 (invalid_grant).`,
  );
  expect(api.received).toEqual([]);
  location = `${api.baseUrl}/token`;
  change = (answer) => Object.assign(answer, { status: 307 });
  expect(await call(ann)).toContain(`${host} responded with 307.`);
  expect(api.received).toEqual([]);
  change = () => undefined;
  expect(await call(ann)).toContain("welcome");
});

describe("an exchange that needs the user", () => {
  const page = "https://login.example.com/connect?ticket=abc";
  const loginPage = { host: "login.example.com", field: "login_url" };
  const refuse = (body: object, status = 400) => {
    change = (answer) => Object.assign(answer, { status, body });
  };
  const AGAIN = "has to log in to it again, or agree to this access";

  test.each<[string, object, string]>([
    ["interaction_required", {}, AGAIN],
    ["login_required", {}, AGAIN],
    ["consent_required", {}, AGAIN],
    ["account_selection_required", {}, AGAIN],
    ["interaction_required", { login_url: page }, `call again.\\n${page}`],
    ["other_code", { login_url: page }, `call again.\\n${page}`],
  ])("by %s is told so: %j", async (error, more, want) => {
    const call = await serve({ loginPage });
    refuse({ error, ...more });
    const text = await call(await tokenOf("ann"));
    expect(text).toContain(`responded with 400 (${error}). The user has to`);
    expect(text).toContain(want.replace(/^has to /, ""));
    expect(api.received).toEqual([]);
    change = () => undefined;
    expect(await call(await tokenOf("ann"))).toContain("welcome");
  });

  test.each<[string, unknown]>([
    ["of another host", "https://evil.example/connect"],
    ["of a host below it", "https://a.login.example.com/"],
    ["of a host around it", "https://login.example.com.evil.example/"],
    ["with the host as its user", "https://login.example.com@evil.example/"],
    ["with a user", "https://ann@login.example.com/"],
    ["with a password", "https://:secret@login.example.com/"],
    ["with another port", "https://login.example.com:8443/"],
    ["with a dot behind its host", "https://login.example.com./"],
    ["without TLS", "http://login.example.com/"],
    ["that is a script", "javascript:alert(1)//login.example.com"],
    ["that is a file", "file://login.example.com/etc/passwd"],
    ["that is relative", "//login.example.com/"],
    ["that is huge", `${page}${"a".repeat(2048)}`],
    ["in a list", [page]],
    ["in an object", { url: page }],
    ["that is empty", ""],
    ["with a look-alike letter", "https://l\u043egin.example.com/"],
  ])("never tells of an address %s", async (_name, login_url) => {
    const call = await serve({ loginPage });
    refuse({ error: "interaction_required", login_url });
    const text = await call(await tokenOf("ann"));
    expect(text).toContain(AGAIN);
    expect(text).not.toMatch(/evil|login\.example|:\/\//);
  });

  test("never tells of an address that has a secret, or of one without the option", async () => {
    const ann = await tokenOf("ann");
    for (const secret of [ann, env.SECRET, encodeURIComponent(env.SECRET)]) {
      const call = await serve({ loginPage });
      refuse({
        error: "interaction_required",
        login_url: `${page}&t=${secret}`,
      });
      expect(await call(ann)).not.toContain("login.example.com");
    }
    const call = await serve();
    refuse({ error: "interaction_required", login_url: page, error_uri: page });
    expect(await call(ann)).toContain(AGAIN);
    expect(await call(ann)).not.toContain("login.example.com");
  });

  test("reads the standard's field by default", async () => {
    const call = await serve({ loginPage: { host: "login.example.com" } });
    refuse({ error: "invalid_grant", error_uri: page });
    expect(await call(await tokenOf("ann"))).toContain(page);
  });

  test.each([
    "https://login.example.com",
    "login.example.com/",
    "Login.example.com",
    "login.example.com:443",
    "",
    "ann@login.example.com",
  ])("is not configured by the host %j", (host) => {
    expect(() => create(it({ loginPage: { host } }))).toThrow(
      `loginPage.host is ${JSON.stringify(host)}. Write the host alone`,
    );
  });
});

describe("a call without a caller's token is refused", () => {
  const want =
    "GET /ask: the caller's access token is needed, and the caller sent none that could be verified. This works only over HTTP.";
  afterEach(() => {
    expect(exchange.received).toEqual([]);
    expect(api.received).toEqual([]);
  });

  test("on stdio", async () => {
    const credentials = { it: it() };
    const { call } = await callerOf([secured("ask", [["it"]])], {
      baseUrl: api.baseUrl,
      credentials,
      forCaller: perCaller(),
    });
    expect(await call("ask")).toContain(`error: ${want}`);
  });

  const fixed = "a-static-token-0123";
  test.each<[string, ListenOptions]>([
    ["with a token of this server's own", { auth: staticTokens([fixed]) }],
    ["without authentication", {}],
  ])("%s", async (_case, options) => {
    const call = await serve({}, options);
    expect(await call(fixed)).toContain(want);
  });

  test("with a client that knows no callers", async () => {
    const call = await serve({}, { auth: auth() }, {});
    expect(await call(await tokenOf("ann"))).toContain(want);
  });
});

test("a missing client id or secret is named with its variable", async () => {
  const call = await serve({ env: {} });
  expect(await call(await tokenOf("ann"))).toContain(
    "Set ID and SECRET for it.",
  );
  expect(exchange.received).toEqual([]);
});

describe("the cache of exchanged tokens", () => {
  /** Applies the credential for a caller whose token ends after these seconds; gives how many were exchanged. */
  function applying() {
    const credential = create(it());
    const { signal } = new AbortController();
    let asked = 0;
    const transport = async () => {
      asked += 1;
      const body = new Response('{"access_token":"token"}').body ?? [];
      return { status: 200, headers: {}, body: Readable.from(body) };
    };
    return async (token: string, seconds = 60) => {
      const principal = { id: token, scopes: [] };
      setCallerToken(principal, { token, end: Date.now() + seconds * 1000 });
      const request = {
        method: "GET",
        url: "http://api",
        headers: {},
        body: undefined,
      };
      const own = credential.forCaller?.({}, principal);
      await own?.apply(request, { signal, transport });
      return asked;
    };
  }

  test("keeps the tokens of the thousand callers that called last", async () => {
    const apply = applying();
    for (let number = 0; number < 1000; number += 1) await apply(`${number}`);
    expect(await apply("0")).toBe(1000);
    expect(await apply("new")).toBe(1001);
    expect(await apply("0")).toBe(1001);
    expect(await apply("1")).toBe(1002);
  });

  test("drops a token when the caller's token expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const apply = applying();
    await apply("short", 60);
    await apply("long", 120);
    vi.setSystemTime(60_000);
    expect(await apply("long")).toBe(2);
    expect(await apply("short")).toBe(3);
  });
});
