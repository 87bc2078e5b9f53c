import { readdirSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  FEATURE_NAMES,
  FEATURES,
  featureOf,
  mainImportOf,
} from "../../../generator/features/features.js";
import type { Config } from "../../../generator/index.js";
import { linkPackages, typeErrors } from "../regenerate/packages.js";
import { project } from "../regenerate/project.js";

/** Features of every server that calls an API over HTTP. */
const EVERYWHERE: readonly string[] = ["axios", "http", "node"];

/** A document with one operation, which says nothing that needs a feature. */
function document(operation: object = {}, more: object = {}): string {
  const responses = { "204": { description: "Done" } };
  const paths = { "/things": { post: { responses, ...operation } } };
  const info = { title: "Things", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", info, paths, ...more });
}

const body = (type: string, schema: object) => ({
  requestBody: { content: { [type]: { schema } } },
});

const answer = (type: string, schema: object) => ({
  responses: { "200": { description: "ok", content: { [type]: { schema } } } },
});

const secured = (scheme: object) =>
  document(
    { security: [{ key: [] }] },
    { components: { securitySchemes: { key: scheme } } },
  );

const url = "https://auth.example.com/token";
const page = { authorizationUrl: url, tokenUrl: url, scopes: { read: "" } };
const device = { deviceAuthorizationUrl: url, tokenUrl: url };
const fields = { type: "object", properties: { a: { type: "string" } } };
const readable = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things/{kind}": {
      get: {
        parameters: [
          {
            in: "path",
            name: "kind",
            required: true,
            schema: { type: "string", enum: ["a", "b"] },
          },
        ],
        responses: { "200": { description: "ok" } },
      },
    },
  },
});

/** Documents or configs that ask for each feature. */
const ASKING: Readonly<Record<string, { text?: string; config?: Config }>> = {
  audit: { config: { audit: { required: true } } },
  "api-key": { text: secured({ type: "apiKey", in: "query", name: "k" }) },
  basic: { text: secured({ type: "http", scheme: "basic" }) },
  bearer: { text: secured({ type: "http", scheme: "bearer" }) },
  binary: { text: document(body("image/png", {})) },
  "shorten-responses": {
    text: document(answer("application/json", {})),
    config: { features: ["shorten-responses"] },
  },
  "per-caller": { config: { features: ["per-caller"] } },
  checks: { config: { features: ["checks"] } },
  "tool-filter": { config: { tools: "search" } },
  completions: {
    text: readable,
    config: { allRoutesAsTools: false, features: ["completions"] },
  },
  concurrency: { config: { maxConcurrency: 2 } },
  confirm: {
    text: document({
      operationId: "drop",
      parameters: [
        { in: "query", name: "q", required: true, schema: { type: "string" } },
      ],
    }),
    config: { overrides: { drop: { confirm: "q" } } },
  },
  cookies: { config: { features: ["cookies"] } },
  cors: { config: { features: ["cors"] } },
  credentials: { text: secured({ type: "http", scheme: "bearer" }) },
  "caller-folders": {
    config: { auth: "jwt", files: { http: "per-caller" } },
  },
  "file-links": { config: { files: true } },
  files: { config: { files: true } },
  form: { text: document(body("application/x-www-form-urlencoded", fields)) },
  "input-required": { config: { features: ["custom"], sdk: "v2" } },
  "login-links": { config: { features: ["login-links"] } },
  "json-lines": { text: document(body("application/x-ndjson", {})) },
  jwt: { config: { auth: "jwt" } },
  login: {
    text: secured({
      type: "oauth2",
      flows: { authorizationCode: { authorizationUrl: url, tokenUrl: url } },
    }),
    config: { features: ["login"] },
  },
  multipart: { text: document(body("multipart/form-data", fields)) },
  "mutual-tls": { text: secured({ type: "mutualTLS" }) },
  oauth2: {
    text: secured({
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: url, scopes: {} } },
    }),
  },
  "openid-connect": {
    text: secured({ type: "openIdConnect", openIdConnectUrl: url }),
  },
  "output-schemas": {
    text: document(answer("application/json", fields)),
    config: { outputSchemas: "typed" },
  },
  limits: { config: { limits: { perCaller: "60/min" } } },
  pages: {
    text: document({
      ...answer("application/json", {}),
      parameters: [{ in: "query", name: "page", schema: { type: "integer" } }],
    }),
    config: { tools: "search" },
  },
  redis: { config: { features: ["redis"] } },

  "secret-files": {
    text: secured({ type: "http", scheme: "bearer" }),
    config: { features: ["secret-files"], auth: "tokens" },
  },
  person: {
    text: document({ operationId: "drop", summary: "Delete things" }),
    config: { confirmDestructive: "person" },
  },
  "dry-run": { config: { emit: ["tests"] } },
  resources: { text: readable, config: { allRoutesAsTools: false } },
  retry: { config: { retries: 2 } },
  search: { config: { tools: "search" } },
  scopes: { config: { auth: "jwt" } },
  sessions: { config: { features: ["sessions"] } },
  streams: { text: document(answer("text/event-stream", {})) },
  strip: { text: document(answer("application/json", fields)) },
  telemetry: { config: { features: ["telemetry"] } },
};

