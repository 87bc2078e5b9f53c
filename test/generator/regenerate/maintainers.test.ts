import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { load } from "js-yaml";
import { expect, onTestFinished, test } from "vitest";
import { generate, type Config } from "../../../generator/index.js";
import { startUpstream } from "../../runtime/upstream.js";
import { temporaryFolder } from "../temporary.js";
import { linkPackages, root, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";

/** A server that someone wrote by hand: a document in the manner of its API, and what its clients see and its API gets. */
interface HandMade {
  /** Paths and components of the document. */
  readonly document: string;
  readonly config: Config;
  readonly env?: Readonly<Record<string, string>>;
  /** Response of the API to a request. */
  readonly respond?: (url: URL) => unknown;
  /** Names of the tools with their arguments. */
  readonly tools: readonly string[];
  readonly calls: readonly {
    readonly name: string;
    readonly args?: object;
    /** Requests: method, path, headers that matter, body. */
    readonly requests: readonly string[];
    readonly answer: unknown;
  }[];
}

const OK = `responses: { "200": { description: OK } }`;
const answers = (schema: string) =>
  `responses: { "200": { description: OK, content: { application/json: { schema: ${schema} } } } }`;

const HAND_MADE: Readonly<Record<string, HandMade>> = {
  "pages of a workspace, with a version header and published names": {
    document: `
paths:
  /v1/search:
    post:
      operationId: post-search
      summary: Search by title
      parameters: [{ $ref: "#/components/parameters/version" }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { query: { type: string } } } } } }
      ${OK}
  /v1/blocks/{block_id}/children:
    patch:
      operationId: patch-block-children
      summary: Append block children
      parameters:
        - { name: block_id, in: path, required: true, schema: { type: string } }
        - $ref: "#/components/parameters/version"
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [children], properties: { children: { type: array, items: { type: object, properties: { paragraph: { type: object } } } } } } } } }
      ${OK}
  /v1/users: { get: { operationId: get-users, ${OK} } }
components:
  parameters:
    version: { name: Notion-Version, in: header, required: true, schema: { type: string } }
`,
    config: {
      include: ["post-search", "PATCH /v1/blocks/{block_id}/children"],
      arguments: { "Notion-Version": { value: "2025-09-03" } },
      overrides: {
        "post-search": { name: "API-post-search" },
        "patch-block-children": { name: "API-patch-block-children" },
      },
    },
    tools: [
      "API-patch-block-children(block_id, children)",
      "API-post-search(query)",
    ],
    calls: [
      {
        name: "API-post-search",
        args: { query: "plan" },
        requests: [
          'POST /v1/search notion-version: 2025-09-03 {"query":"plan"}',
        ],
        answer: {},
      },
      {
        name: "API-patch-block-children",
        args: { block_id: "b1", children: [{ paragraph: '{"text":"a"}' }] },
        requests: [
          'PATCH /v1/blocks/b1/children notion-version: 2025-09-03 {"children":[{"paragraph":{"text":"a"}}]}',
        ],
        answer: {},
      },
    ],
  },
  "incidents, joined to a bound, with a version in Accept": {
    document: `
paths:
  /incidents:
    get:
      operationId: listIncidents
      parameters:
        - { name: Accept, in: header, required: true, schema: { type: string, default: "application/vnd.x+json;version=2" } }
        - { name: limit, in: query, schema: { type: integer, default: 25, maximum: 100 } }
        - { name: offset, in: query, schema: { type: integer } }
      ${answers("{ type: object, properties: { incidents: { type: array, items: { type: object, properties: { id: { type: integer } } } }, more: { type: boolean } } }")}
    post:
      operationId: createIncident
      parameters: [{ name: From, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      ${OK}
  /teams/{id}: { delete: { operationId: deleteTeam, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], ${OK} } }
`,
    config: {
      include: ["listIncidents", "createIncident"],
      names: "as-declared",
      instructions: "Ask before you create an incident.",
      arguments: { From: { env: "INCIDENT_FROM" } },
      overrides: {
        listIncidents: {
          name: "list-incidents",
          pages: 10,
          arguments: { limit: { value: 100 } },
        },
      },
    },
    env: { INCIDENT_FROM: "ann@example.com" },
    respond: ({ pathname, searchParams }) => {
      if (pathname !== "/incidents") return {};
      const offset = Number(searchParams.get("offset") ?? 0);
      const limit = Number(searchParams.get("limit") ?? 25);
      const end = Math.min(230, offset + limit);
      const incidents = Array.from({ length: end - offset }, (_, index) => ({
        id: offset + index,
      }));
      return { incidents, more: end < 230 };
    },
    tools: ["createIncident(title)", "list-incidents(offset)"],
    calls: [
      {
        name: "createIncident",
        args: { title: "Down" },
        requests: ['POST /incidents from: ann@example.com {"title":"Down"}'],
        answer: { incidents: expect.any(Array) as unknown, more: true },
      },
      {
        name: "list-incidents",
        requests: [0, 100, 200].map(
          (offset) =>
            `GET /incidents?limit=100${offset === 0 ? "" : `&offset=${offset}`} accept: application/vnd.x+json;version=2`,
        ),
        answer: {
          incidents: Array.from({ length: 230 }, (_, id) => ({ id })),
          more: false,
        },
      },
    ],
  },
  "a scraper, whose answers have more than the document": {
    document: `
paths:
  /scrape:
    post:
      operationId: scrape
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [url], properties: { url: { type: string }, origin: { type: string }, formats: { type: array, items: { type: object } } } } } } }
      ${answers("{ type: object, properties: { metadata: { type: object, properties: { title: { type: string } } } } }")}
  /interact:
    post:
      operationId: interact
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [scrapeId], properties: { scrapeId: { type: string }, origin: { type: string } } } } } }
      ${OK}
  /monitor: { post: { operationId: createMonitor, ${OK} } }
`,
    config: {
      include: ["scrape", "interact"],
      strip: false,
      arguments: { origin: { value: "mcp", in: "body" } },
      overrides: { scrape: { name: "firecrawl_scrape" } },
    },
    respond: () => ({ metadata: { title: "A", scrapeId: "s1" } }),
    tools: ["firecrawl_scrape(url, formats)", "interact(scrapeId)"],
    calls: [
      {
        name: "firecrawl_scrape",
        args: { url: "https://a.test" },
        requests: ['POST /scrape {"url":"https://a.test","origin":"mcp"}'],
        answer: { metadata: { title: "A", scrapeId: "s1" } },
      },
    ],
  },
  "issues of a repository, of a server of one's own": {
    document: `
paths:
  /repos/{owner}/{repo}/issues/{issue_number}:
    get:
      operationId: issues/get
      parameters: &issue
        - { name: owner, in: path, required: true, schema: { type: string } }
        - { name: repo, in: path, required: true, schema: { type: string } }
        - { name: issue_number, in: path, required: true, schema: { type: integer } }
      ${OK}
    delete: { operationId: issues/delete, parameters: *issue, ${OK} }
  /gists: { get: { operationId: gists/list, ${OK} } }
`,
    config: {
      include: ["issues/get", "issues/delete"],
      confirmDestructive: "person-or-repeat",
      arguments: {
        owner: { env: "REPO_OWNER" },
        issue_number: { description: "Number that the page shows." },
      },
      overrides: {
        "issues/get": { name: "issue_read" },
        "issues/delete": { arguments: { owner: { hide: false } } },
      },
    },
    env: { REPO_OWNER: "acme" },
    tools: [
      "issue_read(repo, issue_number)",
      "issues_delete(owner, repo, issue_number, confirm)",
    ],
    calls: [
      {
        name: "issue_read",
        args: { repo: "shop", issue_number: 7 },
        requests: ["GET /repos/acme/shop/issues/7"],
        answer: {},
      },
      {
        name: "issues_delete",
        args: { owner: "o", repo: "shop", issue_number: 7, confirm: 7 },
        requests: ["DELETE /repos/o/shop/issues/7"],
        answer: {},
      },
    ],
  },
  "errors of an organization, which the environment names": {
    document: `
paths:
  /organizations/{organization_id_or_slug}/issues:
    get:
      operationId: list_issues
      parameters:
        - { name: organization_id_or_slug, in: path, required: true, schema: { type: string } }
        - { name: query, in: query, schema: { type: string } }
        - { name: project, in: query, schema: { type: integer } }
      ${OK}
  /organizations/: { get: { operationId: list_organizations, ${OK} } }
`,
    config: {
      include: ["list_issues", "list_organizations"],
      arguments: {
        organization_id_or_slug: { env: "SENTRY_ORG" },
        project: { hide: true },
      },
    },
    env: { SENTRY_ORG: "acme" },
    tools: ["list_issues(query)", "list_organizations()"],
    calls: [
      {
        name: "list_issues",
        args: { query: "is:open" },
        requests: ["GET /organizations/acme/issues?query=is%3Aopen"],
        answer: {},
      },
    ],
  },
};

const toDocument = (paths: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Hand-made", version: "1" },
    servers: [{ url: "https://api.example" }],
    ...(load(paths) as object),
  });

