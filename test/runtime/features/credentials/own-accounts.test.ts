import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, generateKeyPair } from "jose";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { fromClaim } from "../../../../runtime/features/credentials/from-claim.js";
import {
  fromCaller,
  perCaller,
} from "../../../../runtime/features/credentials/per-caller.js";
import { apiKey } from "../../../../runtime/features/credentials/api-key.js";
import { bearer } from "../../../../runtime/features/credentials/bearer.js";
import { cookies } from "../../../../runtime/features/credentials/cookies.js";
import { callerFiles } from "../../../../runtime/features/files/caller-files.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import { scopes } from "../../../../runtime/features/http/auth/scopes.js";
import { etag } from "../../../../runtime/features/responses/etag.js";
import { limits } from "../../../../runtime/features/state/limits.js";
import { retry } from "../../../../runtime/features/transport/retry.js";
import type { Args, ClientOptions } from "../../../../runtime/index.js";
import type { CredentialFactory } from "../../../../runtime/features/credentials/credentials.js";
import { connect, secured, serviceOf } from "../../serving.js";
import { contextOf, startUpstream } from "../../upstream.js";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { listenOnHttp } from "../http/listening.js";
import {
  AUDIENCE,
  bearerOf,
  CLAIM,
  KEYS,
  readTool,
  recordStore,
  serveAccounts,
  startApi,
  startIssuer,
} from "./accounts.js";
import type { Issuer } from "./accounts.js";

let issuer: Issuer;
beforeAll(async () => void (issuer = await startIssuer()));
afterAll(() => issuer.stop());

const it = fromClaim(CLAIM, (variable) => bearer({ variable }));
const tokenOf = (person: "ann" | "bob", more: Args = {}) =>
  issuer.tokenOf({ sub: person, [CLAIM]: KEYS[person], ...more });
const both = async () =>
  [bearerOf(await tokenOf("ann")), bearerOf(await tokenOf("bob"))] as const;

/** The server of most tests: each caller's key is a claim. */
const serveClaims = async (
  baseUrl: string,
  options: Partial<Parameters<typeof serveAccounts>[0]> = {},
) =>
  serveAccounts({
    ...options,
    client: { baseUrl, credentials: { it }, ...options.client },
    listen: { auth: issuer.auth(), ...options.listen },
  });

const ALL_KEYS = new RegExp(Object.values(KEYS).join("|"));

