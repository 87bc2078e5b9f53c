import { describe, expect, it, test } from "vitest";
import type { Config } from "../../../generator/config/config.js";
import { settle } from "../../../generator/config/settle.js";

describe("a value that can't be used", () => {
  it.each<[string, unknown, string]>([
    ["timeOut", 5, 'There is no option "timeOut".'],
    ["constructor", 5, 'There is no option "constructor".'],
    ["document", "", 'must be a text or an object; it is ""'],
    ["out", null, "must be a text; it is null"],
    ["appDocument", "docs", "must be a path such as /openapi.json"],
    ["baseUrl", "example.com", "must be an http or https URL"],
    ["baseUrl", "ftp://example.com", "must be an http or https URL"],
    ["baseUrl", "http://ann:hunter22@a.test", "without user and password."],
    ["baseUrl", "ann:hunter22@a.test", "without user and password."], // and not what it is
    ["timeout", 0, "must be a number of seconds above 0; it is 0."],
    ["timeout", "30", 'must be a number of seconds above 0; it is "30".'],
    ["timeouts", { a: -1 }, "must be an object of seconds by tool name"],
    ["routePrefix", 1, "must be a path such as /v1"],
    ["redactErrors", "yes", "must be true or false"],
    ["routeMaps", ["* . TOOL"], "must be a list of { methods"],
    [
      "routeMaps",
      [{ methods: ["DELETE"], path: "^/admin", routeType: "EXCLUDE" }],
      "with no other field",
    ],
    ["maxConcurrency", 1.5, "must be a whole number from 1"],
    ["maxNameLength", 8, "must be a whole number from 16"],
    ["maxDescriptionLength", 8, "must be a whole number from 80"],
    ["overrides", [], "must be an object"],
    ["sources", { a: 1 }, "must be a list of { name, document, … }"],
    ["clients", "emacs", "must be one of all, claude, cursor"],
    ["schemas", "flat", "must be one of inline, refs"],
    ["outputSchemas", true, "must be one of off, lenient, strict"],
    ["tools", "few", "must be one of all, search"],
    ["pin", "a", 'must be a list of names; it is "a"'],
    ["auth", "basic", "must be one of tokens, jwt, none"],
    ["features", ["teleport"], "must be a list of api-key, "],
    ["features", "sessions", "must be a list of api-key, "],
    ["emit", ["pod"], "must be a list of dockerfile, mcpb"],
  ])("%s: %j", (name, value, want) => {
    // What a config file may hold, mistakes included.
    const config = { [name]: value } as Config;
    expect(() => settle(config)).toThrow(want);
  });

  test("every one is told", () => {
    const config = { timeout: 0, emit: ["dockerfile"], app: "a.ts" } as const;
    const told = () => settle(config);
    expect(told).toThrow(/timeout must be/);
    expect(told).toThrow(/Leave out `emit`/);
  });
});

describe("what a config says nothing of", () => {
  it("has a default, or is null", () => {
    expect(settle({ out: "server", document: "openapi.yaml" })).toEqual({
      source: null,
      name: null,
      baseUrl: null,
      timeout: 30,
      timeouts: {},
      routePrefix: "",
      redactErrors: false,
      allRoutesAsTools: false,
      routeMaps: [],
      tags: [],
      excludeTags: [],
      maxConcurrency: null,
      overrides: {},
      allowRemote: false,
      refRoot: null,
      clients: "all",
      schemas: "inline",
      outputSchemas: "off",
      tools: "all",
      pin: [],
      prompts: {},
      budget: null,
      texts: "slim",
      maxNameLength: 56,
      maxDescriptionLength: 1024,
      sdk: "v1",
      auth: "tokens",
      features: [],
      emit: [],
    });
  });

  it.each<[Config, object]>([
    [{ clients: "cursor" }, { maxNameLength: 40 }],
    [{ clients: "cursor", maxNameLength: 50 }, { maxNameLength: 50 }],
    [{ clients: "claude" }, { maxDescriptionLength: 2048 }],
    [{ routePrefix: "v1/" }, { routePrefix: "/v1" }],
    [{ routePrefix: "/" }, { routePrefix: "" }],
    [
      { allRoutesAsTools: true, routeMaps: [{ routeType: "EXCLUDE" }] },
      { routeMaps: [{ routeType: "EXCLUDE" }, { routeType: "TOOL" }] },
    ],
    [{ auth: "none", features: ["sessions"] }, { features: ["sessions"] }],
  ])("%j", (config, want) => {
    expect(settle(config)).toMatchObject(want);
  });
});
