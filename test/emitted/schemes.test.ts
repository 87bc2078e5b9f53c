import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAuthority } from "../runtime/certificates.js";
import { listen } from "../runtime/upstream.js";
import { bundle, emit, serve } from "./project.js";
import { typeErrors } from "../type-check.js";
import type { Served } from "./project.js";

const document = "test/emitted/schemes.json";
let project: string;
let file: string;
let api: Awaited<ReturnType<typeof listen>>;
let served: Served | undefined;

beforeAll(async () => {
  project = await emit({ document, allRoutesAsTools: true });
  file = await bundle(project);
  api = await listen();
});
const clients: Client[] = [];
afterEach(async () => {
  api.received.length = 0;
  // A server that ends waits for those who still listen to it.
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await served?.stop();
});
afterAll(() => api.close());

const keys = {
  API_HEADER_KEY: "header-key",
  API_QUERY_KEY: "query-key",
  API_COOKIE_KEY: "cookie-key",
  API_BASIC_AUTH_USERNAME: "ann",
  API_BASIC_AUTH_PASSWORD: "password",
  API_BEARER_AUTH_TOKEN: "bearer-token",
  API_TOKEN_AUTH_TOKEN: "other-token",
  API_OAUTH_TOKEN: "oauth-token",
  API_CODE_TOKEN: "code-token",
  API_OIDC_TOKEN: "oidc-token",
};

async function connect(env: NodeJS.ProcessEnv, program = file) {
  served = await serve(program, { env: { API_BASE_URL: api.baseUrl, ...env } });
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
  const call = async (name: string) => {
    const { content } = await client.callTool({ name });
    return (content as { text: string }[])[0]?.text;
  };
  return { client, call };
}

test("security schemes of every kind pass the strict type check, in code and in examples", async () => {
  expect(await typeErrors(project)).toEqual([]);
});

test("an operation gets the credentials that it declares, and no others", async () => {
  const { call, client } = await connect(keys);
  const table: [string, url: string, Record<string, string>][] = [
    ["byDefault", "/default", { "x-key": "header-key" }],
    ["open", "/open", {}],
    ["optional", "/optional", { cookie: "sid=cookie-key" }],
    ["either", "/either", { authorization: "Bearer bearer-token" }],
    ["both", "/both?key=query-key", { "x-key": "header-key" }],
    ["other", "/digest", { authorization: "Token other-token" }],
    ["oauth", "/oauth", { authorization: "Bearer oauth-token" }],
    ["code", "/code", { authorization: "Bearer code-token" }],
    ["oidc", "/oidc", { authorization: "Bearer oidc-token" }],
  ];
  const got: typeof table = [];
  for (const [name] of table) {
    await call(name);
    const { headers = {}, url = "" } = api.received.at(-1) ?? {};
    const proofs = Object.entries(headers)
      .map(([header, value]) => [header.toLowerCase(), value] as const)
      .filter(([header]) => /^(x-key|cookie|authorization)$/.test(header));
    got.push([name, url, Object.fromEntries(proofs)]);
  }
  expect(got).toEqual(table);
  await client.close();
});

test("alternative and optional credentials are sent if they are set", async () => {
  const { call, client } = await connect({
    API_BASIC_AUTH_USERNAME: "ann",
    API_BASIC_AUTH_PASSWORD: "password",
  });
  await call("either");
  await call("optional");
  expect(api.received.map(({ headers }) => headers)).toMatchObject([
    { authorization: "Basic YW5uOnBhc3N3b3Jk" },
    expect.not.objectContaining({ cookie: expect.anything() as unknown }),
  ]);
  await client.close();
});

test("a refusal names the credential that was not sent, or says that none was declared", async () => {
  const strict = await listen((_request, response) => {
    response.writeHead(401).end("no");
  });
  const { call, client } = await connect({
    API_BASE_URL: strict.baseUrl,
    API_HEADER_KEY: "header-key",
  });
  expect(await call("open")).toBe(
    [
      "GET /open → 401 Unauthorized",
      "This operation does not declare a credential, so none was sent. If the API needs one, this server's owner can set `security` in the operation's module or in toolwright's config.",
      "no",
    ].join("\n"),
  );
  expect(await call("optional")).toContain("Set API_COOKIE_KEY for cookieKey.");
  expect(await call("byDefault")).toBe("GET /default → 401 Unauthorized\nno");
  await client.close();
  strict.close();
});

