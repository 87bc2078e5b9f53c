import { expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import { normalise } from "../../../generator/normalise/normalise.js";
import { apiOf, told } from "./api-of.js";

const paths = { "/a": { get: {} } };

test.each<[string, unknown, object]>([
  [
    "whole",
    { title: "T", version: "1.0", description: "D" },
    { title: "T", version: "1.0", description: "D" },
  ],
  [
    "numbers",
    { title: 1, version: 2.5 },
    { title: "", version: "2.5", description: "" },
  ],
  ["nothing", undefined, { title: "", version: "", description: "" }],
])("title and description of the API: %s", async (_, info, want) => {
  expect(await apiOf({ info, paths })).toMatchObject(want);
});

test("findings report webhooks, callbacks and duplicate operation ids", async () => {
  const api = await apiOf({
    paths: {
      "/a": {
        get: { operationId: "same" },
        put: { operationId: "same", callbacks: { c: {} } },
      },
      "/b": { get: { operationId: "" }, put: { operationId: "other" } },
    },
    webhooks: { a: {}, b: {} },
  });
  expect(api.operations.map(({ operationId }) => operationId)).toEqual([
    "same",
    "same",
    null,
    "other",
  ]);
  expect(api.findings.map(({ message }) => message)).toEqual([
    "Requests that the API sends are not served (webhooks: 2, operations with callbacks: 1).",
  ]);
  expect(told(api.findings)).toEqual(["not-served /webhooks"]);
});

test("a finding in a shared part appears once, without an operation", async () => {
  const parameter = { name: "a", in: "query", schema: { pattern: "(" } };
  const api = await apiOf({
    paths: {
      "/a": {
        parameters: [{ $ref: "#/components/parameters/a" }],
        get: {},
        put: {},
      },
    },
    components: { parameters: { a: parameter } },
  });
  expect(api.findings).toMatchObject([
    { code: "bad-pattern", pointer: "/components/parameters/a/schema/pattern" },
  ]);
  expect(api.findings[0]).not.toHaveProperty("operation");
});

test("a finding quotes an unresolved reference and suggests a similar one", async () => {
  const api = await apiOf({
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Tudo" },
                },
                "text/json": { schema: { $ref: "./a/../todo.yaml#/T" } },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Todo: {} } },
  });
  expect(api.findings.map(({ message, hint }) => `${message} ${hint}`)).toEqual(
    [
      'The reference "#/components/schemas/Tudo" can\'t be resolved: its target does not exist; any value is accepted. Did you mean Todo?',
      'The reference "./a/../todo.yaml#/T" can\'t be resolved: File not found; any value is accepted. Fix the reference, or add its target.',
    ],
  );
});

test("findings have the line and column in the file", async () => {
  const text =
    "openapi: 3.0.0\npaths:\n  /a/{id}:\n    get:\n      summary: A\n      summary: B\n";
  const api = normalise(await load({ text, name: "a.yaml" }));
  expect(
    api.findings.map(
      ({ code, file = "", line = 0, column = 0, operation = "" }) =>
        `${code} ${file}:${line}:${column} ${operation}`,
    ),
  ).toEqual([
    "duplicate-key a.yaml:6:7 ",
    "undeclared-path-parameter a.yaml:4:5 GET /a/{id}",
  ]);
});

test.each<[string, object, string]>([
  [
    "no paths",
    {},
    "api.json: The document has no operations.\n  Add at least one path with a method such as get or post.",
  ],
  [
    "webhooks alone",
    { webhooks: { a: { post: {} }, b: { post: {} } } },
    "api.json: The document has 2 webhooks and no operations. Webhooks are requests that the API sends, so they are not served.\n  Add at least one path with a method such as get or post.",
  ],
  [
    "nothing that can be served",
    { paths: { "/a": { get: { parameters: [{ $ref: "p.json" }] } } } },
    "api.json: None of the document's operations can be served.\n  Fix at least one of the following problems.\napi.json:1:56, #/paths/~1a/get/parameters/0: The reference \"p.json\" can't be resolved: File not found.\n  Fix the reference, or add its target.",
  ],
])("normalise rejects %s", async (_, document, message) => {
  const error: unknown = await apiOf(document).catch((error: unknown) => error);
  expect(error).toHaveProperty("message", message);
});

test("normalise does not change the document", async () => {
  const text = JSON.stringify({
    openapi: "3.0.0",
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: { "a/b": { schema: { $ref: "#/components/schemas/A" } } },
          },
        },
      },
    },
    components: {
      schemas: {
        A: {
          nullable: true,
          allOf: [{ $ref: "#/components/schemas/A" }],
          discriminator: { propertyName: "a", mapping: { a: "A" } },
        },
      },
    },
  });
  const loaded = await load({ text, name: "a" });
  normalise(loaded);
  expect(JSON.stringify(loaded.document)).toBe(text);
});
