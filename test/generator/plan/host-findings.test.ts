import { expect, test } from "vitest";
import { describeProblem, ToolwrightError } from "../../../generator/errors.js";
import type { Api, Operation } from "../../../generator/model.js";
import { reportHosts } from "../../../generator/plan/host-findings.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, planOptions } from "./fixtures.js";

const key = [["key"]];

const own = (path: string, url: string, change: Partial<Operation> = {}) =>
  operation(`GET ${path}`, {
    pointer: `/paths/~1${path.slice(1)}/get`,
    servers: [url],
    security: key,
    ...change,
  });

const oauth = (tokenUrl: string, refreshUrl = ""): Partial<Api> => ({
  securitySchemes: new Map([
    [
      "key",
      {
        type: "oauth2",
        description: "",
        flows: new Map([
          [
            "clientCredentials",
            { authorizationUrl: "", tokenUrl, refreshUrl, scopes: [] },
          ],
        ]),
      },
    ],
  ]),
});
const apiKey: Partial<Api> = {
  securitySchemes: new Map([
    ["key", { type: "apiKey", in: "header", name: "X", description: "" }],
  ]),
};

const unused =
  "#/components/securitySchemes: The document declares key, but no operation requires it, so no credential is sent.";

const FILES = "https://files.example.org/v2";

test.each<[string, Operation[], Partial<Api>, string[], string?]>([
  [
    "operations with a server of their own",
    [own("/a", FILES), own("/b", FILES), own("/c", "https://x.example")],
    apiKey,
    [
      "#/paths/~1a/get/servers: Calls go to files.example.org, with credentials of api.example.com; 1 more operations do the same.",
      "#/paths/~1c/get/servers: Calls go to x.example, with credentials of api.example.com.",
    ],
  ],
  [
    "one of the API's own",
    [own("/a", "https://api.example.com/v2")],
    apiKey,
    [],
  ],
  ["a relative one", [own("/a", "/v2")], apiKey, []],
  [
    "one that gets no credential",
    [own("/a", FILES, { security: [] })],
    apiKey,
    [unused],
  ],
  [
    "servers that issue tokens",
    [own("/a", "/")],
    oauth("https://id.example/token", "https://id.example/refresh"),
    [
      "#/components/securitySchemes/key: The client id and secret of key go to id.example, which is not api.example.com.",
    ],
  ],
  [
    "an API that issues tokens itself",
    [own("/a", "/")],
    oauth("https://api.example.com/t"),
    [],
  ],
  [
    "a scheme that nothing uses",
    [own("/a", "/", { security: [] })],
    oauth("https://id.example/t"),
    [unused],
  ],
  [
    "an API without an address",
    [own("/a", FILES)],
    { ...oauth("https://id.example/t"), servers: ["/"] },
    [],
  ],
  [
    "an API whose address the config gives",
    [own("/a", FILES)],
    { ...apiKey, servers: ["/"] },
    [
      "#/paths/~1a/get/servers: Calls go to files.example.org, with credentials of shop.example.",
    ],
    "https://shop.example",
  ],
])("%s", (_name, operations, change, want, baseUrl) => {
  const given = api(operations, change);
  const found = reportHosts(given, plan(given, planOptions()), {
    baseUrl: baseUrl ?? null,
    source: null,
    document: {},
  });
  expect(found.map((one) => describeProblem(one).split("\n")[0])).toEqual(want);
});

test.each([
  [null, "--base-url", "API_BASE_URL", "src/client.ts"],
  ["a-b", "baseUrl of a-b", "A_B_API_BASE_URL", "src/a-b-client.ts"],
])("hints for the source %s name its own options", (source, option, ...own) => {
  const [variable, client] = own;
  // Only the first server is called.
  const servers = ["/myapp", "https://staging.example"];
  const given = api([operation("GET /a")], { servers });
  const of = { baseUrl: null, document: {}, source };
  const found = reportHosts(given, plan(given, planOptions()), of);
  // A path of the document belongs to the base URL that it lacks.
  expect(found.map(({ hint }) => hint)).toEqual([
    `Pass it with ${option}, with /myapp at its end, or set ${variable} when you start the server.`,
    `If the API needs one, set it in \`headers\` of ${client}.`,
  ]);
});

test("a ToolwrightError has the code of its first problem", () => {
  const problem = { code: "bad-option", message: "It is." };
  expect(new ToolwrightError(problem).code).toBe("bad-option");
});

test.each<[string, string | undefined]>([
  ["api.example.com/v1", "https://api.example.com/v1"],
  ["localhost:8080", "https://localhost:8080"],
  ["/v1", undefined],
  ["v1", undefined],
  ["v1.0/api", undefined],
])("a finding names the server %s without a scheme: %s", (url, want) => {
  const document = api([operation("GET /a")], { servers: [url] });
  const told = reportHosts(document, plan(document, planOptions()), {
    baseUrl: null,
    source: null,
    document: {},
  });
  const { hint = "", message = "" } =
    told.find(({ code }) => code === "no-server") ?? {};
  expect(message.includes(`(${url} lacks https://)`)).toBe(want !== undefined);
  expect(hint).toContain(
    want === undefined ? "Pass it with --base-url" : `--base-url ${want}, or`,
  );
});
