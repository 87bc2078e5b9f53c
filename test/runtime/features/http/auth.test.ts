import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwtTokens } from "../../../../runtime/features/http/auth/jwt.js";
import { scopes } from "../../../../runtime/features/http/auth/scopes.js";
import { completions } from "../../../../runtime/features/components/completions.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import type { Principal, ServerDefinition } from "../../../../runtime/index.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { sessions } from "../../../../runtime/features/http/sessions.js";
import {
  defineResource,
  defineTemplate,
} from "../../../../runtime/features/components/define-resource.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type { Caller, Feature } from "../../../../runtime/index.js";
import { openSession } from "../../../../runtime/sdk/session.js";
import { ask, message } from "../../ask.js";
import { ask as call, secured, serviceOf, silent } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { serve } from "../calls.js";
import { listenOnHttp } from "./listening.js";
import {
  httpOptionsFrom,
  jwtTokensFrom,
  type ListenOptions,
} from "../../alone.js";

const resource = "https://mcp.example/mcp";
const metadataUrl =
  "https://mcp.example/.well-known/oauth-protected-resource/mcp";
const list = message("tools/list");
let id: OAuth2Server;
let issuer: string;
beforeAll(async () => {
  id = new OAuth2Server();
  await id.issuer.keys.generate("ES256");
  await id.issuer.keys.generate("ES256");
  await id.start(0, "127.0.0.1");
  issuer = `http://127.0.0.1:${id.address().port}`;
  id.issuer.url = issuer;
});
afterAll(() => id.stop());

type Auth = NonNullable<ServerDefinition["auth"]>;

function guarded() {
  return serviceOf(
    [
      secured("read"),
      secured("write", [], {
        scopes: ["pets:write"],
        handler: () => "written",
      }),
      secured("headers", [], {
        handler: (_args, context) => context.headers,
      }),
    ],
    { features: [scopes()] },
  );
}

async function run(auth: Auth, options: ListenOptions = {}): Promise<string> {
  return (await listenOnHttp(guarded(), { auth, ...options })).url;
}

