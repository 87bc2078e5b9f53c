import { describe, expect, it, test } from "vitest";
import type { Config } from "../../../generator/config/config.js";
import {
  resolveConfig,
  type ResolvedConfig,
} from "../../../generator/config/resolve-config.js";
import { credentialsOf } from "../../../generator/emit/credentials.js";
import { environmentOf } from "../../../generator/emit/environment.js";
import { planApiFiles } from "../../../generator/emit/files.js";
import { settleIdentity } from "../../../generator/emit/identity.js";
import { planProjectFiles } from "../../../generator/emit/project-files.js";
import { render } from "../../../generator/emit/render.js";
import { planTestFiles } from "../../../generator/emit/tests.js";
import { checkNames } from "../../../generator/listing/check-names.js";
import type { Operation, SecurityScheme } from "../../../generator/model.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, parameter, planOptions } from "../plan/fixtures.js";

function planned(operations: readonly Operation[], settings: ResolvedConfig) {
  return plan(api(operations), { ...settings, knownFiles: new Map() });
}

/** The text of one emitted file, before it is formatted. */
function emitted(
  path: string,
  operations: readonly Operation[],
  config: Config = {},
): string {
  const settings = resolveConfig(config);
  const one = {
    api: api(operations),
    plan: planned(operations, settings),
    settings,
    truncations: {},
    listedOutputs: null,
    features: { client: [], server: [] },
  };
  const files = [
    ...planApiFiles(one),
    ...planProjectFiles(
      {
        addedFeatures: [],
        identity: settleIdentity([one], settings, { lock: null }),
        apis: [one],
        custom: undefined,
        instructions: null,
        features: [],
        toolLists: [],
      },
      settings,
      { runtime: [], extensionFiles: [], fileSentence: "", checkFlags: "" },
    ),
  ];
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`${path} is not emitted.`);
  return render(file);
}

describe("client.ts", () => {
  it("names the prefix of variables if there is one", () => {
    const operations = [operation("GET /pets")];
    const client = (config: Config) =>
      emitted("src/client.ts", operations, config);
    expect(client({ routePrefix: "v1/" })).toContain('routePrefix: "/v1",');
    expect(client({})).not.toContain("routePrefix");
  });

  it.each([
    ["https://up.example.com", true],
    ["//up.example.com", true],
    ["/v2", false],
  ])("reads the base URL of %s as a separate server: %s", (url, want) => {
    const up = operation("POST /up", { servers: [url] });
    const text = emitted("src/client.ts", [operation("GET /pets"), up]);
    expect(text.includes('ownServers: !env["API_BASE_URL"],')).toBe(want);
  });
});

test("the test index gives each table of cases its own name", () => {
  const tools = { routeMaps: [{ routeType: "TOOL" as const }] };
  const operations = ["OAuth2", "OAuth 2"].map((tag) =>
    operation(`GET /${tag}`, { tags: [tag] }),
  );
  const { components } = plan(api(operations), planOptions(tools));
  const trial = { args: {}, sends: "" };
  const calls = new Map(components.map((one) => [one, trial]));
  const responses = { operations: {}, $defs: {} };
  const tried = { source: null, env: {}, addresses: [], calls, responses };
  const [index] = planTestFiles([tried], new Map());
  expect(index?.data).toMatchObject({
    tables: [{ name: "casesOauth_2" }, { name: "casesOauth2" }],
  });
});

test("each security scheme has its own variable", () => {
  const description = "";
  const schemes = new Map<string, SecurityScheme>([
    ["auth", { type: "http", scheme: "bearer", description }],
    ["authToken", { type: "apiKey", in: "query", name: "t", description }],
  ]);
  const security = [[...schemes.keys()]];
  const one = api([operation("GET /pets", { security })], {
    securitySchemes: schemes,
  });
  const views = credentialsOf(one, plan(one, planOptions()), null);
  expect(views.flatMap(({ variables }) => variables)).toMatchObject([
    { name: "API_AUTH_TOKEN" },
    { name: "API_AUTH_TOKEN_2" },
  ]);
});

test("a scheme that is called like its variable says so once", () => {
  const description = "";
  const schemes = new Map<string, SecurityScheme>([
    ["auth_token", { type: "http", scheme: "bearer", description }],
    ["password", { type: "http", scheme: "basic", description }],
  ]);
  const security = [[...schemes.keys()]];
  const one = api([operation("GET /pets", { security })], {
    securitySchemes: schemes,
  });
  const views = credentialsOf(one, plan(one, planOptions()), null);
  expect(
    views.flatMap(({ variables }) => variables.map(({ name }) => name)),
  ).toEqual(["API_AUTH_TOKEN", "API_PASSWORD_USERNAME", "API_PASSWORD"]);
});