test("the option security sends the document's credentials to operations that remove them", async () => {
  const file = await bundle(
    await emit({ document, allRoutesAsTools: true, security: "global" }),
  );
  const { call, client } = await connect(keys, file);
  await call("open");
  expect(api.received[0]?.headers).toMatchObject({ "x-key": "header-key" });
  await client.close();
});

test("missing credentials are named at the start and in a refusal, with variable and scheme", async () => {
  const strict = await listen(({ url }, response) => {
    response.writeHead(url === "/both" ? 401 : 403).end("no");
  });
  const env = { API_BASE_URL: strict.baseUrl, API_HEADER_KEY: "header-key" };
  const { call, client } = await connect(env);
  const warnings = served?.lines.filter((line) => line.includes('"warn"'));
  expect(warnings).toHaveLength(7);
  expect(warnings?.join("\n")).toContain("set API_QUERY_KEY for query-key.");
  expect(await call("both")).toBe(
    [
      "GET /both → 401 Unauthorized",
      "This operation needs credentials that this server does not have. Set API_QUERY_KEY for query-key.",
      "no",
    ].join("\n"),
  );
  expect(await call("tls")).toContain(
    "Set API_TLS_CERT and API_TLS_KEY for tls.",
  );
  // Credentials that are set are sent.
  expect(strict.received[0]?.headers["x-key"]).toBe("header-key");
  expect(strict.received).toHaveLength(2);
  await client.close();
  strict.close();
});

test("an API that needs less than its document says is called without credentials", async () => {
  const { call, client } = await connect({});
  expect(await call("both")).toBe('{"ok":true}');
  await client.close();
});

test("parameters that are credentials are not arguments", async () => {
  const { client } = await connect(keys);
  const { tools } = await client.listTools();
  const both = tools.find(({ name }) => name === "both");
  expect(Object.keys(both?.inputSchema.properties ?? {})).toEqual(["page"]);
  await client.close();
});

test("variables of client.ts are in .env.example and the README, with their meaning", async () => {
  const read = (path: string) => readFile(join(project, path), "utf8");
  const [client, example, readme] = await Promise.all(
    ["src/client.ts", ".env.example", "README.md"].map(read),
  );
  const names = new Set(client?.match(/\bAPI_[A-Z_]+/g));
  expect(names.size).toBe(23);
  for (const name of names) {
    expect(example).toMatch(new RegExp(`^# \\S.*\\n(# )?${name}=`, "m"));
    expect(readme).toMatch(new RegExp(`^- \`${name}\`: \\S`, "m"));
  }
});