describe("a claim of the token is the credential", () => {
  test("of two people, who call at the same time", async () => {
    const api = await startApi();
    const { call, readAll, readTrail } = await serveClaims(api.baseUrl);
    const [ann, bob] = await both();
    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call(index % 2 ? bob : ann)),
    );
    for (const [index, text] of texts.entries())
      expect(text).toContain(
        `you are ${index % 2 ? "bob" : "ann"}, Bearer [redacted]`,
      );
    expect(readAll() + texts.join()).not.toMatch(ALL_KEYS);
    const accounts = readTrail().map(({ account }) => account);
    expect(accounts).toEqual(Array<string>(40).fill("caller"));
  });

  test.each<[string, Args, string]>([
    ["missing", { [CLAIM]: undefined }, "Set the claim backend_api_key"],
    ["null", { [CLAIM]: null }, "Set the claim backend_api_key"],
    ["empty", { [CLAIM]: "" }, "Set the claim backend_api_key"],
    ["a number", { [CLAIM]: 12_345_678 }, "is not text"],
    ["a list", { [CLAIM]: [KEYS.bob] }, "is not text"],
    ["an object", { [CLAIM]: { key: KEYS.bob } }, "is not text"],
    ["huge", { [CLAIM]: "a".repeat(8_193) }, "has more than 8192 characters"],
    ["with a line end", { [CLAIM]: "a-key\r\nx-admin: 1" }, "a line break"],
    ["with one at its end", { [CLAIM]: `${KEYS.bob}\n` }, "a line break"],
    ["with a blank at its end", { [CLAIM]: `${KEYS.bob} ` }, "with a blank"],
    ["with a zero byte", { [CLAIM]: `${KEYS.bob}\0` }, "a line break"],
    ["beyond Latin-1", { [CLAIM]: "key-of-ann-\u2028" }, "a line break"],
    [
      "of another name",
      { [CLAIM]: undefined, __proto__: KEYS },
      "Set the claim",
    ],
  ])("and is not used if it is %s", async (_name, claims, want) => {
    const api = await startApi();
    const { call, readAll } = await serveClaims(api.baseUrl);
    const text = await call(bearerOf(await tokenOf("ann", claims)));
    expect(text).toContain(want);
    expect(text + readAll()).not.toMatch(ALL_KEYS);
    const isMissing = want.startsWith("Set");
    expect(api.sent()).toEqual(isMissing ? [undefined] : []);
    // A caller with a bad claim changes nothing for the next one.
    expect(await call(bearerOf(await tokenOf("bob")))).toContain("you are bob");
  });

  test("and is used up to its limit", async () => {
    const api = await startApi();
    const key = "a".repeat(8_192);
    const { call } = await serveClaims(api.baseUrl);
    await call(bearerOf(await tokenOf("ann", { [CLAIM]: key })));
    expect(api.sent()).toEqual([`Bearer ${key}`]);
  });

  test("and no token that is forged, expired, of another audience or issuer brings one", async () => {
    const api = await startApi();
    const { call, readAll } = await serveClaims(api.baseUrl);
    const [header = "", payload = "", signature = ""] = (
      await tokenOf("ann")
    ).split(".");
    const other = JSON.parse(
      Buffer.from(payload, "base64url").toString(),
    ) as Args;
    const changed = Buffer.from(
      JSON.stringify({ ...other, [CLAIM]: KEYS.bob }),
    ).toString("base64url");
    const { privateKey } = await generateKeyPair("ES256");
    const foreign = await new SignJWT({ sub: "ann", [CLAIM]: KEYS.bob })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(issuer.url)
      .setAudience(AUDIENCE)
      .setExpirationTime("1h")
      .sign(privateKey);
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const tokens = [
      `${header}.${changed}.${signature}`,
      `${none}.${changed}.`,
      `${none}.${changed}`,
      foreign,
      await issuer.tokenOf({ sub: "ann", [CLAIM]: KEYS.ann }, -60),
      await tokenOf("ann", { aud: "https://other.example" }),
      await tokenOf("ann", { iss: "https://other.example" }),
      await tokenOf("ann", { exp: undefined }),
      await tokenOf("ann", { nbf: Math.floor(Date.now() / 1000) + 600 }),
    ];
    for (const token of tokens)
      expect(await call(bearerOf(token))).toMatch(/^401 /);
    expect(api.received).toEqual([]);
    expect(readAll()).not.toMatch(ALL_KEYS);
  });

  test("for an operation that needs it, and for no other", async () => {
    const api = await startApi();
    const tools = [readTool, secured("status")];
    const { call } = await serveClaims(api.baseUrl, { tools });
    const [ann] = await both();
    expect(await call(ann, "status")).toContain("you are nobody");
    expect(await call(ann)).toContain("you are ann");
    const bad = bearerOf(await tokenOf("ann", { [CLAIM]: "a\nb" }));
    expect(await call(bad, "status")).toContain("you are nobody");
  });

  test.each<[string, Parameters<typeof apiKey>[0]["in"], string]>([
    ["a header", "header", "x-key"],
    ["the query", "query", "key"],
    ["a cookie", "cookie", "key"],
  ])("in %s, and in nothing that is shown", async (_place, place, name) => {
    const api = await startUpstream(({ headers, url }, response) => {
      response.end(`${url} ${JSON.stringify(headers)}`);
    });
    const credentials = {
      it: fromClaim(CLAIM, (variable) => apiKey({ in: place, name, variable })),
    };
    const { call, readAll } = await serveClaims(api.baseUrl, {
      client: { credentials },
    });
    const text = (
      await Promise.all((await both()).map((who) => call(who)))
    ).join();
    expect(JSON.stringify(api.received)).toContain(KEYS.ann);
    expect(JSON.stringify(api.received)).toContain(KEYS.bob);
    expect(text).toContain("[redacted]");
    expect(text + readAll()).not.toMatch(ALL_KEYS);
  });
});

