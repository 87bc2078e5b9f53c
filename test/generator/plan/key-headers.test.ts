import { expect, test } from "vitest";
import { reportHosts } from "../../../generator/plan/host-findings.js";
import { plan } from "../../../generator/plan/plan.js";
import {
  api,
  jsonBody,
  operation,
  parameter,
  planOptions,
} from "./fixtures.js";

/** Operations that take headers, one list of names each. */
function reported(headers: readonly (readonly string[])[], document = {}) {
  const operations = headers.map((names, index) =>
    operation(`GET /${index}`, {
      parameters: names.map((name) => parameter("header", name)),
    }),
  );
  const planned = plan(api(operations), planOptions());
  return reportHosts(api(operations), planned, {
    baseUrl: null,
    source: null,
    document,
  });
}

const KEY = { type: "apiKey", in: "header", name: "x-api-key" };

test.each<[string, object, object]>([
  ["OpenAPI", {}, { components: { securitySchemes: { apiKey: KEY } } }],
  ["Swagger", { swagger: "2.0" }, { securityDefinitions: { apiKey: KEY } }],
])(
  "a key that most operations take as a header is told with an overlay: %s",
  (_what, document, declaration) => {
    const [finding, ...otherFindings] = reported(
      [["X-API-Key"], ["x-api-key", "x-trace"], ["x-trace"]],
      document,
    );
    expect(otherFindings).toEqual([]);
    expect(finding).toMatchObject({
      code: "key-argument",
      message:
        "2 operations take x-api-key as an argument, so a model is asked for the API's key.",
    });
    const [, overlay = ""] = /: (\{.*\})$/.exec(finding?.hint ?? "") ?? [];
    expect(JSON.parse(overlay)).toEqual({
      target: "$",
      update: { security: [{ apiKey: [] }], ...declaration },
    });
  },
);

test("a pair of headers, a token and whose it is, is one credential", () => {
  const both = ["x-auth-token", "x-user-id"];
  const [finding] = reported([both, both]);
  expect(finding?.message).toContain("take x-auth-token and x-user-id as an");
  expect(finding?.hint).toContain('"security":[{"authToken":[],"userId":[]}]');
});

test.each<[string, readonly (readonly string[])[]]>([
  ["half of the operations", [["x-api-key"], []]],
  ["a single operation", [["x-api-key"]]],
  ["a header that is no secret", [["x-trace-id"], ["x-trace-id"]]],
  ["an id alone", [["x-user-id"], ["x-user-id"]]],
])("%s has no key among its arguments", (_what, headers) => {
  expect(reported(headers).map(({ code }) => code)).toEqual(["no-credentials"]);
});

test("bodies that are signed tokens are told once", () => {
  const body = jsonBody({ type: "object" });
  const signed = (contentType: string) => ({
    body: {
      ...body,
      media: body.media.map((media) => ({ ...media, contentType })),
    },
  });
  const { findings } = plan(
    api([
      operation("POST /a", signed("application/jwt")),
      operation("POST /b", signed("application/secevent+jwt; v=1")),
      operation("POST /c", signed("application/json")),
    ]),
    planOptions(),
  );
  expect(findings.filter(({ code }) => code === "signed-body")).toMatchObject([
    {
      message:
        "2 operations take a signed token as the body, POST /a for one; the server sends it unsigned.",
      hint: "Sign it in src/client.ts.",
    },
  ]);
});