describe("static tokens", () => {
  const tokens = ["first-token-0123456", "second-token-012345"];
  const table: [authorization: string | undefined, status: number][] = [
    ["Bearer first-token-0123456", 200],
    ["bearer  second-token-012345", 200],
    ["Bearer first-token-012345", 401],
    ["Bearer first-token-01234567", 401],
    ["Bearer ", 401],
    ["Basic first-token-0123456", 401],
    [undefined, 401],
  ];

  test.each(table)("%s gives %i", async (authorization, status) => {
    const url = await run(staticTokens(tokens));
    const headers = authorization === undefined ? {} : { authorization };
    const reply = await ask(url, { headers, body: list });
    expect(reply.status).toBe(status);
    if (status === 401)
      expect(reply.headers["www-authenticate"]).toMatch(
        /^Bearer( error="invalid_token")?$/,
      );
    expect(reply.body).not.toContain("first-token");
  });

  test.each([[[]], [["short"]], [["ann:short"]]])("%j are refused", (weak) => {
    expect(() => staticTokens(weak)).toThrow("at least 16 characters");
  });

  test.each([
    "Bearer first-token-0123456",
    "ann:first$token$0123456",
    "=first-token-0123456",
  ])("%s is not a token that a caller can send", (item) => {
    const create = () => staticTokens([item]);
    expect(create).toThrow("MCP_TOKENS has a token that no caller can send.");
    expect(create).not.toThrow("first");
  });

  test.each([
    ":first-token-0123456",
    "ann:",
    "ann::pets:read",
    "ann:first-token-0123456:",
  ])("%s is not a token and not a name before one", (item) => {
    expect(() => staticTokens([item])).toThrow(
      "MCP_TOKENS must be a comma-separated list of tokens, each as `token`, `name:token` or `name:token:scope scope`.",
    );
  });

  test("identify the caller by the name before them", async () => {
    const door = staticTokens(["ann:first-token-0123456", tokens[1] ?? ""])(
      guarded(),
      silent,
    );
    const admit = (token: string) =>
      door.authenticate(
        new Request("http://127.0.0.1/", {
          headers: { authorization: `Bearer ${token}` },
        }),
      );
    expect(await admit("first-token-0123456")).toEqual({
      id: '["MCP_TOKENS","ann"]',
      name: "ann",
      scopes: [],
      secrets: expect.any(Function) as unknown,
    });
    expect(await admit("second-token-012345")).not.toHaveProperty("name");
    expect(await admit("ann")).toHaveProperty("status", 401);
  });

  test("may have scopes, which select the caller's tools", async () => {
    const items = [
      "ann:first-token-0123456:pets:read pets:write",
      "bob:second-token-012345",
    ];
    const url = await run(staticTokens(items));
    const listFor = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await ask(url, { headers, body: list })).body;
    };
    expect(await listFor(tokens[0])).toContain('"name":"write"');
    expect(await listFor(tokens[1])).not.toContain('"name":"write"');
    const body = message("tools/call", { name: "write" });
    const headers = { authorization: `Bearer ${tokens[1]}` };
    const reply = await ask(url, { headers, body });
    expect(reply.body).toContain("needs a token with the scope pets:write");
  });

  test.each<[tokens: string, features: Feature[], isWarned: boolean]>([
    ["ann:first-token-0123456:pets:read", [], true],
    ["ann:first-token-0123456:pets:read", [scopes()], false],
    ["ann:first-token-0123456", [], false],
  ])(
    "%s, with features %s, warns of scopes: %s",
    (item, features, isWarned) => {
      const lines: unknown[] = [];
      const service = serviceOf([toolOf()], { features });
      const warn = (event: string, fields?: object) =>
        void lines.push(JSON.stringify([event, fields]));
      staticTokens([item])(service, { ...silent, warn });
      expect(lines.join()).toEqual(
        isWarned
          ? expect.stringMatching(
              /^\["notice".*Scopes in MCP_TOKENS restrict nothing/,
            )
          : "",
      );
    },
  );

  test.each([
    ["nothing", {}, [200, 200, 200]],
    ["an empty text", { MCP_TOKENS: "" }, [200, 200, 200]],
    ["one", { MCP_TOKENS: tokens[0] }, [200, 401, 401]],
    ["two", { MCP_TOKENS: tokens.join(", ") }, [200, 200, 401]],
  ])("may come from the environment: %s", async (_name, env, want) => {
    const { url } = await listenOnHttp(guarded(), httpOptionsFrom(env));
    const given = [...tokens, tokens.join(",")].map(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await ask(url, { headers, body: list })).status;
    });
    expect(await Promise.all(given)).toEqual(want);
  });

  test.each(["secret", ",", " , ", " "])(
    "are refused as %j in the environment, so the server is never open",
    (text) => {
      expect(() => httpOptionsFrom({ MCP_TOKENS: text })).toThrow(
        "at least 16 characters",
      );
    },
  );

  test("are not passed on to handlers", async () => {
    const url = await run(staticTokens(tokens));
    const headers = { authorization: `Bearer ${tokens[0]}`, "x-trace": "abc" };
    const body = message("tools/call", { name: "headers" });
    const reply = await ask(url, { headers, body });
    expect(reply.body).toContain('\\"x-trace\\":\\"abc\\"');
    expect(reply.body).not.toContain("authorization");
  });

  test("are checked before the body is read, and not for health checks", async () => {
    const url = await run(staticTokens(tokens));
    expect((await ask(url, { body: "{" })).status).toBe(401);
    const health = await ask(new URL("/healthz", url).href, { method: "GET" });
    expect(health.status).toBe(200);
  });
});

