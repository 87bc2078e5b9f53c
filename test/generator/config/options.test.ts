import { Ajv } from "ajv";
import { describe, expect, it, test } from "vitest";
import { defineConfig, type Config } from "../../../generator/config/config.js";
import { configSchema } from "../../../generator/config/json-schema.js";
import { omit } from "../../../generator/shared/json.js";
import {
  API_OPTIONS,
  OPTIONS,
  type OptionSpec,
} from "../../../generator/config/options.js";
import { resolveConfig } from "../../../generator/config/resolve-config.js";
import { validateOptions } from "../../../generator/config/validate.js";

const fits = new Ajv({ allowUnionTypes: true }).compile(configSchema);

const SPECS = Object.entries<OptionSpec>(OPTIONS);

describe("resolveConfig rejects", () => {
  it.each<[string, unknown, string]>([
    ["timeOut", 5, 'Unknown option: "timeOut".'],
    ["constructor", 5, 'Unknown option: "constructor".'],
    ["document", "", 'must be a text or an object, not ""'],
    ["out", null, "must be a text, not null"],
    ["appDocument", "docs", "must be a path such as /openapi.json"],
    ["baseUrl", "example.com", "must be an http or https URL"],
    ["baseUrl", "ftp://example.com", "must be an http or https URL"],
    ["baseUrl", "http://ann:hunter22@a.test", "without user and password."],
    // A tab is not a part of an address, and what follows the slashes behind it is its host.
    ["baseUrl", "http://\t//ann:hunter22@a.test", "without user and password."],
    ["baseUrl", "ann:hunter22@a.test", "without user and password."], // and not what it is
    ["timeout", 0, "must be a number of seconds above 0, not 0."],
    ["timeout", "30", 'must be a number of seconds above 0, not "30".'],
    ["timeouts", 5, "must be an object of seconds by tool name"],
    ["timeouts", { a: -1 }, "timeouts.a must be a number above 0, not -1."],
    ["routePrefix", 1, "must be a path such as /v1"],
    ["routePrefix", "https://a.test/v1", "must be a path such as /v1"],
    ["routePrefix", "/v1?key=1", "must be a path such as /v1"],
    ["redactErrors", "yes", "must be true or false"],
    ["routeMaps", "* . TOOL", "must be a list of { methods"],
    ["routeMaps", ["* . TOOL"], "routeMaps[0] must be an object"],
    ["routeMaps", [{}], "The option routeMaps[0].routeType is missing."],
    [
      "routeMaps",
      [{ methods: ["DELETE"], path: "^/admin", routeType: "EXCLUDE" }],
      'Unknown option: "path" in routeMaps[0].\n  Options are methods, pattern, ',
    ],
    ["audit", true, "must be an object with `arguments` or `required`"],
    ["maxConcurrency", 1.5, "must be a whole number from 1"],
    ["retries", 0, "must be a whole number from 1 to 5"],
    ["retries", 6, "must be a whole number from 1 to 5"],
    ["limits", { perCaller: "60" }, "limits.perCaller must be"],
    ["limits", {}, "The option limits.perCaller is missing."],
    ["overrides", [], "must be an object"],
    ["sources", { a: 1 }, "must be a list of { name, document, … }"],
    ["sharedSchemas", "flat", "must be one of inline, refs"],
    ["outputSchemas", true, "must be one of typed, off"],
    ["include", "listPets", 'must be a list of names, not "listPets"'],
    ["strip", "no", "must be true or false"],
    ["instructions", 5, "must be a text, or an object such as { file"],
    ["instructions", { path: "a.md" }, 'Unknown option: "path"'],
    ["tools", "few", "must be one of all, search"],
    ["alwaysListed", "a", 'must be a list of names, not "a"'],
    ["auth", "basic", "must be one of tokens, jwt, none"],
    ["features", ["teleport"], "features[0] must be one of api-key, audit, "],
    ["features", "sessions", "must be a list of api-key, audit, "],
    ["files", "yes", "must be true, false, or an object of folder, http"],
    ["files", { http: "all" }, "files.http must be one of per-caller"],
    ["files", { quotaMegabytes: 0 }, "files.quotaMegabytes must be"],
    ["files", { path: "/srv" }, 'Unknown option: "path" in files.'],
    ["emit", ["pod"], "emit[0] must be one of ci, client, compose, dockerfile"],
    ["overrides", { a: { descripton: "A." } }, "Did you mean description?"],
  ])("%s: %j", (name, value, want) => {
    // Content of a config file, with errors.
    const config = { [name]: value } as Config;
    expect(() => resolveConfig(config)).toThrow(want);
    expect(fits(config)).toBe(false);
  });

  test("files with a worker, and files over HTTP without authentication", () => {
    const files = { http: "per-caller" } as const;
    expect(() => resolveConfig({ files: true, emit: ["worker"] })).toThrow(
      "A worker has no file system",
    );
    expect(() => resolveConfig({ files, auth: "none" })).toThrow(
      "the server would not know its callers",
    );
    expect(resolveConfig({ files, auth: "jwt" }).files).toEqual(files);
    expect(resolveConfig({ features: ["files"] }).files).toEqual({});
  });

  test("several wrong options in one error", () => {
    const config = {
      timeout: 0,
      emit: ["tests", "dockerfile"],
      app: "a.ts",
    } as const;
    const told = () => resolveConfig(config);
    expect(told).toThrow(/timeout must be/);
    expect(told).toThrow(/Remove dockerfile from `emit`/);
    const beside = ["ci", "client", "skills", "tests"] as const;
    expect(resolveConfig({ app: "a.ts", emit: beside }).emit).toEqual(beside);
  });
});