test.each(Object.entries(HAND_MADE))(
  "config alone lists and sends what the hand-made server does: %s",
  async (_, { calls, config, document, env = {}, respond, tools }) => {
    const api = await startUpstream((request, response) => {
      const url = new URL(request.url ?? "", "http://api");
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify(respond?.(url) ?? {}));
    });
    const made = project();
    await made.generate(toDocument(document), { config });
    linkPackages(made);
    expect(await typeErrors(made)).toEqual([]);
    const client = await connect(made, { ...env, API_BASE_URL: api.baseUrl });
    const listed = await client.listTools();
    expect(
      listed.tools
        .map(
          ({ inputSchema, name }) =>
            `${name}(${Object.keys(inputSchema.properties ?? {}).join(", ")})`,
        )
        .sort(),
    ).toEqual([...tools].sort());
    if (typeof config.instructions === "string")
      expect(client.getInstructions()).toBe(config.instructions);
    for (const { answer, args = {}, name, requests } of calls) {
      const before = api.received.length;
      const { content, isError } = await client.callTool({
        name,
        arguments: { ...args },
      });
      const [block] = content as { text: string }[];
      expect(isError, block?.text).not.toBe(true);
      expect(JSON.parse(block?.text ?? "")).toEqual(answer);
      const sent = api.received.slice(before).map((request) => {
        const headers = Object.entries(request.headers).flatMap(
          ([header, value]) =>
            /^(?:accept|from|.*-version)$/i.test(header) &&
            !value.startsWith("application/json")
              ? [`${header.toLowerCase()}: ${value}`]
              : [],
        );
        const { body, method, url } = request;
        return [method, url, ...headers, body].filter(Boolean).join(" ");
      });
      expect(sent).toEqual(requests);
    }
  },
);