describe("a server that reads claims does not start", () => {
  const serve = (listen: Parameters<typeof listenOnHttp>[1]) =>
    listenOnHttp(
      serviceOf([readTool], { client: { credentials: { it } } }),
      listen,
    );

  test.each<[string, Parameters<typeof listenOnHttp>[1]]>([
    ["without authentication", {}],
    [
      "with its own tokens",
      { auth: staticTokens(["ann:token-of-ann-0123456"]) },
    ],
    ["with MCP_TOKENS", { env: { MCP_TOKENS: "ann:token-of-ann-0123456" } }],
    ["on stdio without it", { transport: "stdio" }],
  ])("%s", async (_name, listen) => {
    await expect(serve(listen)).rejects.toThrow(
      "A credential of the API is the claim backend_api_key of the caller's access token, so this server needs callers' access tokens. Generate with --auth jwt",
    );
  });

  test("with a claim that every token has", () => {
    for (const name of ["sub", "aud", "scope"])
      expect(() => fromClaim(name, (variable) => bearer({ variable }))).toThrow(
        `${name} is not a key`,
      );
  });
});

test("credentials of callers are not used by a client that knows no callers", async () => {
  const api = await startApi();
  const fallback = { orElse: "server", variable: "KEY" } as const;
  const own = fromCaller("x-key", (variable) => bearer({ variable }), fallback);
  for (const credentials of [{ it }, { it: own }]) {
    const { call } = await serveClaims(api.baseUrl, {
      client: { credentials, forCaller: (client) => client },
      env: { KEY: KEYS.server },
    });
    const [ann] = await both();
    expect(await call(ann)).toContain("must set `forCaller: perCaller()`");
  }
  expect(api.received).toEqual([]);
});

describe("a caller without a key uses the server's", () => {
  const fallback = { orElse: "server", variable: "KEY" } as const;
  const own = (more: object = {}) =>
    fromCaller("X-Shop-Key", (variable) => bearer({ variable }), {
      ...fallback,
      ...more,
    });
  const env = { KEY: KEYS.server };
  const auth = staticTokens([
    "ann:token-of-ann-0123456",
    "bob:token-of-bob-0123456",
  ]);
  const ann = bearerOf("token-of-ann-0123456");
  const bob = bearerOf("token-of-bob-0123456");

  test("beside one with a key, and the trail says which", async () => {
    const api = await startApi();
    const { call, readAll, readTrail } = await serveAccounts({
      client: { baseUrl: api.baseUrl, credentials: { it: own() } },
      env,
      listen: { auth },
    });
    const texts = await Promise.all([
      call({ ...ann, "x-shop-key": KEYS.ann }),
      call(bob),
      call(ann),
    ]);
    expect(texts[0]).toContain("you are ann, Bearer [redacted]");
    expect(texts[1]).toContain("you are server, Bearer [redacted]");
    expect(texts[2]).toContain("you are server, Bearer [redacted]");
    expect(texts.join() + readAll()).not.toMatch(ALL_KEYS);
    const trail = readTrail();
    const accountOf = (event: string) =>
      trail
        .filter((line) => line["event"] === event)
        .map(({ account }) => account)
        .sort();
    expect(accountOf("attempt")).toEqual(["caller", "server", "server"]);
    expect(accountOf("result")).toEqual(["caller", "server", "server"]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "empty",
      { "x-shop-key": "" },
      "is empty. Send a key in it, or leave it out.",
    ],
    ["blank", { "x-shop-key": "  " }, "is empty."],
    ["wrong", { "x-shop-key": "not-a-key-of-anyone" }, "you are nobody"],
  ])("but not if the key is %s", async (_name, headers, want) => {
    const api = await startApi();
    const { call } = await serveAccounts({
      client: { baseUrl: api.baseUrl, credentials: { it: own() } },
      env,
      listen: { auth },
    });
    expect(await call({ ...ann, ...headers })).toContain(want);
    expect(api.sent().join()).not.toContain(KEYS.server);
  });

  test("only if callers authenticate, or if the owner means anyone", async () => {
    const api = await startApi();
    const serve = (more: object) =>
      serveAccounts({
        client: { baseUrl: api.baseUrl, credentials: { it: own(more) } },
        env,
      });
    await expect(serve({})).rejects.toThrow(
      'Callers that send no X-Shop-Key act with this server\'s own credential (KEY), so they must authenticate over HTTP. Set MCP_TOKENS, or generate with --auth jwt. If anyone who reaches the server may use that credential, write callers: "anyone"',
    );
    const { call } = await serve({ callers: "anyone" });
    expect(await call({})).toContain("you are server");
    expect(await call({ "x-shop-key": KEYS.bob })).toContain("you are bob");
  });

  test("and is told of both places if the server has none", async () => {
    const api = await startApi();
    const { call, lines } = await serveAccounts({
      client: { baseUrl: api.baseUrl, credentials: { it: own() } },
      listen: { auth },
    });
    expect(await call(bob)).toContain(
      "Set the header X-Shop-Key of the request to this server or KEY for it",
    );
    expect(lines.join("")).toContain("Missing credential: set KEY for it.");
  });

  test("and not by another scheme of the operation", async () => {
    const api = await startApi();
    const strict = fromCaller("X-Shop-Key", (variable) => bearer({ variable }));
    const shared = bearer({ variable: "KEY" });
    const tools = [
      secured("read", [["it"], ["shared"]]),
      secured("first", [["shared"], ["it"]]),
      secured("pair", [["it", "shared"]]),
      secured("open", [["it"], []]),
      secured("alone", [["shared"]]),
    ];
    const { call } = await serveAccounts({
      tools,
      client: { baseUrl: api.baseUrl, credentials: { it: strict, shared } },
      env,
      listen: { auth },
    });
    for (const name of ["read", "first", "pair", "open"])
      expect(await call(bob, name)).toContain("you are nobody");
    expect(api.sent()).toEqual([undefined, undefined, undefined, undefined]);
    for (const name of ["read", "first"])
      expect(await call({ ...bob, "x-shop-key": KEYS.bob }, name)).toContain(
        "you are bob",
      );
    expect(await call(bob, "alone")).toContain("you are server");
  });
});