describe("access tokens of an authorization server", () => {
  const jwt = (options: Partial<Parameters<typeof jwtTokens>[0]> = {}) =>
    jwtTokens({
      issuer,
      audience: resource,
      jwksUrl: `${issuer}/jwks`,
      scopes: ["pets"],
      ...options,
    });

  async function token(
    claims: object,
    expiresIn = 60,
    isNamed = true,
  ): Promise<string> {
    const text = await id.issuer.buildToken({
      expiresIn,
      scopesOrTransform: (header, payload) => {
        Object.assign(payload, { aud: resource, sub: "ann", ...claims });
        if (!isNamed) Object.assign(header, { kid: undefined });
      },
    });
    return `Bearer ${text}`;
  }

  const pets = { scope: "pets" };
  const valid: [string, object][] = [
    ["a scope", pets],
    ["several scopes", { scope: "openid pets" }],
    ["scopes in scp", { scp: ["pets"] }],
    ["several audiences", { ...pets, aud: ["https://other", resource] }],
  ];

  test.each(valid)("with %s are accepted", async (_name, claims) => {
    const url = await run(jwt());
    const headers = { authorization: await token(claims) };
    expect((await ask(url, { headers, body: list })).status).toBe(200);
  });

  test("without a key id are accepted by any key", async () => {
    const url = await run(jwt());
    for (let key = 0; key < 2; key += 1) {
      const headers = { authorization: await token(pets, 60, false) }; // keys take turns
      expect((await ask(url, { headers, body: list })).status).toBe(200);
    }
  });

  const invalid: [string, () => Promise<string>][] = [
    ["that has ended and names no key", () => token(pets, -60, false)],
    [
      "with another body and no key",
      async () => tampered(await token(pets, 60, false)),
    ],
    ["for another server", () => token({ ...pets, aud: "https://other" })],
    ["without audience", () => token({ ...pets, aud: undefined })],
    ["of another issuer", () => token({ ...pets, iss: "https://other" })],
    ["that has ended", () => token(pets, -60)],
    ["without end", () => token({ ...pets, exp: undefined })],
    ["not valid yet", () => token({ ...pets, nbf: 4e9 })],
    ["with another body", async () => tampered(await token(pets))],
    ["without signature", async () => unsigned(await token(pets))],
    ["that is none", async () => "Bearer abc"],
    ["for nobody", () => token({ ...pets, sub: undefined })],
    ["for nobody by name", () => token({ ...pets, sub: "" })],
  ];

  test.each(invalid)("one %s is refused", async (_name, make) => {
    const url = await run(jwt());
    const headers = { authorization: await make() };
    const reply = await ask(url, { headers, body: list });
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toBe(
      `Bearer error="invalid_token", scope="pets", resource_metadata="${metadataUrl}"`,
    );
  });

  describe("whose audience is an id", () => {
    const audience = "0b3c7c9e-6c1f-4c0e-9d39-5a4d1f0f7a11";
    const start = () => run(jwt({ audience, resource, scopes: [] }));
    const statusOf = async (url: string, claims: object) => {
      const headers = {
        authorization: await token({ aud: audience, ...claims }),
      };
      return (await ask(url, { headers, body: list })).status;
    };

    test.each<[string, object]>([
      ["scp", { scp: "pets" }],
      ["scope", { scope: "pets" }],
      ["roles", { roles: ["reader"] }],
    ])("are taken with %s", async (_name, claims) => {
      expect(await statusOf(await start(), claims)).toBe(200);
    });

    test("are refused without rights, as id tokens are, and for another server", async () => {
      const url = await start();
      expect(await statusOf(url, { nonce: "n" })).toBe(401);
      expect(await statusOf(url, { scp: "pets", aud: resource })).toBe(401);
    });

    test("name the endpoint to callers", async () => {
      const path = "/.well-known/oauth-protected-resource/mcp";
      const url = new URL(path, await start()).href;
      const { body } = await ask(url, { method: "GET" });
      expect(JSON.parse(body)).toMatchObject({ resource });
    });
  });

  test("why one is refused is told to the log, and nothing of the token", async () => {
    const told: unknown[] = [];
    const tell = (...said: unknown[]) => void told.push(said);
    const log = { debug: tell, info: tell, warn: tell, error: tell };
    const url = await run(jwt(), { log });
    const authorization = await token({ ...pets, aud: "https://other" });
    await ask(url, { headers: { authorization }, body: list });
    expect(told).toContainEqual([
      "refused",
      { reason: 'unexpected "aud" claim value' },
    ]);
    expect(JSON.stringify(told)).not.toContain(authorization.slice(-20));
  });

  test("that are missing get a response with the metadata's URL", async () => {
    const url = await run(jwt());
    const reply = await ask(url, { body: list });
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toBe(
      `Bearer scope="pets", resource_metadata="${metadataUrl}"`,
    );
    for (const path of ["", "/mcp"]) {
      const document = `/.well-known/oauth-protected-resource${path}`;
      const { body } = await ask(new URL(document, url).href, {
        method: "GET",
      });
      expect(JSON.parse(body)).toEqual({
        resource,
        authorization_servers: [issuer],
        scopes_supported: ["pets", "pets:write"],
        bearer_methods_supported: ["header"],
      });
    }
  });

  test("without a required scope are refused", async () => {
    const url = await run(jwt());
    const headers = { authorization: await token({ scope: "openid" }) };
    const reply = await ask(url, { headers, body: list });
    expect(reply.status).toBe(403);
    expect(reply.headers["www-authenticate"]).toBe(
      `Bearer error="insufficient_scope", scope="pets", resource_metadata="${metadataUrl}"`,
    );
  });

  test("of a user never act as the client of the same name", async () => {
    const door = jwt()(guarded(), silent);
    const admitted = async (claims: object) => {
      const headers = new Headers({
        authorization: await token({ ...pets, ...claims }),
      });
      return door.authenticate({ url: resource, headers } as Request);
    };
    const user = await admitted({ sub: "billing" });
    const client = await admitted({ sub: undefined, client_id: "billing" });
    expect([user, client]).toMatchObject([
      { name: "billing" },
      { name: "billing", isClient: true },
    ]);
    expect(user).not.toHaveProperty("isClient");
    expect(user).not.toMatchObject({ id: (client as Principal).id });
  });

  test("have scopes, which select the tools that are listed and callable", async () => {
    const url = await run(jwt());
    const seen = async (scope: string) => {
      const headers = { authorization: await token({ scope }) };
      const listed = await ask(url, { headers, body: list });
      const body = message("tools/call", { name: "write" });
      const called = await ask(url, { headers, body });
      const { tools } = (
        JSON.parse(listed.body) as { result: { tools: { name: string }[] } }
      ).result;
      return { called, names: tools.map(({ name }) => name) };
    };
    const some = await seen("pets");
    expect(some.names).toEqual(["headers", "read"]);
    expect(some.called.status).toBe(403);
    expect(some.called.headers["www-authenticate"]).toBe(
      `Bearer error="insufficient_scope", scope="pets:write", resource_metadata="${metadataUrl}"`,
    );
    const all = await seen("pets pets:write");
    expect(all.names).toEqual(["headers", "read", "write"]);
    expect(all.called.body).toContain("written");
  });

  test("have scopes, which guard reads as they guard calls", async () => {
    const text = { type: "string" } as const;
    const read = secured("read", [], { scopes: ["pets:read"] });
    const handler = () => "told";
    const id = { in: "path", type: "string", enum: ["a"] } as const;
    const components = [
      read,
      defineResource({ of: read, uri: "r://all", handler }),
      defineTemplate({
        name: "own",
        uriTemplate: "r://{id}",
        request: "GET /{id}",
        arguments: { id },
        scopes: ["pets:read"],
        handler,
      }),
      defineTemplate({
        name: "open",
        uriTemplate: "o://{id}",
        request: "GET /o/{id}",
        arguments: { id: { in: "path", ...text } },
        handler,
      }),
    ];
    const features = [scopes(), completions(), resources()];
    const service = serviceOf(components, { features });
    const names = async (method: string, caller: Partial<Caller>) =>
      JSON.stringify(await call(service, method, {}, caller)).match(
        /(?<="name":")\w+/g,
      ) ?? [];
    const of = (...scopes: string[]) => ({ principal: { id: "1", scopes } });
    for (const [method, own] of [
      ["tools/list", "read"],
      ["resources/list", "read"],
      ["resources/templates/list", "own"],
    ] as const) {
      expect(await names(method, of("other"))).not.toContain(own);
      expect(await names(method, of("pets:read"))).toContain(own);
      // On stdio no one asks.
      expect(await names(method, {})).toContain(own);
    }
    const ref = { type: "ref/resource", uri: "r://{id}" };
    const argument = { name: "id", value: "" };
    for (const [method, params] of [
      ["resources/read", { uri: "r://all" }],
      ["resources/read", { uri: "r://a" }],
      ["completion/complete", { ref, argument }],
    ] as const) {
      await expect(call(service, method, params, of("other"))).rejects.toThrow(
        "needs a token with the scope pets:read.",
      );
      await call(service, method, params, of("pets:read"));
    }
    await call(service, "resources/read", { uri: "o://a" }, of());
  });

  test.each<[string, ListenOptions, accept: string]>([
    [
      "a session",
      { endpoint: sessions(openSession) },
      "application/json, text/event-stream",
    ],
    ["a stream", {}, "text/event-stream"],
  ])(
    "without the scopes of a call are refused in %s before the response begins",
    async (_name, options, accept) => {
      const url = await run(jwt(), options);
      const begun = await ask(url, {
        headers: {
          authorization: await token(pets),
          accept: "application/json, text/event-stream",
        },
        body: message("initialize", {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        }),
      });
      const call = async (scope: string) =>
        ask(url, {
          headers: {
            authorization: await token({ scope }),
            accept,
            "mcp-session-id": String(begun.headers["mcp-session-id"] ?? ""),
          },
          body: message("tools/call", { name: "write" }),
        });
      const refused = await call("pets");
      expect(refused.status).toBe(403);
      expect(refused.headers["www-authenticate"]).toBe(
        `Bearer error="insufficient_scope", scope="pets:write", resource_metadata="${metadataUrl}"`,
      );
      const allowed = await call("pets pets:write");
      expect(allowed.status).toBe(200);
      expect(allowed.body).toContain("written");
    },
  );

  test("can't be verified without keys, which is told until they are there", async () => {
    let isDown = true;
    const keys = await serve((_request, response) => {
      const text = JSON.stringify(id.issuer.keys.toJSON());
      response.writeHead(isDown ? 500 : 200);
      response.end(isDown ? "down" : `{"keys":${text}}`);
    });
    const lines: unknown[][] = [];
    const write = (...line: unknown[]) => void lines.push(line);
    const log = { debug: write, info: write, warn: write, error: write };
    const auth = jwt({ jwksUrl: keys.baseUrl });
    const { url } = await listenOnHttp(guarded(), { auth, log });
    const headers = { authorization: await token(pets) };
    const readReadiness = async () =>
      (await ask(new URL("/readyz", url).href, { method: "GET" })).body;

    for (let round = 0; round < 2; round += 1)
      expect(await ask(url, { headers, body: list })).toMatchObject({
        status: 503,
        headers: { "retry-after": "10" },
        body: expect.stringContaining(
          "The keys of the authorization server can't be read. Try again in a minute.",
        ) as string,
      });
    expect(await readReadiness()).toContain("auth: tokens can't be verified");
    isDown = false;
    expect((await ask(url, { headers, body: list })).status).toBe(200);
    expect(await readReadiness()).toBe('{"status":"ok"}');
    expect(lines.filter(([event]) => event === "auth")).toEqual([
      [
        "auth",
        {
          message: "The keys of the authorization server can't be read.",
          reason: expect.stringMatching(
            /^Expected 200 OK .* Check MCP_JWT_JWKS_URL and the network\.$/,
          ) as string,
        },
      ],
      ["auth", { message: "Tokens are verified again." }],
    ]);
  });

  test("can't be verified without a connection, and the log has its code", async () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) });
    const auth = jwt({ jwksUrl: "http://127.0.0.1:2/jwks" });
    const { url } = await listenOnHttp(guarded(), { auth, log });
    const headers = { authorization: await token(pets) };
    expect((await ask(url, { headers, body: list })).status).toBe(503);
    const [line = "", ...more] = lines.filter((text) =>
      text.includes('"level":"error"'),
    );
    expect(line).toMatch(/"reason":"fetch failed \(ECONNREFUSED\)\./);
    expect(line).not.toContain("node:");
    expect(more).toEqual([]);
  });

  describe("of several audiences", () => {
    const id2 = "0b3c7c9e-6c1f-4c0e-9d39-5a4d1f0f7a11";
    const audience = ["api://pets", "http://old.example/mcp", resource, id2];
    const statusOf = async (claims: object) => {
      const url = await run(jwt({ audience, scopes: [] }));
      const headers = { authorization: await token(claims) };
      return (await ask(url, { headers, body: list })).status;
    };

    test.each<[claims: object, status: number]>([
      [{ aud: "api://pets" }, 200],
      [{ aud: resource }, 200],
      [{ aud: id2, scp: "pets" }, 200],
      [{ aud: ["other", id2], scp: "pets" }, 200],
      // An id token
      [{ aud: id2 }, 401],
      [{ aud: ["https://other.example", id2] }, 401],
      [{ aud: "api://other" }, 401],
    ])("%j gets %i", async (claims, status) => {
      expect(await statusOf(claims)).toBe(status);
    });

    test("the first with https is the endpoint's URL", async () => {
      const url = await run(jwt({ audience }));
      const path = "/.well-known/oauth-protected-resource/mcp";
      const { body } = await ask(new URL(path, url).href, { method: "GET" });
      expect(JSON.parse(body)).toMatchObject({ resource });
    });
  });

  test("guard list and call on every transport", async () => {
    const { handlers } = guarded();
    expect(Object.keys(handlers)).toEqual(["tools/list", "tools/call"]);
  });

  function tampered(token: string): string {
    const [head, body = "", signature] = token.split(".");
    const claims = JSON.parse(
      Buffer.from(body, "base64url").toString(),
    ) as object;
    const other = JSON.stringify({ ...claims, sub: "bob" });
    return `${head}.${Buffer.from(other).toString("base64url")}.${signature}`;
  }

  function unsigned(token: string): string {
    const [, body] = token.split(".");
    const head = Buffer.from('{"alg":"none"}').toString("base64url");
    return `Bearer ${head}.${body}.`;
  }
});