test("a key is a secret, whatever its variable ends in", () => {
  const name = "my_api_base_url";
  const schemes = new Map<string, SecurityScheme>([
    [name, { type: "apiKey", in: "query", name: "k", description: "" }],
  ]);
  const one = api([operation("GET /pets", { security: [[name]] })], {
    securitySchemes: schemes,
  });
  const planned = { api: one, plan: plan(one, planOptions()) };
  const rest = {
    truncations: {},
    listedOutputs: null,
    features: { client: [], server: [] },
  };
  const settings = resolveConfig({});
  expect(environmentOf({ ...planned, ...rest, settings })).toMatchObject([
    { name: "API_BASE_URL", isSecret: false },
    { name: "API_MY_API_BASE_URL", isRequired: false, isSecret: true },
  ]);
});

describe("the module of a resource", () => {
  it("has a second template for its optional arguments", () => {
    const list = operation("GET /pets", {
      parameters: [parameter("query", "kind"), parameter("header", "X-Trace")],
    });
    expect(emitted("src/resources/get-pets.ts", [list])).toContain(
      'uri: "resource://pets",\n  uriTemplate: "resource://pets{?kind,X_Trace}",',
    );
  });

  it("has no template without optional arguments", () => {
    const text = emitted("src/resources/get-pets.ts", [operation("GET /pets")]);
    expect(text).not.toContain("uriTemplate");
  });

  it("keeps URI and template together if another resource has the same URI", () => {
    const parameters = [parameter("query", "kind")];
    const { components } = planned(
      [
        operation("GET /Pets", { operationId: "a", parameters }),
        operation("GET /pets", { operationId: "b", parameters }),
      ],
      resolveConfig({}),
    );
    expect(
      components.map(({ uri, uriTemplate }) => [uri, uriTemplate]),
    ).toEqual([
      ["resource://Pets", "resource://Pets{?kind}"],
      ["resource://b/pets", "resource://b/pets{?kind}"],
    ]);
  });
});

describe("timeouts of a config", () => {
  it("are written to the module that they name", () => {
    const operations = [operation("GET /pets")];
    const { components } = planned(operations, resolveConfig({}));
    const name = components[0]?.name ?? "";
    const path = "src/resources/get-pets.ts";
    const config = { timeouts: { [name]: 5 } };
    expect(emitted(path, operations, config)).toContain("  timeout: 5,\n");
  });

  it("that name no operation are an error", () => {
    const { components } = planned([operation("GET /pets")], resolveConfig({}));
    const names = ["getPest", "constructor"];
    const check = (formerNames: string[]) =>
      checkNames("timeouts", names, {
        components,
        isFormer: (name) => formerNames.includes(name),
      });
    expect(() => check([])).toThrow(/"getPest".*"constructor"/s);
    expect(() => check(["getPest"])).toThrow('"constructor"');
    expect(check(names).map(({ code, hint }) => `${code}: ${hint}`)).toEqual([
      "lost-operation: Did you mean get_pets? Name another tool, or remove the name.",
      "lost-operation: Name another tool, or remove the name.",
    ]);
  });
});

describe(".env.example", () => {
  it("shows the base URL without setting it", () => {
    expect(emitted(".env.example", [operation("GET /pets")])).toContain(
      "\n# API_BASE_URL=https://api.example.com\n",
    );
  });
});

describe("the README", () => {
  const readme = (operations: readonly Operation[]) =>
    emitted("README.md", operations, { allRoutesAsTools: true });

  it("lists tools with their descriptions and requests", () => {
    const summary = "A `b` | [c](d)\n<script> *\u202e";
    const text = readme([
      operation("POST /pets", { summary }),
      operation("GET /a`|b", { summary: "List" }),
    ]);
    expect(text).toContain(
      "| `get_a_b` | List | `GET /a'\\|b` |\n" +
        "| `post_pets` | A \\`b\\` \\| \\[c\\](d) &lt;script> \\* | `POST /pets` |\n",
    );
    expect(text).not.toContain("<details>");
  });

  it("keeps an ampersand, unless Markdown would read it as an entity", () => {
    const text = readme([
      operation("POST /a", { summary: "Usage & cost of R&D;" }),
    ]);
    expect(text).toContain("| Usage & cost of R&amp;D; |");
  });

  it("folds long lists by tag", () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      operation(`POST /a${at}`, { tags: at < 9 ? ["<b>"] : [] }),
    );
    const text = readme(many);
    expect(text.match(/<summary>.*/g)).toEqual([
      "<summary>&lt;b> (9)</summary>",
      "<summary>Others (51)</summary>",
    ]);
    expect(text.match(/^\| `post_a/gm)).toHaveLength(60);
  });
});