describe("on stdio, where callers send neither headers nor tokens,", () => {
  const callOnStdio = async (credential: CredentialFactory) => {
    const api = await startApi();
    const service = serviceOf([readTool], {
      auth: issuer.auth(),
      env: { KEY: KEYS.server },
      client: {
        baseUrl: api.baseUrl,
        credentials: { it: credential },
        forCaller: perCaller(),
      },
    });
    const { client, lines } = await connect(service);
    const { content } = await client.callTool({ name: "read" });
    const text = JSON.stringify(content);
    expect(text + lines.join()).not.toMatch(ALL_KEYS);
    return text;
  };

  test("the fallback is the server's credential", async () => {
    const own = fromCaller("x-key", (variable) => bearer({ variable }), {
      orElse: "server",
      variable: "KEY",
    });
    expect(await callOnStdio(own)).toContain("you are server");
  });

  test("there is no claim", async () => {
    expect(await callOnStdio(it)).toContain("Set the claim backend_api_key");
  });
});

/** Pairs of features, each with two people at one server. */
describe("is each caller's alone", () => {
  test("with cookies, in this process and in a store", async () => {
    const api = await startUpstream(({ headers }, response) => {
      const person =
        headers.authorization === `Bearer ${KEYS.ann}` ? "ann" : "bob";
      response
        .writeHead(200, { "set-cookie": `sid=session-of-${person}; Path=/` })
        .end(`cookie ${headers.cookie ?? "none"}`);
    });
    for (const shared of [undefined, recordStore()]) {
      const { call, readAll } = await serveClaims(api.baseUrl, {
        client: { middleware: [cookies()] },
        features: shared ? [shared.feature] : [],
      });
      const [ann, bob] = await both();
      expect(await call(ann)).toContain("cookie none");
      expect(await call(bob)).toContain("cookie none");
      expect(await call(ann)).toContain("cookie sid=session-of-ann");
      expect(await call(bob)).toContain("cookie sid=session-of-bob");
      // Another key of the same person is another account.
      const moved = await tokenOf("ann", { [CLAIM]: "another-key-of-ann-012" });
      expect(await call(bearerOf(moved))).toContain("cookie none");
      const seen = shared?.seen.join("\n") ?? "";
      expect(seen + readAll()).not.toMatch(/key-of-|session-of-/);
      if (shared) expect(shared.seen.length).toBeGreaterThan(0);
    }
  });

  test("with ETags and retries", async () => {
    const tried: string[] = [];
    const api = await startUpstream(({ headers }, response) => {
      const { authorization = "" } = headers;
      tried.push(authorization);
      const isFirst = tried.filter((one) => one === authorization).length === 1;
      response
        .writeHead(isFirst ? 503 : 200, {
          "retry-after": "0",
          etag: `"${authorization}"`,
          "content-type": "application/json",
        })
        .end("{}");
    });
    const tools = [
      readTool,
      secured("write", [["it"]], {
        request: "PUT /read",
        arguments: { "If-Match": { in: "header", type: "string" } },
      }),
    ];
    const { call, readAll } = await serveClaims(api.baseUrl, {
      tools,
      client: { middleware: [retry(2)] },
      features: [etag()],
    });
    const texts = await Promise.all((await both()).map((who) => call(who)));
    for (const text of texts) expect(text).toContain("etag: ");
    expect(tried.sort()).toEqual(
      [KEYS.ann, KEYS.ann, KEYS.bob, KEYS.bob].map((key) => `Bearer ${key}`),
    );
    expect(texts.join() + readAll()).not.toMatch(ALL_KEYS);
  });

  test("with limits", async () => {
    const api = await startApi();
    const { feature, seen } = recordStore();
    const { call } = await serveClaims(api.baseUrl, {
      features: [feature, limits({ perCaller: "1/min" })],
    });
    const [ann, bob] = await both();
    expect(await call(ann)).toContain("you are ann");
    expect(await call(bob)).toContain("you are bob");
    expect(await call(ann)).toContain("has reached its limit");
    // Another key of the same person is the same caller.
    const moved = await tokenOf("ann", { [CLAIM]: KEYS.bob });
    expect(await call(bearerOf(moved))).toContain("has reached its limit");
    expect(seen.join()).not.toMatch(ALL_KEYS);
  });

  test("with files and scopes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "files-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const api = await startUpstream(({ headers }, response) => {
      const person =
        headers.authorization === `Bearer ${KEYS.ann}` ? "ann" : "bob";
      response
        .writeHead(200, { "content-type": "application/octet-stream" })
        .end(`file of ${person} `.repeat(200_000));
    });
    const forCaller: NonNullable<ClientOptions["forCaller"]> = callerFiles({
      env: { MCP_FILES: folder },
      bodies: () => [],
      http: "per-caller",
      forCaller: perCaller(),
    });
    const tools = [secured("read", [["it"]], { scopes: ["files"] })];
    const { call, readAll } = await serveClaims(api.baseUrl, {
      tools,
      client: { forCaller },
      features: [scopes()],
    });
    for (const person of ["ann", "bob"] as const)
      await call(bearerOf(await tokenOf(person, { scope: "files" })));
    expect(await call(bearerOf(await tokenOf("ann")))).toMatch(/^403 /);
    const folders = readdirSync(folder);
    expect(folders).toHaveLength(2);
    const starts = folders.map((name) => {
      const downloads = join(folder, name, "downloads");
      const file = readdirSync(downloads).find(
        (entry) => !entry.startsWith("."),
      );
      return readFileSync(join(downloads, file ?? ""), "utf8").slice(0, 11);
    });
    expect(starts.sort()).toEqual(["file of ann", "file of bob"]);
    expect(folders.join() + readAll()).not.toMatch(ALL_KEYS);
  });

  test("with a transport that fails, whose error has the key", async () => {
    const transport = Object.assign(
      async ({ headers }: { headers: Record<string, string> }) => {
        throw new Error(`failed with ${headers["authorization"]}`);
      },
      {},
    );
    const { call, readAll } = await serveClaims("http://127.0.0.1:9", {
      client: { transport },
    });
    const [ann] = await both();
    const text = await call(ann);
    expect(text).toContain("Its log has the details.");
    expect(readAll()).toContain("failed with Bearer [redacted]");
    expect(text + readAll()).not.toMatch(ALL_KEYS);
  });
});

test("a request that is sent knows whose account it is", async () => {
  const api = await startApi();
  const accounts: unknown[] = [];
  const send = axiosTransport();
  const { call } = await serveAccounts({
    client: {
      baseUrl: api.baseUrl,
      credentials: {
        it: fromCaller("x-key", (variable) => bearer({ variable }), {
          orElse: "server",
          variable: "KEY",
          callers: "anyone",
        }),
      },
      transport: (request, signal) => {
        accounts.push(request.account);
        return send(request, signal);
      },
    },
    env: { KEY: KEYS.server },
    tools: [readTool, secured("status")],
  });
  await call({ "x-key": KEYS.ann });
  await call({});
  await call({}, "status");
  expect(accounts).toEqual(["caller", "server", undefined]);
  expect(contextOf().authNeeds.size).toBe(0);
});
