import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHmac } from "node:crypto";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { apiKey } from "../../runtime/features/credentials/api-key.js";
import { bearer } from "../../runtime/features/credentials/bearer.js";
import { cookies } from "../../runtime/features/credentials/cookies.js";
import type { CredentialFactory } from "../../runtime/features/credentials/credentials.js";
import { fromClaim } from "../../runtime/features/credentials/from-claim.js";
import {
  fromCaller,
  perCaller,
} from "../../runtime/features/credentials/per-caller.js";
import { callerFiles } from "../../runtime/features/files/caller-files.js";
import { staticTokens } from "../../runtime/features/http/http.js";
import { autoPaginate } from "../../runtime/features/responses/auto-paginate.js";
import { pageHeaders } from "../../runtime/features/responses/page-headers.js";
import { pages } from "../../runtime/features/responses/shorten-responses/pages.js";
import { shortenResponses } from "../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { streams } from "../../runtime/features/responses/streams.js";
import { search } from "../../runtime/features/listing/search/search.js";
import { defineTool } from "../../runtime/features/components/custom/define.js";
import { context } from "../../runtime/features/components/custom/context.js";
import type { Args, Tool } from "../../runtime/index.js";
import { ask as askHttp, message } from "../runtime/ask.js";
import { fetchHandler } from "../runtime/alone.js";
import { secured, serviceOf } from "../runtime/serving.js";
import { startUpstream } from "../runtime/upstream.js";
import {
  AUDIENCE,
  bearerOf,
  CLAIM,
  KEYS,
  readTool,
  serveAccounts,
  startApi,
  startIssuer,
} from "../runtime/features/credentials/accounts.js";
import type { Issuer } from "../runtime/features/credentials/accounts.js";

/*
 * Attacks on the accounts of callers: each wants to act as someone else, to see a key, or to stop the server.
 */

let issuer: Issuer;
beforeAll(async () => void (issuer = await startIssuer()));
afterAll(() => issuer.stop());

const ALL_KEYS = new RegExp(Object.values(KEYS).join("|"));
const bearerFrom = (variable: string) => bearer({ variable });
const claim = fromClaim(CLAIM, bearerFrom);
const header = fromCaller("x-api-key", bearerFrom);
const fallback = fromCaller("x-api-key", bearerFrom, {
  orElse: "server",
  variable: "KEY",
});
const tokenOf = (sub: string, more: Args = {}) =>
  issuer.tokenOf({ sub, [CLAIM]: KEYS.ann, ...more });
const encode = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string) =>
  JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  ) as Args;

/** Serves people of the issuer, and the API that knows them. */
async function serve(
  it: CredentialFactory = claim,
  options: Partial<Parameters<typeof serveAccounts>[0]> = {},
) {
  const api = await startApi();
  const served = await serveAccounts({
    env: { KEY: KEYS.server },
    ...options,
    client: {
      baseUrl: api.baseUrl,
      credentials: { it, shared: bearerFrom("KEY") },
      ...options.client,
    },
    listen: { auth: issuer.auth(), ...options.listen },
  });
  return { ...served, api };
}

type Headers = Record<string, string>;

