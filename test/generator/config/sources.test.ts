import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { reportOperations } from "../../../generator/commands/operations.js";
import { check, diff, generate, plan } from "../../../generator/index.js";
import type { Config } from "../../../generator/index.js";
import { readLock } from "../../../generator/project/lock.js";
import { connectStdio, ROOT } from "../../app/emitted.js";
import { typeErrors } from "../../type-check.js";
import { startUpstream } from "../../runtime/upstream.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const ok = { 200: { description: "OK" } };
const id = { name: "id", in: "path", required: true, schema: {} };
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "3.0.0" },
  security: [{ key: [] }],
  paths: {
    "/hello": { get: { operationId: "list", responses: ok } },
    "/items": { post: { operationId: "hello", responses: ok } },
    "/items/{id}": {
      parameters: [id],
      get: { operationId: "read", responses: ok },
      put: { operationId: "replace", responses: ok },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

/** Config of a document, and of an application that has a route and an operationId in common with it. */
function both() {
  const folder = temporaryFolder();
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  writeFileSync(join(folder, "shop.json"), JSON.stringify(document));
  const config = {
    out: join(folder, "server"),
    name: "Both",
    sources: [
      {
        name: "book-shop",
        document: join(folder, "shop.json"),
        baseUrl: "http://shop.example",
        maxConcurrency: 1,
        timeouts: { book_shop_replace: 0.1 },
      },
      {
        name: "little",
        app: join(ROOT, "test/app/apps/express.js"),
        export: "app",
        allRoutesAsTools: true,
      },
    ],
  } satisfies Config;
  return { config, folder };
}

test("an API over HTTP and an application make one server, with a client for each", async () => {
  const { config } = both();
  const held: (() => void)[] = [];
  const api = await startUpstream((request, response) => {
    const answer = () => response.end("from the shop");
    if (request.method === "POST") held.push(answer);
    else answer();
  });
  await generate(config);
  symlinkSync(join(ROOT, "node_modules"), join(config.out, "node_modules"));
  expect(await typeErrors(config.out)).toEqual([]);

  const main = join(config.out, "src", "main.ts");
  const client = await connectStdio(["--import", "tsx", main], {
    BOOK_SHOP_API_BASE_URL: api.baseUrl,
    BOOK_SHOP_API_KEY: "secret",
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "book_shop_hello",
    "book_shop_replace",
    "little_go",
    "little_hello",
  ]);
  const item = await client.readResource({ uri: "book-shop://items/7" });
  expect(item.contents).toMatchObject([{ text: "from the shop" }]);
  const list = await client.readResource({ uri: "resource://book-shop/hello" });
  expect(list.contents).toMatchObject([{ text: "from the shop" }]);
  expect(api.received.map(({ url }) => url)).toEqual(["/items/7", "/hello"]);
  expect(api.received[0]?.headers).toMatchObject({ "x-key": "secret" });

  const first = client.callTool({ name: "book_shop_hello" });
  await expect.poll(() => held.length).toBe(1);
  // The shop's only place is taken, and its time is short; the application has its own.
  const late = await client.callTool({
    name: "book_shop_replace",
    arguments: { id: "7" },
  });
  expect(JSON.stringify(late)).toMatch(/no complete response within 0\.1 s/);
  const hello = await client.callTool({
    name: "little_hello",
    arguments: { name: "you" },
  });
  expect(JSON.stringify(hello.content)).toContain("you");
  held[0]?.();
  const text = "from the shop";
  expect((await first).content).toEqual([{ type: "text", text }]);
  expect(api.received).toHaveLength(3);
});

test("the lock keeps sources apart, so unchanged runs write nothing and a rename is followed in its source alone", async () => {
  const { config, folder } = both();
  await generate(config);
  const locked = [...(readLock(config.out)?.files.values() ?? [])];
  // A text that could not have been generated stops the run.
  expect(() => locked.map((file) => file.text())).not.toThrow();
  const keys = locked.flatMap(({ key }) => key ?? []).sort();
  expect(keys).toEqual([
    "book-shop resource GET /hello",
    "book-shop template GET /items/{id}",
    "book-shop tool POST /items",
    "book-shop tool PUT /items/{id}",
    "little tool GET /go",
    "little tool GET /hello",
  ]);
  const again = await generate(config);
  expect(new Set(again.outcomes.map(({ kind }) => kind))).toEqual(
    new Set(["unchanged"]),
  );
  expect(await check(config)).toMatchObject({ current: true, drifts: [] });

  const renamed = JSON.stringify(document).replace('"hello"', '"greet"');
  writeFileSync(join(folder, "shop.json"), renamed);
  const { drifts } = await check(config);
  expect(drifts.map(({ component, kind }) => [kind, component])).toEqual([
    ["stale", null],
    ["stale", null],
    ["moved", "tool book_shop_greet, book-shop POST /items"],
    ["stale", null],
  ]);
  const { outcomes } = await generate(config);
  const changed = outcomes.filter(({ kind }) => kind !== "unchanged");
  expect(changed.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    "updated README.md",
    "updated src/book-shop/generated/api-types.ts",
    "moved src/book-shop/tools/greet.ts",
    "updated src/book-shop/tools/index.ts",
  ]);
});

test("plan and report name the source of each component", async () => {
  const { config } = both();
  const rows = await plan(config);
  expect(
    rows.map(({ name, uri, uriTemplate, file }) =>
      [name, uri ?? uriTemplate, file].filter(Boolean).join(" "),
    ),
  ).toEqual([
    "book_shop_list resource://book-shop/hello src/book-shop/resources/list.ts",
    "book_shop_read book-shop://items/{id} src/book-shop/resource-templates/read.ts",
    "book_shop_hello src/book-shop/tools/hello.ts",
    "book_shop_replace src/book-shop/tools/replace.ts",
    "little_go src/little/tools/go.ts",
    "little_hello src/little/tools/hello.ts",
  ]);
  const { operations } = await reportOperations(config);
  expect(
    operations.map(({ operation, servedAs }) =>
      [operation, ...servedAs.map(({ name }) => name)].join(" "),
    ),
  ).toEqual([
    "book-shop GET /hello book_shop_list",
    "book-shop POST /items book_shop_hello",
    "book-shop GET /items/{id} book_shop_read",
    "book-shop PUT /items/{id} book_shop_replace",
    "little GET /hello little_hello",
    "little GET /go little_go",
  ]);
});

test("paths of sources in a config file start at the folder of the config", async () => {
  const { folder } = both();
  mkdirSync(join(folder, "apis"));
  writeFileSync(join(folder, "apis", "a.json"), JSON.stringify(document));
  const sources = [
    { name: "a", document: "apis/a.json" },
    { name: "b", document: "shop.json" },
  ];
  const config = join(folder, "toolwright.config.json");
  writeFileSync(config, JSON.stringify({ out: "server", sources }));
  const run = await toolwright(["generate", "--config", config]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const read = (path: string) =>
    readFileSync(join(folder, "server", path), "utf8");
  expect(read("src/server.ts")).toContain(
    "{ ...aSource, components: [...aSource.components, ...custom] }",
  );
  expect(read(".env.example")).toMatch(/^B_API_KEY=$/m);
  const flagged = await toolwright(["plan", "--config", config, "shop.json"]);
  expect(flagged.code).toBe(2);
  expect(flagged.stderr).toContain(
    "The option document belongs to a single API and can't be next to `sources`.",
  );
});

describe("sources are rejected:", () => {
  test.each<[string, unknown, RegExp]>([
    ["no list", {}, /sources must be a list/],
    ["an empty list", [], /sources must be a list/],
    [
      "no name",
      [{ document: "a.json" }],
      /source null: The option name must be lower-case/,
    ],
    [
      "another name",
      [{ name: "Shop_1" }],
      /must be lower-case letters.*"Shop_1"/,
    ],
    [
      "a folder's name",
      [{ name: "runtime" }],
      /not a reserved folder.*"runtime"/,
    ],
    ["a long name", [{ name: "a".repeat(40) }], /may have 56/],
    ["one name twice", [{ name: "a" }, { name: "a" }], /"a" and "a" begin/],
    ["alike names", [{ name: "a-b" }, { name: "a" }], /"a" and "a-b" begin/],
    [
      "options of a server",
      [{ name: "a", out: "b" }],
      /source "a": Unknown option: "out"/,
    ],
    ["a wrong option", [{ name: "a", timeout: 0 }], /"a": The option timeout/],
    ["nothing to read", [{ name: "a" }], /No OpenAPI document/],
  ])("%s", async (_, sources, want) => {
    // Content of a config file, with errors.
    const config = { sources } as Config;
    await expect(plan(config)).rejects.toThrow(want);
  });

  test("an override's name that is too long after the name of its source", async () => {
    const { config } = both();
    const overrides = { hello: { name: "b".repeat(124) } };
    const sources = config.sources.map((source) =>
      source.name === "book-shop" ? { ...source, overrides } : source,
    );
    await expect(plan({ ...config, sources })).rejects.toThrow(
      /override of POST \/items sets a name that is too long after book_shop_/,
    );
  });

  test("one document as the base of several sources", async () => {
    const { config, folder } = both();
    const base = join(folder, "shop.json");
    await expect(diff(config, { base })).rejects.toThrow(
      /can't be the base of several sources/,
    );
  });
});

test("arguments beside sources hold for all, and those of a source come before them", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  const query = (name: string) => ({
    name,
    in: "query",
    schema: { type: "string" },
  });
  const save = (file: string, ...names: readonly string[]) => {
    const path = join(folder, file);
    const list = {
      operationId: "list",
      parameters: names.map(query),
      responses: ok,
    };
    const paths = { "/list": { post: list } };
    const servers = [{ url: "http://api.example" }];
    writeFileSync(path, JSON.stringify({ ...document, paths, servers }));
    return path;
  };
  const out = join(folder, "server");
  const config = {
    out,
    arguments: {
      org: { env: "ORG" },
      region: { value: "eu" },
    },
    sources: [
      { name: "a", document: save("a.json", "org", "only") },
      {
        name: "b",
        document: save("b.json", "org", "region"),
        arguments: { org: { env: "B_ORG" } },
      },
    ],
  } satisfies Config;
  await generate(config);
  const read = (path: string) => readFileSync(join(out, path), "utf8");
  expect(read("src/a-client.ts")).toContain('variables: { org: "ORG" },');
  expect(read("src/b-client.ts")).toContain('variables: { org: "B_ORG" },');
  expect(read("src/b/tools/list.ts")).toContain('fixed: { region: "eu" },');
  expect(read(".env.example")).toMatch(/^ORG=$[^]*^B_ORG=$/m);
  const wrong = {
    ...config,
    sources: config.sources.map((source) =>
      source.name === "b"
        ? { ...source, arguments: { only: { value: 1 } } }
        : source,
    ),
  };
  await expect(generate(wrong)).rejects.toThrow(
    'The option arguments names "only", which no operation has.',
  );
});
