import { describe, expect, it } from "vitest";
import type { RouteMap } from "../../../generator/config/route-map.js";
import type { Finding } from "../../../generator/errors.js";
import { plan } from "../../../generator/index.js";
import {
  withPatternTimeout,
  createClassifier,
  reportUnmatchedRules,
} from "../../../generator/plan/classify.js";
import { jsonBody, operation, parameter } from "./fixtures.js";

function kinds(
  route: string,
  rules: readonly RouteMap[] = [],
  change: Parameters<typeof operation>[1] = {},
) {
  const findings: Finding[] = [];
  const found = createClassifier(rules)(operation(route, change), findings);
  return { found, notes: findings.map(({ code }) => code) };
}

describe("classification without rules", () => {
  it.each([
    ["GET /pets", "resource"],
    ["GET /pets/{id}", "template"],
    ["POST /pets", "tool"],
    ["DELETE /pets/{id}", "tool"],
    ["HEAD /pets", "tool"],
    ["QUERY /pets", "tool"],
  ])("%s becomes a %s", (route, kind) => {
    expect(kinds(route).found).toEqual([kind]);
  });

  it("makes a GET with a required query parameter a template", () => {
    const parameters = [parameter("query", "q", { required: true })];
    expect(kinds("GET /search", [], { parameters }).found).toEqual([
      "template",
    ]);
  });

  it("makes a GET that requires a body a tool", () => {
    const body = jsonBody({ type: "object" });
    expect(kinds("GET /search", [], { body }).found).toEqual(["tool"]);
  });
});

it("a GET that requires only a credential becomes a resource", async () => {
  const key = { in: "query", name: "key" };
  const parameters = [{ ...key, required: true, schema: { type: "string" } }];
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    security: [{ key: [] }],
    paths: { "/pets": { get: { parameters } } },
    components: { securitySchemes: { key: { ...key, type: "apiKey" } } },
  });
  expect(await plan({}, { text })).toMatchObject([{ kind: "resource" }]);
});

describe("classification with rules", () => {
  const tool = { routeType: "TOOL" } as const;

  it("lets the first match win", () => {
    const rules: RouteMap[] = [
      { pattern: "^/admin/", routeType: "EXCLUDE" },
      { methods: "*", ...tool },
    ];
    expect(kinds("GET /admin/users", rules).found).toEqual([]);
    expect(kinds("GET /pets", rules).found).toEqual(["tool"]);
  });

  it("searches the pattern anywhere, and takes a RegExp with its flags", () => {
    expect(
      kinds("GET /a/PETS/b", [{ pattern: "PETS", ...tool }]).found,
    ).toEqual(["tool"]);
    const rules: RouteMap[] = [{ pattern: /pets/gi, ...tool }];
    const classify = createClassifier(rules);
    const again = [1, 2].map(() => classify(operation("GET /PETS"), []));
    expect(again).toEqual([["tool"], ["tool"]]);
  });

  it("requires all tags of a rule", () => {
    const rules: RouteMap[] = [{ tags: ["a", "b"], ...tool }];
    expect(kinds("GET /x", rules, { tags: ["a", "b", "c"] }).found).toEqual([
      "tool",
    ]);
    expect(kinds("GET /x", rules, { tags: ["a"] }).found).toEqual(["resource"]);
  });

  it("accepts methods in any case", () => {
    expect(kinds("GET /x", [{ methods: ["get"], ...tool }]).found).toEqual([
      "tool",
    ]);
  });

  it("makes one component for each route type", () => {
    const rules: RouteMap[] = [{ routeType: ["RESOURCE", "TOOL"] }];
    expect(kinds("GET /x", rules).found).toEqual(["resource", "tool"]);
    expect(kinds("GET /x/{id}", rules)).toEqual({
      found: ["template", "tool"],
      notes: [],
    });
  });

  it("reports a route type that does not fit the operation", () => {
    const rules: RouteMap[] = [{ routeType: "RESOURCE" }];
    expect(kinds("GET /pets/{id}", rules)).toEqual({
      found: ["template"],
      notes: ["route-type-changed"],
    });
    expect(kinds("POST /pets", rules)).toEqual({
      found: ["tool"],
      notes: ["route-type-changed"],
    });
  });

  it("reports a rule that matches no operation", () => {
    const rules: RouteMap[] = [
      { methods: ["DELET"], pattern: "^/pets", ...tool },
      { methods: ["DELETE"], tags: ["pets"], ...tool },
      { routeType: "EXCLUDE" },
    ];
    const pets = operation("DELETE /pets", { tags: ["shop"] });
    expect(
      reportUnmatchedRules(rules, [pets]).map(({ message }) => message),
    ).toEqual([
      "Route map 1 (methods DELET, pattern ^/pets) does not match any operation.",
      "Route map 2 (methods DELETE, tags pets) does not match any operation.",
    ]);
  });

  it("rejects a pattern that is not a regular expression", () => {
    expect(() => createClassifier([{ pattern: "(", ...tool }])).toThrow(
      "Route map 1 has an invalid regular expression: (",
    );
  });

  it.each([
    ["a group that is repeated inside", "^/(a|aa)+$", `/${"a".repeat(60)}b`],
    ["an optional group", `^/${"a?".repeat(60)}b`, `/${"a".repeat(60)}`],
    ["alternatives", `^/${"(a|aa)".repeat(60)}b$`, `/${"a".repeat(90)}`],
    ["a long path", "a*a*b", `/${"a".repeat(20_000)}`],
  ])("stops patterns that take too long: %s", (_name, pattern, path) => {
    const rules = [{ pattern, ...tool }];
    const ask = () => createClassifier(rules)(operation(`GET ${path}`), []);
    expect(() =>
      withPatternTimeout(
        { routeMaps: rules, maxPatternMilliseconds: 100 },
        ask,
      ),
    ).toThrow("it took more than 0.1 seconds.");
  });
});