describe("a token that was tampered with gives no account", () => {
  test.each<[string, (token: string) => string | Promise<string>]>([
    [
      "another key in its payload",
      (token) => {
        const [head = "", , signature = ""] = token.split(".");
        return `${head}.${encode({ ...payloadOf(token), [CLAIM]: KEYS.bob })}.${signature}`;
      },
    ],
    ["no signature", (token) => token.split(".").slice(0, 2).join(".")],
    [
      "an empty signature",
      (token) => `${token.split(".").slice(0, 2).join(".")}.`,
    ],
    [
      "the algorithm none",
      (token) => `${encode({ alg: "none" })}.${token.split(".")[1]}.`,
    ],
    [
      "the algorithm None",
      (token) => `${encode({ alg: "None" })}.${token.split(".")[1]}.AA`,
    ],
    [
      "a shared secret that is public",
      async (token) => {
        const keys = await (await fetch(`${issuer.url}/jwks`)).text();
        const text = `${encode({ alg: "HS256" })}.${encode({ ...payloadOf(token), [CLAIM]: KEYS.bob })}`;
        return `${text}.${createHmac("sha256", keys).update(text).digest("base64url")}`;
      },
    ],
    [
      "a key of its own in its head",
      (token) =>
        [
          encode({
            alg: "ES256",
            jwk: { kty: "EC" },
            jku: "https://evil.example",
          }),
          ...token.split(".").slice(1),
        ].join("."),
    ],
    [
      "the key in its head",
      (token) =>
        [
          encode({ alg: "ES256", [CLAIM]: KEYS.bob }),
          ...token.split(".").slice(1),
        ].join("."),
    ],
    [
      "five parts, as if encrypted",
      (token) => `${token}.${token.split(".")[1]}.AA`,
    ],
    ["two tokens", (token) => `${token},${token}`],
    ["a blank in it", (token) => token.replace(".", ". ")],
    [
      "a list of issuers",
      () =>
        issuer.tokenOf({ sub: "ann", iss: [issuer.url], [CLAIM]: KEYS.ann }),
    ],
    ["no person", () => issuer.tokenOf({ sub: undefined, [CLAIM]: KEYS.ann })],
    [
      "a person that is an object",
      () => issuer.tokenOf({ sub: { id: "ann" }, [CLAIM]: KEYS.ann }),
    ],
    ["another server's address", () => tokenOf("ann", { aud: `${AUDIENCE}/` })],
    ["its end as text", () => tokenOf("ann", { exp: "9999999999" })],
  ])("%s", async (_name, change) => {
    const { api, call, readAll } = await serve();
    const token = await change(await tokenOf("ann"));
    const text = await call(bearerOf(token));
    expect(text).toMatch(/^401 /);
    expect(api.received).toEqual([]);
    expect(text + readAll()).not.toMatch(ALL_KEYS);
  });
});

describe("a key from elsewhere is not taken for the claim", () => {
  test.each<[string, Headers, Args]>([
    ["a header with the claim's name", { [CLAIM]: KEYS.bob }, {}],
    ["a header of the scheme", { "x-api-key": KEYS.bob }, {}],
    [
      "a header of a proxy",
      { "x-forwarded-authorization": `Bearer ${KEYS.bob}` },
      {},
    ],
    ["a cookie", { cookie: `authorization=Bearer ${KEYS.bob}` }, {}],
    ["an argument", {}, { authorization: `Bearer ${KEYS.bob}` }],
    ["an argument with the claim's name", {}, { [CLAIM]: KEYS.bob }],
    [
      "an argument of a prototype",
      {},
      { __proto__: { authorization: KEYS.bob } },
    ],
  ])("%s", async (_name, headers, args) => {
    const { api, call } = await serve();
    const token = await tokenOf("ann");
    await call({ ...headers, ...bearerOf(token) }, "read", args);
    expect(api.sent().join()).not.toContain(KEYS.bob);
    const nobody = await tokenOf("bob", { [CLAIM]: undefined });
    await call({ ...headers, ...bearerOf(nobody) }, "read", args);
    expect(JSON.stringify(api.received)).not.toContain(KEYS.bob);
  });
});

