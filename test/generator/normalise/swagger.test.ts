import { expect, test } from "vitest";
import type { Api } from "../../../generator/model.js";
import { apiOf, told } from "./api-of.js";

const read = (document: object, url?: string): Promise<Api> =>
  apiOf({ swagger: "2.0", paths: { "/a": { get: {} } }, ...document }, url);

const operation = async (value: object, more: object = {}) => {
  const { operations } = await read({
    paths: { "/a": { post: value } },
    ...more,
  });
  return operations[0];
};

const form = (...fields: object[]) =>
  fields.map((field) => ({ in: "formData", ...field }));

test.each<[string, object, string, string[]]>([
  [
    "all parts",
    { host: "a.example", basePath: "/v1", schemes: ["http", "wss", "https"] },
    "",
    ["https://a.example/v1", "http://a.example/v1"],
  ],
  ["host alone", { host: "ann:pass@a.example" }, "", ["https://a.example"]],
  ["path alone", { basePath: "v1" }, "", ["/v1"]],
  ["nothing", {}, "", ["/"]],
  [
    "the document's own host",
    { basePath: "/v1" },
    "http://b.example/docs/a.json",
    ["http://b.example/v1"],
  ],
  [
    "the document's own scheme",
    { host: "a.example" },
    "http://b.example/a.json",
    ["http://a.example"],
  ],
])("Swagger 2.0 servers: %s", async (_, document, url, want) => {
  const { servers } = await read(document, url === "" ? undefined : url);
  expect(servers).toEqual(want);
});

test("a Swagger 2.0 body has all media types of consumes", async () => {
  const parameter = {
    name: "pet",
    in: "body",
    description: "D",
    required: true,
    schema: { $ref: "#/definitions/Pet" },
  };
  const value = { parameters: [parameter] };
  const definitions = { Pet: { type: "object", example: 1 } };
  expect((await operation(value, { definitions }))?.body).toEqual({
    description: "D",
    required: true,
    media: [
      {
        contentType: "application/json",
        schema: { $ref: "#/$defs/Pet" },
        encoding: new Map(),
        examples: [],
      },
    ],
  });
  const types = async (own: object, more: object) =>
    (
      await operation({ ...value, ...own }, { definitions, ...more })
    )?.body?.media.map(({ contentType }) => contentType);
  expect(await types({}, { consumes: ["text/a", "text/b"] })).toEqual([
    "text/a",
    "text/b",
  ]);
  expect(
    await types({ consumes: ["text/c"] }, { consumes: ["text/a"] }),
  ).toEqual(["text/c"]);
});

test("Swagger 2.0 formData parameters become the fields of a form", async () => {
  const parameters = form(
    { name: "a", type: "string", required: true, description: "D" },
    {
      name: "b",
      type: "array",
      items: { type: "integer" },
      collectionFormat: "multi",
    },
    { name: "c", type: "array", items: {}, collectionFormat: "pipes" },
  );
  const body = (await operation({ parameters }))?.body;
  const plain = { contentType: null, headers: new Map(), allowReserved: false };
  expect(body).toEqual({
    description: "",
    required: true,
    media: [
      {
        contentType: "application/x-www-form-urlencoded",
        schema: {
          type: "object",
          properties: {
            a: { type: "string", description: "D" },
            b: { type: "array", items: { type: "integer" } },
            c: { type: "array", items: {} },
          },
          required: ["a"],
        },
        encoding: new Map([
          ["b", { ...plain, style: "form", explode: true }],
          ["c", { ...plain, style: "pipeDelimited", explode: false }],
        ]),
        examples: [],
      },
    ],
  });
});

test.each<[string, object, string[]]>([
  [
    "files are sent in parts",
    {
      parameters: form({ name: "a", type: "file" }),
      consumes: ["application/x-www-form-urlencoded"],
    },
    ["multipart/form-data"],
  ],
  [
    "forms accept every type that a form can have",
    {
      parameters: form({ name: "a", type: "string" }),
      consumes: ["application/json", "multipart/form-data"],
    },
    ["multipart/form-data"],
  ],
])("%s", async (_, value, want) => {
  expect(
    (await operation(value))?.body?.media.map(({ contentType }) => contentType),
  ).toEqual(want);
});

test.each([
  ["query", undefined, "form", false],
  ["query", "csv", "form", false],
  ["query", "multi", "form", true],
  ["query", "ssv", "spaceDelimited", false],
  ["query", "pipes", "pipeDelimited", false],
  ["query", "tsv", "tabDelimited", false],
  ["header", "csv", "simple", false],
  ["header", "tsv", "tabDelimited", false],
  ["header", "pipes", "pipeDelimited", false],
])(
  "a Swagger 2.0 list in %s with collectionFormat %s",
  async (location, collectionFormat, style, explode) => {
    const parameters = [
      {
        name: "a",
        in: location,
        type: "array",
        items: { type: "string" },
        collectionFormat,
      },
    ];
    expect((await operation({ parameters }))?.parameters).toMatchObject([
      { style, explode, schema: { type: "array", items: { type: "string" } } },
    ]);
  },
);