describe("selectFeatures emits a feature only for its reason:", () => {
  it.each(Object.entries(ASKING))("%s", async (feature, { text, config }) => {
    const with_ = await emit(text, config);
    expect(with_.features).toContain(feature);
    for (const part of mainImportOf(featureOf(feature)).name.split(", "))
      expect(with_.handedIn).toContain(part);
  });

  test("no streams for an application that declares none", async () => {
    const app = "test/app/apps/express.js";
    const { features } = await emit(document(), { app });
    expect(features).toContain("streams");
  });

  test("every feature that a config can name", async () => {
    const { made } = await emit(readable, {
      auth: "jwt",
      features: FEATURE_NAMES,
    });
    expect(await typeErrors(made)).toEqual([]);
  });

  test("the README says which option keeps responses short", async () => {
    const told = "edit `shortenResponses({ … })` in `src/server.ts`";
    const short = await emit(
      ASKING["shorten-responses"]?.text,
      ASKING["shorten-responses"]?.config,
    );
    expect(short.made.read("README.md")).toContain(told);
    const { made } = await emit();
    expect(made.read("README.md")).not.toContain("maxResultTokens");
  });

  test.each<[Config, string | undefined]>([
    [{}, undefined],
    [
      { maxResultTokens: 20_000 },
      "{ fields: false, maxResultTokens: 20000, pages }",
    ],
    [
      { maxResultTokens: 9_000, features: ["shorten-responses"] },
      "{ maxResultTokens: 9000, pages }",
    ],
    [
      { maxResultTokens: 9_000, tools: "search" },
      "{ maxResultTokens: 9000, pages }",
    ],
  ])("the size of results comes from the config: %j", async (config, want) => {
    const { made } = await emit(ASKING["shorten-responses"]?.text, config);
    const [, options] =
      /shortenResponses\((\{[^}]*\})\)/.exec(made.read("src/server.ts")) ?? [];
    expect(options?.replace(/\s+/g, " ").replace(", }", " }")).toBe(want);
    expect(await typeErrors(made)).toEqual([]);
    const told = made.read("README.md").includes("may name the `fields`");
    expect(told).toBe(want !== undefined && !want.includes("false"));
  });

  test("consent shows the call as it is sent: without `fields`, and with the body in one argument", async () => {
    const text = document({ operationId: "drop", summary: "Delete things" });
    const features = ["shorten-responses", "flat-bodies"] as const;
    const config = { features, confirmDestructive: "person" } as const;
    const { made } = await emit(text, config);
    const server = made.read("src/server.ts");
    const list = /features: \[([^\]]*)\]/.exec(server)?.[1] ?? "";
    expect(list.match(/elicitConsent|shortenResponses|flatBodies/g)).toEqual([
      "flatBodies",
      "shortenResponses",
      "elicitConsent",
    ]);
  });

  test("consent also repeats, and asks clients of 2026-07-28 if they are served", async () => {
    const text = document({ operationId: "drop", summary: "Delete things" });
    const features = ["confirm", "custom"];
    const config = { features, confirmDestructive: "person" } as const;
    const handed = async (sdk: "v1" | "v2") => {
      const { made } = await emit(text, { ...config, sdk });
      expect(made.read(".env.example").includes("MCP_STATE_KEY")).toBe(
        sdk === "v2",
      );
      expect(await typeErrors(made)).toEqual([]);
      const server = made.read("src/server.ts");
      const list = /features: \[([^]*?)\],\n/.exec(server)?.[1] ?? "";
      return list.match(/\w+\(\)/g);
    };
    const listed = ["context()", "elicitConsent()", "prompts()", "resources()"];
    expect(await handed("v1")).toEqual(listed);
    expect(await handed("v2")).toEqual(["inputRequired()", ...listed]);
  });

  test.each<[string, object, RegExp | null]>([
    [
      "a browser",
      { type: "oauth2", flows: { authorizationCode: page, implicit: page } },
      /key: \{\s+authorizationUrl: "https:.*",\s+tokenUrl: .*\s+scopes: \["read"\]/,
    ],
    [
      "a code",
      { type: "oauth2", flows: { deviceAuthorization: device } },
      /key: \{\s+deviceAuthorizationUrl: "https:.*",\s+tokenUrl: /,
    ],
    [
      "a discovery",
      { type: "openIdConnect", openIdConnectUrl: url },
      /key: \{\s+url: "https:.*",\s+scopes: \["openid", "offline_access"\]/,
    ],
    ["a token", { type: "http", scheme: "bearer" }, null],
    [
      "a secret",
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: url } } },
      null,
    ],
    ["a page", { type: "oauth2", flows: { implicit: page } }, null],
  ])("the sign-in of callers by %s", async (_name, scheme, want) => {
    const config = { features: ["login"] };
    const { features, made } = await emit(secured(scheme), config);
    expect(features.includes("login")).toBe(want !== null);
    const main = made.read("src/main.ts");
    expect(main.includes("login")).toBe(want !== null);
    if (want !== null) expect(main).toMatch(want);
    expect(await typeErrors(made)).toEqual([]);
  });

  test("the folder of files, with the settings of the config", async () => {
    const text = document(body("multipart/form-data", fields));
    const files = { http: "per-caller", quotaMegabytes: 9 } as const;
    const features = ["per-caller", "streams"];
    const { made } = await emit(text, {
      auth: "tokens",
      features,
      files,
    });
    const client = made.read("src/client.ts").replace(/\s+/g, " ");
    expect(client).toContain(
      'forCaller: callerFiles({ env, bodies: (files) => [multipart(files)], stream: streams(), forCaller: perCaller(), http: "per-caller", quotaMegabytes: 9, }),',
    );
    expect(made.read("src/server.ts")).toContain("callerFolders()");
    expect(made.read(".env.example")).toContain("MCP_FILES=");
    expect(await typeErrors(made)).toEqual([]);
  });

  test("secret files for every credential, the callers' tokens and the state's key", async () => {
    const schemes = [
      { type: "apiKey", in: "query", name: "k" },
      { type: "mutualTLS" },
    ];
    for (const scheme of schemes) {
      const { made } = await emit(secured(scheme), {
        features: ["secret-files", "custom", "cors"],
        auth: "tokens",
        sdk: "v2",
      });
      const server = made.read("src/server.ts");
      expect(server).toContain("secretFiles()");
      expect(server).toContain("inputRequired()");
      expect(made.read(".env.example")).toContain("API_KEY_FILE");
      expect(await typeErrors(made)).toEqual([]);
    }
  });

  test.each<[Config, string]>([
    [{ features: ["audit"] }, "audit()"],
    [
      { audit: { arguments: ["/petId"], required: true } },
      'audit({ arguments: ["/petId"], required: true })',
    ],
    [{ audit: {}, features: ["secret-files"] }, "audit()"],
  ])(
    "the audit trail has the options of the config: %j",
    async (config, want) => {
      const { made } = await emit(document(), config);
      expect(made.read("src/server.ts")).toContain(want);
      expect(made.read(".env.example")).toContain("MCP_AUDIT=");
      expect(await typeErrors(made)).toEqual([]);
    },
  );

  test("the audit trail runs inside search and scopes, and around consent", async () => {
    const { made } = await emit(document({ operationId: "drop" }), {
      audit: {},
      auth: "jwt",
      confirmDestructive: "person",
      tools: "search",
    });
    const server = made.read("src/server.ts");
    const [, list = ""] = /features: \[([^]*?)\],\n/.exec(server) ?? [];
    const names = list.match(/elicitConsent|audit|scopes|search/g);
    expect(names).toEqual(["scopes", "search", "audit", "elicitConsent"]);
  });

  test.each([
    [[], "redis()"],
    [["secret-files"], "secretFiles()"],
  ])(
    "replicas share the state that a config needs, with %j",
    async (...row) => {
      const [features, ...want] = row;
      const scheme = {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: url, scopes: {} } },
      };
      const { handedIn, made } = await emit(secured(scheme), {
        features: ["redis", "custom", "cookies", ...features],
        auth: "tokens",
        limits: { perCaller: "60/min" },
        maxConcurrency: 3,
        sdk: "v2",
      });
      const code = handedIn.replace(/\s+/g, " ").replaceAll(", }", " }");
      for (const text of want) expect(code).toContain(text);
      for (const text of [
        "redis()",
        "inputRequired()",
        "cookies(), concurrency(3)",
        'limits({ perCaller: "60/min" })',
      ])
        expect(code).toContain(text);
      for (const file of ["client", "server"])
        expect(made.read(`src/${file}.ts`)).not.toContain("process.env");
      expect(made.read("package.json")).toContain('"redis": "6.3.1"');
      expect(await typeErrors(made)).toEqual([]);
      const plain = await emit(secured(scheme), { features: ["custom"] });
      expect(plain.made.read("package.json")).not.toContain("redis");
      // Newer versions of Node list what the link to the packages leads to.
      const paths = Object.keys(plain.made.files()).filter(
        (path) => !path.startsWith("node_modules"),
      );
      expect(paths.join()).not.toMatch(/redis|store|audit|secret/);
    },
  );

  test("no features for a document that needs none", async () => {
    const { features } = await emit(document());
    expect(features).toEqual(EVERYWHERE);
  });
});

async function emit(text = document(), config: Config = {}) {
  const made = project();
  await made.generate(text, { config: { auth: "none", ...config } });
  linkPackages(made);
  const files = new Set(
    readdirSync(`${made.out}/src/runtime`, {
      recursive: true,
      encoding: "utf8",
    }),
  );
  const hosts = ["client", "main", "server"];
  return {
    made,
    features: FEATURES.filter((feature) =>
      files.has(`${mainImportOf(feature).file}.ts`),
    )
      .map(({ name }) => name)
      .sort(),
    handedIn: hosts.map((host) => made.read(`src/${host}.ts`)).join("\n"),
  };
}
