import { describe, expect, test } from "vitest";
import type { ResolvedConfig } from "../../../generator/config/resolve-config.js";
import type { Api, Operation } from "../../../generator/model.js";
import { reportHosts } from "../../../generator/plan/host-findings.js";
import { plan } from "../../../generator/plan/plan.js";
import { apiOf } from "../normalise/api-of.js";
import { api, operation, planOptions } from "./fixtures.js";

const securitySchemes: Api["securitySchemes"] = new Map([
  ["key", { type: "apiKey", in: "header", name: "X", description: "" }],
  ["other", { type: "http", scheme: "bearer", description: "" }],
]);
const shared: Partial<Api> = {
  securitySchemes,
  security: [["key"], ["other"]],
};
const path = (name: string) => `/paths/~1${name}/get`;

/** An operation that gets the document's security. */
const plain = (name: string, change: Partial<Operation> = {}) =>
  operation(`GET /${name}`, {
    pointer: path(name),
    security: [["key"], ["other"]],
    ...change,
  });

/** Operation with an empty security. */
const bare = (name: string, change: Partial<Operation> = {}) =>
  plain(name, { security: [], removesSecurity: true, ...change });

/** Operation of another server. */
const foreign = (name: string, change: Partial<Operation> = {}) =>
  bare(name, { servers: ["https://files.example.org"], ...change });

type Given = {
  security?: ResolvedConfig["security"];
  overrides?: ResolvedConfig["overrides"];
};

/** The credentials of each operation, and what is found. */
function securityIn(
  operations: readonly Operation[],
  { security = null, overrides = {} }: Given = {},
  change: Partial<Api> = shared,
) {
  const given = api(operations, change);
  const settings = { baseUrl: null, security, source: null };
  const planned = plan(given, planOptions({ ...settings, overrides }));
  const sent = planned.components.map(
    ({ requestSpec: recipe }) => recipe.security ?? [],
  );
  const findings = reportHosts(given, planned, { ...settings, document: {} });
  return { sent, findings };
}

describe("operations with an empty security", () => {
  const both = [["key"], ["other"]];
  test.each<[string, Operation[], Given, unknown[]]>([
    ["get no credential", [bare("a"), plain("b")], {}, [[], both]],
    [
      "get no credential by the option",
      [bare("a")],
      { security: "document" },
      [[]],
    ],
    [
      "get the document's if a config says so",
      [bare("a"), plain("b", { security: [["other"]] })],
      { security: "global" },
      [both, [["other"]]],
    ],
    [
      "get the document's beside an empty alternative",
      [bare("a", { security: [[]] })],
      { security: "global" },
      [both],
    ],
    [
      "get no credential if the named one can't be used",
      [bare("a", { removesSecurity: false })],
      { security: "global" },
      [[]],
    ],
    [
      "get it one by one",
      [bare("a"), bare("b")],
      { overrides: { "GET /a": { security: "global" } } },
      [both, []],
    ],
    [
      "can be excluded one by one",
      [bare("a"), bare("b")],
      {
        security: "global",
        overrides: { "GET /a": { security: "document" } },
      },
      [[], both],
    ],
    [
      "get no credential at other hosts",
      [
        foreign("a"),
        bare("b", { servers: ["https://api.example.com/v2"] }),
        bare("c", { servers: ["/v3"] }),
      ],
      { security: "global" },
      [[], both, both],
    ],
  ])("%s", (_name, operations, given, want) => {
    expect(securityIn(operations, given).sent).toEqual(want);
  });

  test.each<[string, object[], boolean]>([
    ["an empty list", [], true],
    ["an empty alternative", [{}], true],
    ["an alternative", [{}, { key: [] }], false],
    ["an undeclared scheme", [{ none: [] }], false],
  ])("are those with %s", async (_name, security, want) => {
    const { operations } = await apiOf({
      paths: { "/a": { get: { security } } },
      security: [{ key: [] }],
      components: {
        securitySchemes: { key: { type: "apiKey", in: "query", name: "k" } },
      },
    });
    expect(operations[0]?.removesSecurity).toBe(want);
  });
});

describe("a credential that can't be sent is rejected", () => {
  test.each<[string, Operation[], Given, Partial<Api>, string]>([
    [
      "a config without a security of the document",
      [bare("a")],
      { security: "global" },
      { securitySchemes },
      'The option security is "global", but the document\'s top-level `security` does not name a supported scheme.',
    ],
    [
      "an override without one",
      [bare("a")],
      { overrides: { "GET /a": { security: "global" } } },
      { securitySchemes },
      "The override of GET /a uses the document's top-level `security`, which does not name a supported scheme.",
    ],
    [
      "an override of calls to another host",
      [foreign("a")],
      { overrides: { "GET /a": { security: "global" } } },
      shared,
      "The override of GET /a uses the document's top-level `security`, but its calls go to files.example.org, which is not the API's host.",
    ],
  ])("%s", (_name, operations, given, change, want) => {
    expect(() => securityIn(operations, given, change)).toThrow(want);
  });
});

describe("findings of security", () => {
  const removed = (count: string) =>
    `warning security-removed /security: ${count} operations declare that they need no credential, so none is sent, although the document has a top-level \`security\`.`;
  const unused = (names: string) =>
    `warning unused-security-schemes /components/securitySchemes: The document declares ${names}, but no operation requires it, so no credential is sent.`;
  const two = [bare("a"), bare("b"), plain("c")];
  test.each<[string, Operation[], Given, Partial<Api>, string[]]>([
    ["of most", two, {}, shared, [removed("2 of 3")]],
    ["of half", two.slice(1), {}, shared, []],
    ["of all", two.slice(0, 2), {}, shared, [removed("2 of 2")]],
    ["of most by word", two, { security: "document" }, shared, []],
    ["of most that get it", two, { security: "global" }, shared, []],
    [
      "of most that are decided one by one",
      two,
      { overrides: { "GET /a": { security: "document" } } },
      shared,
      [],
    ],
    [
      "of those that don't get it",
      [foreign("a"), foreign("b"), bare("c")],
      { security: "global" },
      shared,
      [
        "note other-host: Operations at files.example.org that declare no credential get none, because it is not the API's host.",
      ],
    ],
    [
      "of schemes that nothing requires",
      [bare("a", { removesSecurity: false })],
      {},
      { securitySchemes },
      [unused("key, other")],
    ],
    [
      "of schemes, however many",
      [bare("a")],
      {},
      {
        securitySchemes: new Map(
          [..."abcdef"].map((name) => [
            name,
            { type: "mutualTLS", description: "" },
          ]),
        ),
      },
      [unused("a, b, c, d, e and more")],
    ],
    [
      "of schemes of which one is required",
      [plain("a", { security: [["key"]] }), bare("b")],
      {},
      { securitySchemes },
      [],
    ],
  ])("%s", (_name, operations, given, change, want) => {
    const { findings } = securityIn(operations, given, change);
    const lines = findings.map(
      ({ code, message, pointer, severity }) =>
        `${[severity, code, pointer].filter(Boolean).join(" ")}: ${message}`,
    );
    expect(lines).toEqual(want);
  });
});