const organization = `
paths:
  /organizations/{org}/issues:
    get:
      operationId: listIssues
      summary: List issues
      parameters:
        - { name: org, in: path, required: true, schema: { type: string } }
        - { name: Api-Version, in: header, required: true, schema: { type: string } }
      ${OK}
  /organizations/{org}/issues/{id}:
    get:
      operationId: getIssue
      summary: Get an issue
      parameters:
        - { name: org, in: path, required: true, schema: { type: string } }
        - { name: id, in: path, required: true, schema: { type: string } }
      ${OK}
    put:
      operationId: attachFile
      summary: Attach a file to an issue
      parameters:
        - { name: org, in: path, required: true, schema: { type: string } }
        - { name: id, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { team: { type: integer }, file: { type: string, format: binary } } } } } }
      ${OK}
`;
const fromEnvironment: Config = {
  arguments: {
    org: { env: "SHOP_ORG" },
    team: { env: "SHOP_TEAM" },
    "Api-Version": { value: "2" },
  },
};
const environment = { SHOP_ORG: "acme", SHOP_TEAM: "7" };

/** Serves the organization's API with a further choice of the config. */
async function serve(config: Config) {
  const api = await startUpstream();
  const made = project();
  const whole = { ...fromEnvironment, ...config };
  await made.generate(toDocument(organization), { config: whole });
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const env = { ...environment, API_BASE_URL: api.baseUrl };
  return { api, client: await connect(made, env), made };
}

test("a search shows and calls operations without the arguments that the server sends", async () => {
  const { api, client } = await serve({ tools: "search" });
  const described = await client.callTool({
    name: "describe_operations",
    arguments: { names: ["listIssues", "getIssue"] },
  });
  expect(JSON.stringify(described.content)).not.toMatch(/\borg:|Api_Version/);
  await client.callTool({
    name: "read_operation",
    arguments: { name: "getIssue", arguments: { id: "1" } },
  });
  expect(api.received.map(({ url }) => url)).toEqual([
    "/organizations/acme/issues/1",
  ]);
});