describe("a caller without a key can't get the server's", () => {
  const tools: Tool[] = [
    secured("either", [["it"], ["shared"]]),
    secured("first", [["shared"], ["it"]]),
    secured("both", [["it", "shared"]]),
    secured("open", [[], ["it"], ["shared"]]),
    defineTool({
      name: "around",
      handler: (_args, { call }) => call(tools[0] as never, {}),
    }),
  ];
  test.each<[string, CredentialFactory, string, Headers]>([
    ["by another alternative", claim, "either", {}],
    ["by an earlier alternative", claim, "first", {}],
    ["by a part of one", claim, "both", {}],
    ["by an open operation", claim, "open", {}],
    ["by another tool", claim, "around", {}],
    ["by another alternative, with a header", header, "either", {}],
    ["by an empty header", header, "either", { "x-api-key": "" }],
    [
      "by an empty header, with a fallback",
      fallback,
      "either",
      { "x-api-key": "" },
    ],
    [
      "by a header of blanks, with a fallback",
      fallback,
      "first",
      { "x-api-key": " \t " },
    ],
    [
      "by a wrong key, with a fallback",
      fallback,
      "either",
      { "x-api-key": "a-wrong-key-0123" },
    ],
    ["by the name of a variable", fallback, "either", { "x-api-key": "KEY" }],
    ["by a word of the scheme", fallback, "either", { "x-api-key": "Bearer" }],
  ])("%s", async (_name, it, tool, headers) => {
    const { api, call } = await serve(it, { tools, features: [context()] });
    const token = await tokenOf("bob", { [CLAIM]: undefined });
    await call({ ...bearerOf(token), ...headers }, tool);
    expect(JSON.stringify(api.received)).not.toContain(KEYS.server);
  });

  test.each<[string, string]>([
    ["by the search", "call_operation"],
    ["by a name in other letters", "READ"],
  ])("%s", async (_name, name) => {
    const { api, call } = await serve(claim, { features: [search()] });
    const token = bearerOf(await tokenOf("bob", { [CLAIM]: undefined }));
    await call(token, name, { name: "read", arguments: {} });
    expect(JSON.stringify(api.received)).not.toContain(KEYS.server);
  });
});

describe("a stranger can't use the fallback", () => {
  const options = {
    tools: [readTool],
    client: { credentials: { it: fallback }, forCaller: perCaller() },
  };

  test.each<[string, Headers]>([
    ["without a token", {}],
    ["with an empty token", { authorization: "Bearer " }],
    ["with another scheme", { authorization: "Basic YW5uOmFubg==" }],
    [
      "with the server's key as a token",
      { authorization: `Bearer ${KEYS.server}` },
    ],
    ["with a key alone", { "x-api-key": KEYS.bob }],
  ])("%s", async (_name, headers) => {
    const { api, call } = await serve(fallback);
    expect(await call(headers)).toMatch(/^401 /);
    expect(api.received).toEqual([]);
  });

  test.each<[string, string | undefined]>([
    ["no tokens", undefined],
    ["an empty list of tokens", ""],
    ["a list without tokens", ","],
    ["a short token", "ann:short"],
  ])("at a server with %s, which does not start", async (_name, MCP_TOKENS) => {
    const service = serviceOf(options.tools, { client: options.client });
    const { listenOnHttp } =
      await import("../runtime/features/http/listening.js");
    await expect(
      listenOnHttp(service, { env: { KEY: KEYS.server, MCP_TOKENS } }),
    ).rejects.toThrow(/MCP_TOKENS/);
  });

  test("at a worker, which responds to no one", async () => {
    const api = await startApi();
    const client = { ...options.client, baseUrl: api.baseUrl };
    const respond = async () => {
      const handle = fetchHandler(serviceOf(options.tools, { client }), {
        env: { KEY: KEYS.server },
      });
      const request = new Request("http://mcp.example/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: message("tools/call", { name: "read" }),
      });
      return (await handle(request)).text();
    };
    const text = await respond().catch(String);
    expect(text).not.toContain("you are");
    expect(api.received).toEqual([]);
  });
});