test("a Swagger 2.0 parameter that is not a list has the default style", async () => {
  const parameters = [{ name: "a", in: "query", type: "string" }];
  expect((await operation({ parameters }))?.parameters).toMatchObject([
    { style: "form", explode: true },
  ]);
});

test("a Swagger 2.0 response has all media types of produces", async () => {
  const responses = {
    200: {
      description: "D",
      schema: { type: "file" },
      examples: { "image/png": "P" },
    },
    204: { description: "None" },
  };
  const media = {
    encoding: new Map(),
    schema: { type: "string", format: "binary" },
  };
  expect(
    (await operation({ responses }, { produces: ["image/png", "text/a"] }))
      ?.responses,
  ).toEqual([
    {
      status: "200",
      media: [
        { contentType: "image/png", ...media, examples: ["P"] },
        { contentType: "text/a", ...media, examples: [] },
      ],
    },
    { status: "204", media: [] },
  ]);
});

test("Swagger 2.0 securityDefinitions become security schemes", async () => {
  const flow = {
    authorizationUrl: "https://a.example/auth",
    tokenUrl: "https://a.example/token",
    scopes: { read: "R" },
  };
  const api = await read({
    securityDefinitions: {
      basic: { type: "basic" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      code: { type: "oauth2", flow: "accessCode", ...flow },
      app: { type: "oauth2", flow: "application", ...flow },
    },
    security: [{ basic: [] }, { code: ["read"], key: [] }],
  });
  const flows = { ...flow, refreshUrl: "", scopes: ["read"] };
  expect(Object.fromEntries(api.securitySchemes)).toEqual({
    basic: { type: "http", scheme: "basic", description: "" },
    key: { type: "apiKey", in: "header", name: "X-Key", description: "" },
    code: {
      type: "oauth2",
      flows: new Map([["authorizationCode", flows]]),
      description: "",
    },
    app: {
      type: "oauth2",
      flows: new Map([["clientCredentials", flows]]),
      description: "",
    },
  });
  expect(api.operations[0]?.security).toEqual([["basic"], ["code", "key"]]);
  expect(told(api.findings)).toEqual([]);
});

const user = { type: "object", properties: { name: { type: "string" } } };
const bearer = { type: "http", scheme: "bearer" };

test.each<[string, object, object, string]>([
  [
    "Swagger 2.0",
    { swagger: "2.0" },
    {
      host: "a.example",
      basePath: "/v1",
      securityDefinitions: { bearer },
      definitions: { User: user },
      paths: {
        "/a": {
          post: {
            parameters: [
              {
                name: "user",
                in: "body",
                schema: { $ref: "#/definitions/User" },
              },
              {
                name: "ids",
                in: "query",
                type: "array",
                items: { type: "integer" },
                collectionFormat: "pipes",
              },
            ],
            responses: {
              "200": { schema: { $ref: "#/definitions/User" } },
            },
          },
          put: {
            parameters: [{ name: "file", in: "formData", type: "file" }],
          },
        },
      },
    },
    "3.0.3",
  ],
  [
    "OpenAPI 3",
    { openapi: "3.0.3" },
    {
      servers: [{ url: "https://a.example/v1" }],
      components: { securitySchemes: { bearer }, schemas: { User: user } },
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/User" },
                },
              },
            },
            responses: {
              "200": {
                content: {
                  "application/json": {
                    schema: { $ref: "#/components/schemas/User" },
                  },
                },
              },
            },
          },
        },
      },
    },
    "2.0",
  ],
])(
  "a field of %s is read in a document of another version",
  async (_, own, document, other) => {
    const version = other === "2.0" ? { swagger: other } : { openapi: other };
    const secured = { ...document, security: [{ bearer: [] }] };
    const meant = await apiOf({ ...own, ...secured });
    expect(meant.securitySchemes.size).toBe(1);
    expect(await apiOf({ ...version, ...secured })).toEqual(meant);
  },
);

test.each([{ schema: user }, { content: { schema: user } }])(
  "a body with a schema but no media type is JSON: %j",
  async (requestBody) => {
    const written = await operation({
      requestBody,
      responses: { "200": requestBody },
    });
    expect(written?.responses[0]?.media).toEqual(written?.body?.media);
    expect(written?.body).toEqual({
      description: "",
      required: null,
      media: [
        {
          contentType: "application/json",
          schema: user,
          encoding: new Map(),
          examples: [],
        },
      ],
    });
  },
);

test.each<[string, object[], object]>([
  [
    "several bodies",
    [
      { name: "a", description: "D", schema: { type: "string" } },
      { name: "b", type: "integer", required: true },
    ],
    {
      type: "object",
      properties: {
        a: { description: "D", type: "string" },
        b: { type: "integer" },
      },
      required: ["b"],
    },
  ],
  [
    "a scalar",
    [{ name: "a", type: "string" }],
    { type: "object", properties: { a: { type: "string" } } },
  ],
  ["a body without a schema", [{ name: "a" }], {}],
  ["keywords beside the name", [{ name: "a", ...user }], user],
])("a Swagger 2.0 body is declared as %s", async (_, given, schema) => {
  const parameters = given.map((one) => ({ in: "body", ...one }));
  expect((await operation({ parameters }))?.body?.media).toMatchObject([
    { contentType: "application/json", schema },
  ]);
});