test("resources and templates have no variable in their URIs for what the server sends", async () => {
  const { api, client } = await serve({ allRoutesAsTools: false });
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resources.map(({ uri }) => uri)).toEqual([
    "resource://organizations/org/issues",
  ]);
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "organizations://org/issues/{id}",
  ]);
  await client.readResource({ uri: "resource://organizations/org/issues" });
  await client.readResource({ uri: "organizations://org/issues/7" });
  expect(api.received.map(({ url }) => url)).toEqual([
    "/organizations/acme/issues",
    "/organizations/acme/issues/7",
  ]);
});

test("a form with a file has the values that the server sends", async () => {
  const { api, client } = await serve({ files: true });
  await client.callTool({
    name: "attachFile",
    arguments: { id: "1", file: "aGVsbG8=" },
  });
  const [request] = api.received;
  expect(request?.body).toMatch(/name="team"[^]*\r\n7\r\n/);
});

test("generated tests set the variables", async () => {
  const { made } = await serve({ emit: ["tests"] });
  expect(made.read("test/index.ts")).toContain('SHOP_ORG: "example"');
  expect(made.read("test/cases/operations.ts")).toContain(
    "/organizations/example/issues",
  );
});

test("a server whose replicas share Redis sends the same variables", async () => {
  const { made } = await serve({ features: ["redis"] });
  expect(made.read("src/client.ts")).toContain('org: "SHOP_ORG"');
});

test("the server of an operation that is left out is no finding", async () => {
  const of = (name: string) => `
  /${name}:
    post:
      operationId: ${name}
      servers: [{ url: "https://{region}.example" }]
      ${OK}`;
  const text = toDocument(`paths:${of("kept")}${of("dropped")}`);
  const codesOf = async (config: Config) => {
    const { findings } = await generate(
      { out: join(temporaryFolder(), "out"), ...config },
      { text, dryRun: true },
    );
    return findings.flatMap(({ code, pointer = "" }) =>
      code === "server-variable" ? [pointer.split("/")[2]] : [],
    );
  };
  expect(await codesOf({})).toEqual(["~1kept", "~1dropped"]);
  expect(await codesOf({ include: ["kept"] })).toEqual(["~1kept"]);
});

test("the middleware and the overlay of docs/maintainers.md do what they say, and stay", async () => {
  const page = readFileSync(join(root, "docs/maintainers.md"), "utf8");
  const blockOf = (language: string, mark: string) =>
    [...page.matchAll(/```(\w+)\n([^]*?)```/g)].find(
      ([, name, text = ""]) => name === language && text.includes(mark),
    )?.[2] ?? "";
  const overlay = join(temporaryFolder(), "overlay.yaml");
  writeFileSync(overlay, blockOf("yaml", "formats"));
  const { config, document } =
    HAND_MADE["a scraper, whose answers have more than the document"] ?? {};
  const settings = { ...config, overlays: [overlay], arguments: {} };
  const made = project();
  const text = toDocument(document ?? "");
  await made.generate(text, { config: settings });
  made.write("src/custom/origin.ts", blockOf("ts", "withOrigin"));
  made.edit(
    "src/client.ts",
    ["    transport: ", "    middleware: [withOrigin],\n    transport: "],
    [
      "import { createHttpClient }",
      'import { withOrigin } from "./custom/origin.js";\nimport { createHttpClient }',
    ],
  );
  const changed = text.replace('"title":{"type":"string"}', '"name":{}');
  await made.generate(changed, { config: settings });
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const api = await startUpstream();
  const client = await connect(made, { API_BASE_URL: api.baseUrl });
  for (const args of [{ url: "a", formats: ["markdown"] }, { url: "b" }])
    await client.callTool({ name: "firecrawl_scrape", arguments: args });
  await client.callTool({ name: "interact", arguments: { scrapeId: "1" } });
  expect(api.received.map(({ body }) => body)).toEqual([
    '{"origin":"mcp","url":"a","formats":["markdown"]}',
    '{"origin":"mcp","url":"b"}',
    '{"origin":"mcp","scrapeId":"1"}',
  ]);
});

/** Starts an emitted project, and connects a client to it. */
async function connect(
  { out }: Project,
  env: Readonly<Record<string, string>>,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: join(root, "node_modules/.bin/tsx"),
      args: [join(out, "src/main.ts")],
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  return client;
}