describe("an authorization server in the environment", () => {
  const env = {
    MCP_JWT_ISSUER: "https://id.example",
    MCP_JWT_AUDIENCE: resource,
    MCP_JWT_JWKS_URL: "https://id.example/jwks",
  };

  test.each([
    ["pets, shops"],
    ["pets shops"], // as in tokens
  ])("is published in the metadata, with the scopes %j", async (scopeText) => {
    const auth = jwtTokensFrom({ ...env, MCP_JWT_SCOPES: scopeText });
    const url = await run(auth);
    const path = "/.well-known/oauth-protected-resource/mcp";
    const { body } = await ask(new URL(path, url).href, { method: "GET" });
    expect(JSON.parse(body)).toEqual({
      resource,
      authorization_servers: ["https://id.example"],
      scopes_supported: ["pets", "shops", "pets:write"],
      bearer_methods_supported: ["header"],
    });
    const refused = await ask(url, { body: list });
    expect(refused.headers["www-authenticate"]).toContain('scope="pets shops"');
  });

  test.each<[string, NodeJS.ProcessEnv, want: string]>([
    ["nothing", {}, Object.keys(env).join(", ")],
    ["half of it", { ...env, MCP_JWT_ISSUER: " " }, "MCP_JWT_ISSUER"],
  ])(
    "is refused with %s set, so the server is never open",
    (_name, given, want) => {
      expect(() => jwtTokensFrom(given)).toThrow(
        `Callers must authenticate with access tokens. Set ${want}.`,
      );
    },
  );

  const endpoint = `this server's endpoint, such as https://mcp.example.com/mcp`;
  test.each<[name: string, value: string, want: string]>([
    ["AUDIENCE", "0b3c7c9e", `MCP_JWT_AUDIENCE has no URL of ${endpoint}`],
    // The Application ID URI of Entra: PrefectHQ/fastmcp#3729
    ["AUDIENCE", "api://pets", "set MCP_JWT_RESOURCE to that URL"],
    ["AUDIENCE", "api://pets,0b3c", "set MCP_JWT_RESOURCE to that URL"],
    ["AUDIENCE", "mcp.example:8443/mcp", "MCP_JWT_AUDIENCE has no URL"],
    ["AUDIENCE", " , ", "Set MCP_JWT_AUDIENCE."],
    ["RESOURCE", "mcp", `MCP_JWT_RESOURCE must be the URL of ${endpoint}`],
    ["RESOURCE", "api://pets", "MCP_JWT_RESOURCE must be the URL"],
    ["RESOURCE", "mcp.example:8443/mcp", "MCP_JWT_RESOURCE must be the URL"],
    ["RESOURCE", "https://ann:hunter2@mcp.example/mcp", "MCP_JWT_RESOURCE"],
    ["JWKS_URL", "jwks", "MCP_JWT_JWKS_URL must be the URL of the auth"],
    ["JWKS_URL", "id.example:443/jwks", "MCP_JWT_JWKS_URL must be the URL"],
    ["JWKS_URL", "file:///jwks.json", "MCP_JWT_JWKS_URL must be the URL"],
  ])(
    "is refused with MCP_JWT_%s=%s, and the error says what to set",
    (name, value, want) => {
      const start = () => jwtTokensFrom({ ...env, [`MCP_JWT_${name}`]: value });
      expect(start).toThrow(want);
      expect(start).not.toThrow("hunter2");
    },
  );

  test.each(["0b3c7c9e", "api://pets", `api://pets, ${resource}`])(
    "may have the audience %s beside the URL of the endpoint",
    async (audience) => {
      const auth = jwtTokensFrom({
        ...env,
        MCP_JWT_AUDIENCE: audience,
        ...(!audience.includes(resource) && { MCP_JWT_RESOURCE: resource }),
      });
      const path = "/.well-known/oauth-protected-resource/mcp";
      const url = new URL(path, await run(auth)).href;
      const { body } = await ask(url, { method: "GET" });
      expect(JSON.parse(body)).toMatchObject({ resource });
    },
  );
});