describe("an edited client.ts", () => {
  /** The project with other text in its client, which passes the strict type check; bundled. */
  async function edited(
    edits: readonly (readonly [from: string | RegExp, to: string])[],
    imports: readonly string[] = [],
    folder = project,
  ): Promise<string> {
    const path = join(folder, "src", "client.ts");
    const shown = await readFile(path, "utf8");
    try {
      let text = `${imports.join("\n")}\n${shown}`;
      for (const [from, to] of edits) {
        expect(text).toMatch(from);
        text = text.replace(from, to);
      }
      await writeFile(path, text);
      expect(await typeErrors(folder)).toEqual([]);
      return await bundle(folder);
    } finally {
      await writeFile(path, shown);
    }
  }

  test("adds a header and a middleware around the transport", async () => {
    const program = await edited(
      [
        ["timeout: 30,", `headers: { "X-Client": "mcp" },`],
        [
          "transport: axiosTransport()",
          "transport: numbered(axiosTransport())",
        ],
      ],
      [
        'import type { Transport } from "./runtime/index.js";',
        `const numbered = (send: Transport): Transport => (request, signal) => {
          request.headers["x-request-id"] = crypto.randomUUID();
          return send(request, signal);
        };`,
      ],
    );
    const { call, client } = await connect({}, program);
    await call("open");
    expect(api.received[0]?.headers).toMatchObject({
      "x-client": "mcp",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
    });
    await client.close();
  });

  /** A project with a bearer token that is fetched again, and a cookie jar. */
  const withBoth = async () => {
    const features = ["cookies", "fetched-token"];
    const own = await emit({ document, allRoutesAsTools: true, features });
    const program = await edited(
      [
        [
          /bearerAuth: bearer\(\{[^]*?\}\),/,
          `bearerAuth: fetchedToken(async () => ({
            token: readFileSync("token.txt", "utf8").trim(),
            seconds: 3600,
          })),`,
        ],
      ],
      [
        'import { readFileSync } from "node:fs";',
        'import { fetchedToken } from "./runtime/features/credentials/oauth/tokens.js";',
      ],
      own,
    );
    return { own, program };
  };
  let both: Awaited<ReturnType<typeof withBoth>>;
  beforeAll(async () => {
    both = await withBoth();
  });

  test("fetches a bearer token again", async () => {
    const picky = await listen(({ headers }, response) => {
      const welcome = headers.authorization === "Bearer second-token";
      response.writeHead(welcome ? 200 : 401).end(welcome ? "welcome" : "no");
    });
    const { own, program } = both;
    const token = join(own, "token.txt");
    await writeFile(token, "first-token\n");
    const env = { API_BASE_URL: picky.baseUrl };
    const { call, client } = await connect(env, program);
    expect(await call("either")).toContain("401");
    await writeFile(token, "second-token\n");
    expect(await call("either")).toBe("welcome");
    await client.close();
    picky.close();
  });

  test("keeps cookies", async () => {
    const login = await listen((_request, response) => {
      response.setHeader("set-cookie", "sid=abc; HttpOnly").end("welcome");
    });
    const env = { API_BASE_URL: login.baseUrl };
    const { call, client } = await connect(env, both.program);
    await call("open");
    await call("open");
    const cookies = login.received.map(({ headers }) => headers["cookie"]);
    expect(cookies).toEqual([undefined, "sid=abc"]);
    await client.close();
    login.close();
  });

  test("trusts your certificate authority, and fails without it", async () => {
    const { ca, server } = await createAuthority();
    const secure = createServer(server, (_request, response) => {
      response.end("welcome");
    });
    await new Promise<void>((resolve) => {
      secure.listen(0, "127.0.0.1", resolve);
    });
    const { port } = secure.address() as AddressInfo; // it listens on TCP
    const env = { API_BASE_URL: `https://127.0.0.1:${port}` };
    const stranger = await connect(env);
    expect(await stranger.call("open")).toContain("the TLS connection failed");
    await stranger.client.close();
    await served?.stop();
    await writeFile(join(project, "ca.pem"), ca);
    const program = await edited(
      [
        [
          "axiosTransport()",
          'axiosTransport({ agent: new Agent({ ca: readFileSync("ca.pem") }) })',
        ],
      ],
      [
        'import { readFileSync } from "node:fs";',
        'import { Agent } from "node:https";',
      ],
    );
    const { call, client } = await connect(env, program);
    expect(await call("open")).toBe("welcome");
    await client.close();
    secure.close();
  });
});

test("a proxy of the environment is used, except for NO_PROXY", async () => {
  const proxy = await listen((_request, response) => {
    response.setHeader("content-type", "text/plain").end("by proxy");
  });
  const env = {
    API_BASE_URL: "http://api.invalid/v1",
    HTTP_PROXY: proxy.baseUrl,
    NO_PROXY: "other.invalid",
  };
  const through = await connect(env);
  expect(await through.call("open")).toBe("by proxy");
  expect(proxy.received[0]?.url).toBe("http://api.invalid/v1/open");
  await through.client.close();
  await served?.stop();
  const past = await connect({ ...env, NO_PROXY: "api.invalid" });
  expect(await past.call("open")).toContain(
    "(ENOTFOUND) could not connect to the API",
  );
  expect(proxy.received).toHaveLength(1);
  await past.client.close();
  proxy.close();
});