describe("resolveConfig describes at most 100 problems, and shows values of 200 characters", () => {
  const manyKeys = Object.fromEntries(
    Array.from({ length: 100_000 }, (_key, index) => [`key${index}`, 1]),
  );
  const manyItems = Array.from({ length: 20_000 }, () => ({ path: "a" }));
  it.each<[string, object]>([
    ["100,000 unknown options", manyKeys],
    ["20,000 items with an unknown option", { routeMaps: manyItems }],
    ["a long name", { ["x".repeat(1_000_000)]: 1 }],
    ["a long value", { out: ["x".repeat(1_000_000)] }],
  ])("of %s", (_name, config) => {
    expect(() => resolveConfig(config)).toThrow(
      expect.objectContaining({
        message: expect.toSatisfy(
          ({ length }: string) => length < 100_000,
        ) as string,
      }) as Error,
    );
  });
});

test("resolveConfig looks for near names when a problem is told, not before", () => {
  const [problem] = validateOptions({ key: 1 }, {});
  expect(Object.getOwnPropertyDescriptor(problem, "hint")).toHaveProperty(
    "get",
  );
});

describe("resolveConfig fills in options that the config leaves out", () => {
  it("with a default or null", () => {
    expect(resolveConfig({ out: "server", document: "openapi.yaml" })).toEqual({
      source: null,
      overlays: [],
      name: null,
      version: null,
      names: null,
      baseUrl: null,
      timeout: 30,
      timeouts: {},
      routePrefix: "",
      redactErrors: false,
      allRoutesAsTools: false,
      routeMaps: [],
      include: [],
      strip: true,
      instructions: null,
      tags: [],
      excludeTags: [],
      files: null,
      maxConcurrency: null,
      retries: null,
      confirmDestructive: null,
      arguments: {},
      overrides: {},
      allowRemote: false,
      refRoot: null,
      sharedSchemas: "refs",
      security: null,
      outputSchemas: null,
      tools: "all",
      extensions: [],
      workflows: [],
      alwaysListed: [],
      maxListingTokens: null,
      maxResultTokens: null,
      descriptions: "short",
      sdk: "v1",
      skills: {},
      auth: "tokens",
      limits: null,
      audit: null,
      features: [],
      emit: [],
    });
  });

  it.each<[Config, object]>([
    [{ routePrefix: "v1/" }, { routePrefix: "/v1" }],
    [{ routePrefix: "/" }, { routePrefix: "" }],
    [
      { allRoutesAsTools: true, routeMaps: [{ routeType: "EXCLUDE" }] },
      { routeMaps: [{ routeType: "EXCLUDE" }, { routeType: "TOOL" }] },
    ],
    [{ auth: "none", features: ["sessions"] }, { features: ["sessions"] }],
    [{ features: ["jwt"] }, { auth: "jwt" }],
  ])("options %j", (config, want) => {
    expect(resolveConfig(config)).toMatchObject(want);
  });
});

describe("the JSON Schema of configs", () => {
  const { properties } = configSchema.definitions.config;

  it("describes each option", () => {
    const options = omit({ ...properties }, ["$schema"]);
    expect(Object.keys(options)).toEqual(Object.keys(OPTIONS));
    for (const [name, { sentence }] of SPECS)
      expect(options[name]).toMatchObject({ description: sentence });
    const nested = Object.values(API_OPTIONS).map(({ sentence }) => sentence);
    for (const sentence of nested)
      expect(JSON.stringify(properties.sources)).toContain(
        JSON.stringify(sentence),
      );
  });

  it("accepts every default", () => {
    const defaults = SPECS.flatMap(([name, { fallback }]) =>
      fallback == null ? [] : [[name, fallback]],
    );
    expect(fits(Object.fromEntries(defaults))).toBe(true);
  });

  it.each<[unknown, boolean]>([
    [{ $schema: "./node_modules/toolwright/config.schema.json" }, true],
    [[{ document: "a.yaml" }, { app: "a.ts", out: "b" }], true],
    [
      {
        sources: [{ name: "a", document: "a.yaml", tags: ["b"] }],
        routeMaps: [{ methods: "*", pattern: "^/a", routeType: ["TOOL"] }],
        overrides: { "GET /a": { hide: ["b"], fixed: { b: 1 }, pages: 2 } },
      },
      true,
    ],
    [[], false],
    [5, false],
    [{ sources: [{ name: "a", docment: "a.yaml" }] }, false],
    [{ sources: [{ name: "tools" }] }, false],
    [{ sources: [{ document: "a.yaml" }] }, false],
    [{ overrides: { a: { poll: { status: "a", done: [], dne: 1 } } } }, false],
  ])("accepts %j: %s", (config, want) => {
    expect(fits(config)).toBe(want);
  });
});

test("the type Config rejects misspelt fields at any depth", () => {
  const typed = () => [
    // @ts-expect-error timeout
    defineConfig({ timout: 5 }),
    // @ts-expect-error pattern
    defineConfig({ routeMaps: [{ path: "^/a", routeType: "TOOL" }] }),
    // @ts-expect-error document
    defineConfig({ sources: [{ name: "a", docment: "a.yaml" }] }),
    // @ts-expect-error description
    defineConfig({ overrides: { a: { descripton: "A." } } }),
    // @ts-expect-error description
    defineConfig({ overrides: { a: { arguments: { b: { text: "A." } } } } }),
    // @ts-expect-error timeout, in a list
    defineConfig([{ out: "a" }, { timout: 5 }]),
    defineConfig([{ out: "a" }, { timeout: 5 }]),
  ];
  expect(typed).not.toThrow();
});