describe("keys of two people are never mixed", () => {
  test("by headers that come twice", async () => {
    const { api, url } = await serve(header);
    const headers = {
      ...bearerOf(await tokenOf("ann")),
      "x-api-key": [KEYS.ann, KEYS.bob],
    };
    await askHttp(url, {
      headers: headers as never,
      body: message("tools/call", { name: "read" }),
    });
    expect(api.sent()).toEqual([`Bearer ${KEYS.ann}, ${KEYS.bob}`]); // no one's key
  });

  test("by a cookie jar that a key of another person opens", async () => {
    const api = await startUpstream(({ headers }, response) => {
      response
        .writeHead(200, { "set-cookie": "sid=a-session-0123456; Path=/" })
        .end(`cookie ${headers.cookie ?? "none"}`);
    });
    const auth = staticTokens([
      "ann:token-of-ann-0123456",
      "bob:token-of-bob-0123456",
    ]);
    const { call } = await serve(header, {
      client: { baseUrl: api.baseUrl, middleware: [cookies()] },
      listen: { auth },
    });
    const ann = bearerOf("token-of-ann-0123456");
    const bob = bearerOf("token-of-bob-0123456");
    await call({ ...ann, "x-api-key": KEYS.ann });
    const texts = [
      await call({ ...bob, "x-api-key": KEYS.ann }),
      await call({ ...ann, "x-api-key": KEYS.bob }),
      await call(bob),
      await call(ann),
    ];
    for (const text of texts) expect(text).toContain("cookie none");
  });

  test("by calls that overlap while the API waits", async () => {
    let resolve: (value?: undefined) => void = () => undefined;
    const promise = new Promise<undefined>((release) => {
      resolve = release;
    });
    const api = await startUpstream(({ headers }, response) => {
      void promise.then(() =>
        response.end(`for ${headers.authorization?.slice(-10)}`),
      );
      if (api.received.length === 40) resolve(undefined);
    });
    const { call } = await serve(header, { client: { baseUrl: api.baseUrl } });
    const token = bearerOf(await tokenOf("ann"));
    const keys = Array.from(
      { length: 40 },
      (_, index) => `key-of-person-${1_000_000_000 + index}`,
    );
    const texts = await Promise.all(
      keys.map((key) => call({ ...token, "x-api-key": key })),
    );
    for (const [index, text] of texts.entries())
      expect(text).toContain(`for ${keys[index]?.slice(-10)}`);
  });
});

describe("a key is not shown", () => {
  /** Responses that repeat the key, as an API might. */
  const echoes: [
    string,
    (key: string) => { headers?: Headers; body: string; status?: number },
  ][] = [
    ["in text", (key) => ({ body: `it is ${key}` })],
    [
      "in JSON",
      (key) => ({
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ a: { [key]: [key] } }),
      }),
    ],
    [
      "in escaped JSON",
      (key) => ({
        headers: { "content-type": "application/json" },
        body: `{"a":"${[...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join("")}"}`,
      }),
    ],
    ["in an error", (key) => ({ status: 400, body: `wrong key ${key}` })],
    [
      "in an error's header",
      (key) => ({
        status: 429,
        headers: { "retry-after": key, "x-request-id": key },
        body: "",
      }),
    ],
    [
      "in a redirect",
      (key) => ({
        status: 302,
        headers: { location: `https://other.example/?key=${key}` },
        body: "",
      }),
    ],
    [
      "in a link",
      (key) => ({
        headers: {
          "content-type": "application/json",
          link: `</read?key=${key}&api_key=${key}&page=2>; rel="next"`,
        },
        body: "[1,2]",
      }),
    ],
    [
      "in a link's cursor",
      (key) => ({
        headers: {
          "content-type": "application/json",
          link: `</read?cursor=${key}>; rel="next"`,
        },
        body: "[1,2]",
      }),
    ],
    [
      "in a field of the next page",
      (key) => ({
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          items: [1],
          next: `/read?api_key=${key}&page=2`,
        }),
      }),
    ],
    [
      "in a cursor",
      (key) => ({
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ items: [1], next_cursor: key }),
      }),
    ],
    [
      "in an ETag without a body",
      (key) => ({ status: 204, headers: { etag: `"${key}"` }, body: "" }),
    ],
    [
      "in the name of a file",
      (key) => ({
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": `attachment; filename="${key}.bin"`,
        },
        body: "a",
      }),
    ],
    [
      "in an event",
      (key) => ({
        headers: { "content-type": "text/event-stream" },
        body: `data: ${key}\n\ndata: {"k":"${key}"}\n\n`,
      }),
    ],
  ];

  test.each(echoes)("%s", async (_name, echo) => {
    const api = await startUpstream((_request, response) => {
      const { body, headers = {}, status = 200 } = echo(KEYS.ann);
      response.writeHead(status, headers).end(body);
    });
    const readList = (pageCount: number) =>
      secured("read", [["it"]], {
        arguments: {
          api_key: { in: "query", type: "string" },
          cursor: { in: "query", type: "string" },
          page: { in: "query", type: "integer" },
        },
        pages: pageCount,
      });
    const inQuery = fromClaim(CLAIM, (variable) =>
      apiKey({ in: "query", name: "key", variable }),
    );
    for (const [it, pageCount] of [
      [claim, 1],
      [claim, 3],
      [inQuery, 3],
    ] as const) {
      const { call, readAll } = await serve(it, {
        tools: [readList(pageCount)],
        client: {
          baseUrl: api.baseUrl,
          credentials: { it },
          stream: streams(),
        },
        features: [autoPaginate(), shortenResponses({ pages })],
        serving: {
          source: {
            pageHeaders,
            responseFields: {
              $defs: {},
              operations: {},
              headers: { "GET /read": ["link", "x-request-id", "etag"] },
            },
          },
        },
      });
      const text = await call(bearerOf(await tokenOf("ann")));
      expect(text + readAll()).not.toMatch(ALL_KEYS);
    }
  });

  test.each<
    [string, (key: string) => { headers?: Headers; args?: Args; name?: string }]
  >([
    ["as an argument", (key) => ({ args: { key, [key]: key } })],
    ["as the name of a tool", (key) => ({ name: key })],
    ["as a client's name", (key) => ({ headers: { "user-agent": key } })],
    [
      "as a trace",
      (key) => ({
        headers: { traceparent: `00-${key}-01`, baggage: `key=${key}` },
      }),
    ],
    [
      "as a page on the web",
      (key) => ({ headers: { origin: `https://${key}.example` } }),
    ],
  ])(
    "in the log or the trail, if the caller sends it %s",
    async (_name, attack) => {
      const { call, readAll } = await serve();
      const { args = {}, headers = {}, name = "read" } = attack(KEYS.ann);
      await call({ ...headers, ...bearerOf(await tokenOf("ann")) }, name, args);
      const log = readAll();
      if (!("origin" in headers)) expect(log).not.toMatch(ALL_KEYS);
      // A page that is refused is named in the log: no key was verified yet.
      else expect(log).not.toContain("you are");
    },
  );

  test("in the files of its caller", async () => {
    const folder = mkdtempSync(join(tmpdir(), "files-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const api = await startUpstream((_request, response) => {
      response
        .writeHead(200, { "content-type": "application/octet-stream" })
        .end(`${"a".repeat(5_000_000)} ${KEYS.ann}`);
    });
    const forCaller = callerFiles({
      env: { MCP_FILES: folder },
      bodies: () => [],
      http: "per-caller",
      forCaller: perCaller(),
    });
    const { call } = await serve(claim, {
      client: { baseUrl: api.baseUrl, forCaller },
    });
    const text = await call(bearerOf(await tokenOf("ann")));
    const saved = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(saved.join() + text).not.toMatch(ALL_KEYS);
  });
});

describe("a claim can't stop the server", () => {
  test.each<[string, unknown]>([
    ["of backslashes", "\\".repeat(3_000)],
    ["of percent escapes", "%5C".repeat(2_000)],
    ["of nested lists", JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`)],
    [
      "of many fields",
      Object.fromEntries(
        Array.from({ length: 400 }, (_, index) => [index, index]),
      ),
    ],
    ["that is true", true],
    ["of a surrogate half", "key-of-ann-\ud800"],
    ["that changes the direction of text", "key-of-ann-\u202e"],
    ["with a null character", "key\0of-ann"],
  ])("%s", async (_name, value) => {
    const { call } = await serve();
    const start = performance.now();
    const args = { text: "\\%5C".repeat(20_000) };
    const token = await tokenOf("ann", { [CLAIM]: value });
    expect(await call(bearerOf(token), "read", args)).toMatch(/^(200|431) /);
    expect(await call(bearerOf(await tokenOf("ann")))).toContain("you are ann");
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
