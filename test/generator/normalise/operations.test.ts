import { describe, expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import type { Operation } from "../../../generator/model.js";
import { normalise } from "../../../generator/normalise/normalise.js";
import { apiOf, told } from "./api-of.js";

const first = async (
  value: object,
  more: object = {},
): Promise<Operation | undefined> => {
  const { operations } = await apiOf({
    paths: { "/a": { post: value } },
    ...more,
  });
  return operations[0];
};

test("an empty operation has every default", async () => {
  expect(await first({})).toEqual({
    operationId: null,
    method: "POST",
    path: "/a",
    pointer: "/paths/~1a/post",
    summary: "",
    description: "",
    tags: [],
    deprecated: false,
    parameters: [],
    acceptSchema: null,
    body: null,
    responses: [],
    links: [],
    security: [],
    removesSecurity: false,
    servers: [],
    hints: { hiddenBy: null, name: "", title: "", description: "" },
  });
});

test("paths, tags, schemas and parameters with siblings may be references", async () => {
  const pet = { type: "object", properties: { a: { type: "string" } } };
  const parameter = { name: "p", in: "query", schema: { type: "integer" } };
  const { operations, schemas } = await apiOf({
    paths: { $ref: "#/x-paths" },
    components: { schemas: { $ref: "#/x-schemas" } },
    "x-schemas": { Pet: pet },
    "x-tags": ["pets"],
    "x-parameter": parameter,
    "x-paths": {
      "/a": {
        post: {
          tags: { $ref: "#/x-tags" },
          parameters: [{ $ref: "#/x-parameter", name: "q", in: "header" }],
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
              },
            },
          },
        },
      },
    },
  });
  expect(operations).toMatchObject([
    { tags: ["pets"], parameters: [{ name: "p", in: "query" }] },
  ]);
  expect([...schemas]).toEqual([["x-schemas_Pet", pet]]);
});

test.each<[string, object, string]>([
  ["*/*", { $ref: "#/components/schemas/Pet" }, "application/json"],
  ["*/*", { type: "array" }, "application/json"],
  ["", { type: "object" }, "application/json"],
  ["application/*", { anyOf: [{ properties: { a: {} } }] }, "application/json"],
  ["*/*", { type: "string" }, "*/*"],
  ["*/*", {}, "*/*"],
  ["text/*", { type: "object" }, "text/*"],
])("the content type %j of %j becomes %s", async (type, schema, want) => {
  const content = { [type]: { schema } };
  const operation = await first(
    { requestBody: { content }, responses: { 200: { content } } },
    {
      components: { schemas: { Pet: { allOf: [{ properties: { a: {} } }] } } },
    },
  );
  const bodies = [operation?.body, ...(operation?.responses ?? [])];
  expect(bodies.map((one) => one?.media[0]?.contentType)).toEqual([want, want]);
});

test.each<[object, boolean | undefined, boolean]>([
  [{ type: "object", additionalProperties: false }, undefined, false],
  [{ type: "object", additionalProperties: false }, true, true],
  [{ type: "object", properties: {} }, false, true],
])(
  "an operation with the body %j, required: %j, has a body: %j",
  async (schema, required, want) => {
    const content = { "application/json": { schema } };
    const operation = await first({ requestBody: { content, required } });
    expect(operation?.body !== null).toBe(want);
  },
);

test.each<[string, object, boolean]>([
  ["a file", { type: "string", format: "binary" }, true],
  ["a file by its media type", { contentMediaType: "image/png" }, true],
  ["a file of Swagger", { type: "file" }, true],
  ["a list of files", { type: "array", items: { format: "binary" } }, true],
  ["text", { type: "string" }, false],
  ["a list of strings", { type: "array", items: { type: "string" } }, false],
])("a multipart body that is %s: %j", async (_, schema, isField) => {
  const content = { "multipart/form-data": { schema } };
  const api = await apiOf({
    paths: { "/a": { post: { requestBody: { content } } } },
  });
  const [media] = api.operations[0]?.body?.media ?? [];
  const properties = Object(media?.schema["properties"]) as object;
  expect(Object.keys(properties)).toEqual(isField ? ["file"] : []);
  expect(media?.schema["required"]).toEqual(isField ? ["file"] : undefined);
  expect(told(api.findings)).toEqual([
    `${isField ? "file-without-field" : "bad-form"} /paths/~1a/post/requestBody/content/multipart~1form-data`,
  ]);
});

test("a parameter whose properties are all read-only is text", async () => {
  const number = { type: "integer", readOnly: true };
  const operation = await first({
    parameters: [
      { in: "query", name: "a", schema: { properties: { major: number } } },
      { in: "query", name: "b", schema: { properties: { a: number, b: {} } } },
    ],
  });
  expect(operation?.parameters.map(({ schema }) => schema)).toEqual([
    { type: "string" },
    { properties: { a: number, b: {} } },
  ]);
});

test("methods of every version are read in their order", async () => {
  const api = await apiOf({
    openapi: "3.2.0",
    paths: {
      "/b": {
        query: {},
        get: {},
        TRACE: {},
        additionalOperations: { COPY: {}, "ma-il": {} },
        "x-a": {},
        parameters: [],
        summary: "S",
      },
      "x-paths": { get: {} },
      "/a": { head: {} },
    },
  });
  expect(
    api.operations.map(
      ({ method, pointer, summary }) => `${method} ${pointer} ${summary}`,
    ),
  ).toEqual([
    "QUERY /paths/~1b/query S",
    "GET /paths/~1b/get S",
    "TRACE /paths/~1b/TRACE S",
    "COPY /paths/~1b/additionalOperations/COPY S",
    "MA-IL /paths/~1b/additionalOperations/ma-il S",
    "HEAD /paths/~1a/head ",
  ]);
});

test("an unknown field of a path item is a finding", async () => {
  const { findings } = await apiOf({
    paths: { "/a": { get: {}, remove: {}, "x-b": {}, tags: ["S"] } },
  });
  expect(told(findings)).toEqual(["unknown-path-member /paths/~1a/remove"]);
});

test("fields beside the $ref of a path item override those of its target", async () => {
  const api = await apiOf({
    paths: {
      "/a": { $ref: "#/components/pathItems/p", get: { summary: "own" } },
      "/b": { $ref: "#/components/pathItems/p" },
    },
    components: {
      pathItems: {
        p: {
          description: "D",
          get: {},
          put: { parameters: [{ name: "x", in: "nowhere" }] },
          post: {},
        },
      },
    },
  });
  expect(
    api.operations.map(({ method, path, pointer, summary, description }) => [
      method,
      path,
      pointer,
      summary,
      description,
    ]),
  ).toEqual([
    ["GET", "/a", "/paths/~1a/get", "own", "D"],
    ["POST", "/a", "/paths/~1a/post", "", "D"],
    ["GET", "/b", "/paths/~1b/get", "", "D"],
    ["POST", "/b", "/paths/~1b/post", "", "D"],
  ]);
  expect(
    api.findings.map(
      ({ operation, pointer }) => `${operation ?? ""} ${pointer ?? ""}`,
    ),
  ).toEqual([
    "PUT /a /components/pathItems/p/put/parameters/0",
    "PUT /b /components/pathItems/p/put/parameters/0",
  ]);
});

describe("an operation that can't be served does not affect the others:", () => {
  test.each<[string, object, string]>([
    [
      "a path that leads nowhere",
      { "/b": { $ref: "#/x" } },
      "unresolved-ref /paths/~1b",
    ],
    [
      "operation is empty",
      { "/b": { get: null } },
      "bad-operation /paths/~1b/get",
    ],
    [
      "an unknown method",
      { "/b": { additionalOperations: { "A B": {} } } },
      "bad-operation /paths/~1b/additionalOperations/A B",
    ],
    [
      "a body that leads nowhere",
      { "/b": { put: { requestBody: { $ref: "#/x" } } } },
      "unresolved-ref /paths/~1b/put/requestBody",
    ],
    [
      "parameters that lead nowhere",
      { "/b": { parameters: [{ $ref: "#/x" }], put: {} } },
      "unresolved-ref /paths/~1b/parameters/0",
    ],
    [
      "the same path without its slash",
      { a: { get: {} } },
      "duplicate-operation /paths/a/get",
    ],
    [
      "the same method in capitals",
      { "/a": { get: {}, GET: {} } },
      "duplicate-operation /paths/~1a/GET",
    ],
  ])("%s", async (_, paths, finding) => {
    const api = await apiOf({
      paths: { "/a": { get: {} }, ...paths, "/c": { get: {} } },
    });
    expect(api.operations.map(({ path }) => path)).toEqual(["/a", "/c"]);
    expect(api.findings.map(({ severity }) => severity)).toEqual(["left-out"]);
    expect(told(api.findings)).toEqual([finding]);
  });
});

describe("an optional part with an error is skipped with a finding:", () => {
  test.each<[string, object, string]>([
    [
      "a response",
      { responses: { 200: { $ref: "#/x" } } },
      "unresolved-ref /paths/~1a/post/responses/200",
    ],
    [
      "a schema of a response",
      {
        responses: { 200: { content: { "a/b": { schema: { $ref: "#/x" } } } } },
      },
      "unresolved-ref /paths/~1a/post/responses/200/content/a~1b/schema",
    ],
    [
      "a media type",
      { requestBody: { content: { "a/b": { $ref: "#/x" } } } },
      "unresolved-ref /paths/~1a/post/requestBody/content/a~1b",
    ],
    [
      "an example",
      {
        requestBody: {
          content: { "a/b": { examples: { e: { $ref: "#/x" } } } },
        },
      },
      "unresolved-ref /paths/~1a/post/requestBody/content/a~1b/examples/e",
    ],
    [
      "a header of a part",
      {
        requestBody: {
          content: {
            "a/b": { encoding: { p: { headers: { h: { $ref: "#/x" } } } } },
          },
        },
      },
      "unresolved-ref /paths/~1a/post/requestBody/content/a~1b/encoding/p/headers/h",
    ],
    [
      "a security scheme",
      { security: [{ none: [] }] },
      "unknown-security-scheme /paths/~1a/post/security/0",
    ],
  ])("%s", async (_, value, finding) => {
    const api = await apiOf({ paths: { "/a": { post: value } } });
    expect(api.operations).toHaveLength(1);
    expect(
      api.findings.map(
        ({ severity, operation }) => `${severity} ${operation ?? ""}`,
      ),
    ).toEqual(["warning POST /a"]);
    expect(told(api.findings)).toEqual([finding]);
  });
});

test("bodies keep their media types, encodings and examples", async () => {
  const operation = await first(
    { requestBody: { $ref: "#/components/requestBodies/b" } },
    {
      components: {
        requestBodies: {
          b: {
            description: "D",
            required: true,
            content: {
              "multipart/form-data": {
                schema: { type: "object" },
                encoding: {
                  a: {
                    contentType: "image/png",
                    headers: { "x-a": { schema: { type: "string" } } },
                  },
                  b: {
                    style: "spaceDelimited",
                    explode: false,
                    allowReserved: true,
                  },
                },
                examples: { e: { value: 1 } },
              },
              "application/jsonl": { itemSchema: { type: "number" } },
              "text/plain": {},
            },
          },
        },
      },
    },
  );
  expect(operation?.body).toEqual({
    description: "D",
    required: true,
    media: [
      {
        contentType: "multipart/form-data",
        schema: { type: "object" },
        encoding: new Map([
          [
            "a",
            {
              contentType: "image/png",
              headers: new Map([["x-a", { type: "string" }]]),
              style: null,
              explode: null,
              allowReserved: false,
            },
          ],
          [
            "b",
            {
              contentType: null,
              headers: new Map(),
              style: "spaceDelimited",
              explode: false,
              allowReserved: true,
            },
          ],
        ]),
        examples: [1],
      },
      {
        contentType: "application/jsonl",
        schema: { type: "array", items: { type: "number" } },
        encoding: new Map(),
        examples: [],
      },
      {
        contentType: "text/plain",
        schema: {},
        encoding: new Map(),
        examples: [],
      },
    ],
  });
});

test("a body without media types is ignored", async () => {
  expect((await first({ requestBody: { content: {} } }))?.body).toBeNull();
});

test("responses are sorted by status", async () => {
  const operation = await first({
    responses: {
      default: { summary: "S" },
      "4xx": {},
      "x-a": {},
      404: {},
      200: { description: "D", content: { "a/b": {} } },
    },
  });
  expect(
    operation?.responses.map(({ status, media }) => [status, media.length]),
  ).toEqual([
    ["200", 1],
    ["404", 0],
    ["4XX", 0],
    ["default", 0],
  ]);
});

describe("security of an operation", () => {
  const components = {
    securitySchemes: {
      a: { type: "http", scheme: "Bearer" },
      b: { type: "mutualTLS" },
    },
  };
  const security = [{ a: ["s"] }];
  test.each<[string, object, unknown]>([
    ["the document's", {}, [["a"]]],
    ["no security", { security: [] }, []],
    ["optional", { security: [{ a: [] }, {}] }, [["a"], []]],
    ["both", { security: [{ a: [], b: [] }] }, [["a", "b"]]],
    ["either", { security: [{ a: [] }, { b: [] }] }, [["a"], ["b"]]],
  ])("%s", async (_, value, want) => {
    expect((await first(value, { components, security }))?.security).toEqual(
      want,
    );
  });
});

test("security schemes", async () => {
  const { securitySchemes, findings } = await apiOf({
    paths: { "/a": { get: { security: [{ odd: [] }] } } },
    components: {
      securitySchemes: {
        "x-key": { $ref: "#/components/securitySchemes/cookie" },
        cookie: { type: "apiKey", in: "cookie", name: "sid", description: "D" },
        oidc: {
          type: "openIdConnect",
          openIdConnectUrl: "https://a.example/.well-known",
        },
        device: {
          type: "oauth2",
          flows: {
            deviceAuthorization: {
              deviceAuthorizationUrl: "https://a.example/d",
              tokenUrl: "https://a.example/t",
            },
          },
        },
        odd: { type: "telepathy" },
        nameless: { type: "apiKey", in: "query" },
        signed: { type: "http", scheme: "Digest" },
        lost: { $ref: "#/x" },
      },
    },
  });
  const key = { type: "apiKey", in: "cookie", name: "sid", description: "D" };
  expect(Object.fromEntries(securitySchemes)).toEqual({
    "x-key": key,
    cookie: key,
    oidc: {
      type: "openIdConnect",
      url: "https://a.example/.well-known",
      description: "",
    },
    device: {
      type: "oauth2",
      flows: new Map([
        [
          "deviceAuthorization",
          {
            authorizationUrl: "https://a.example/d",
            tokenUrl: "https://a.example/t",
            refreshUrl: "",
            scopes: [],
          },
        ],
      ]),
      description: "",
    },
  });
  expect(told(findings)).toEqual([
    "bad-security-scheme /components/securitySchemes/odd",
    "bad-security-scheme /components/securitySchemes/nameless",
    "bad-security-scheme /components/securitySchemes/signed",
    "unresolved-ref /components/securitySchemes/lost",
    "bad-security-scheme /components/securitySchemes/lost",
  ]);
});

// [server, base URL of the config, token address, what it becomes]
test.each([
  [
    "https://a.example/v1",
    null,
    "/oauth/token",
    "https://a.example/oauth/token",
  ],
  ["https://a.example/v1/", null, "token", "https://a.example/v1/token"],
  ["https://u:p@a.example", null, "/token", "https://a.example/token"],
  ["https://a.example", "https://b.example", "/t", "https://b.example/t"],
  ["https://a.example", null, "https://b.example", "https://b.example"],
  ["/v1", "https://b.example", "/t", "https://b.example/t"],
  ["/v1", null, "/t", "/t"],
  ["https://a.example", null, "", ""],
])(
  "tokens of an API at %s, or %s, come from %s",
  async (url, base, given, to) => {
    const flow = {
      authorizationUrl: given,
      refreshUrl: given,
      tokenUrl: given,
    };
    const code = { type: "oauth2", flows: { authorizationCode: flow } };
    const oidc = { type: "openIdConnect", openIdConnectUrl: given };
    const text = JSON.stringify({
      openapi: "3.1.0",
      servers: [{ url }],
      paths: { "/a": { get: {} } },
      components: { securitySchemes: { code, oidc } },
    });
    const loaded = await load({ text, name: "api.json" });
    const { securitySchemes } = normalise(loaded, base);
    expect(securitySchemes.get("oidc")).toMatchObject({ url: to });
    expect(securitySchemes.get("code")).toMatchObject({
      flows: new Map([
        [
          "authorizationCode",
          { authorizationUrl: to, tokenUrl: to, refreshUrl: to, scopes: [] },
        ],
      ]),
    });
  },
);

test.each<[string, object[], string | undefined, string[]]>([
  [
    "absolute",
    [{ url: "https://a.example/v1" }, { url: "http://b.example" }],
    undefined,
    ["https://a.example/v1", "http://b.example"],
  ],
  ["no servers", [], undefined, ["/"]],
  [
    "no servers, from a URL",
    [],
    "https://a.example/docs/api.json",
    ["https://a.example/"],
  ],
  ["relative", [{ url: "/v1" }], undefined, ["/v1"]],
  [
    "without a scheme",
    [{ url: "//a.example/v1" }, { url: "//" }],
    undefined,
    ["https://a.example/v1", "//"],
  ],
  [
    "with a login",
    [{ url: "https://ann:pass@a.example/@x" }, { url: "//ann@b.example" }],
    undefined,
    ["https://a.example/@x", "https://b.example"],
  ],
  [
    "relative, from an address",
    [{ url: "../v1" }, { url: "//b.example" }],
    "https://a.example/docs/api/a.json",
    ["https://a.example/docs/v1", "https://b.example/"],
  ],
  [
    "templates",
    [
      {
        url: "https://{region}.a.example:{port}",
        variables: { region: { default: "eu" }, port: { enum: [8080] } },
      },
    ],
    undefined,
    ["https://eu.a.example:8080"],
  ],
])("servers: %s", async (_, servers, url, want) => {
  const api = await apiOf({ paths: { "/a": { get: {} } }, servers }, url);
  expect(api.servers).toEqual(want);
});

test("servers of a path or operation override those of the document", async () => {
  const server = (url: string) => ({ url });
  const api = await apiOf({
    servers: [server("/api")],
    paths: {
      "/a": {
        servers: [server("/path")],
        get: { servers: [server("https://ann:pass@a.example")] },
        put: {},
      },
      "/b": { get: {} },
    },
  });
  expect(api.operations.map(({ servers }) => servers)).toEqual([
    ["https://a.example"],
    ["/path"],
    [],
  ]);
});

test("a server variable without a default is kept, with a finding for the first server", async () => {
  const api = await apiOf({
    paths: { "/a": { get: {} } },
    servers: ["{tenant}.example", "{other}.example"].map((host) => ({
      url: `https://${host}`,
    })),
  });
  expect(api.servers).toEqual([
    "https://{tenant}.example",
    "https://{other}.example",
  ]);
  expect(told(api.findings)).toEqual(["server-variable /servers/0"]);
});

const list = { type: "array", items: {} };

test.each<[string, object, boolean]>([
  ["multipart/mixed", { schema: list, prefixEncoding: [{}] }, false],
  ["multipart/mixed", { itemSchema: {}, itemEncoding: {} }, false],
  ["multipart/form-data", { schema: list }, false],
  ["multipart/form-data", { schema: { type: "string" } }, false],
  ["multipart/form-data", { schema: { type: ["object", "null"] } }, true],
  ["multipart/form-data", {}, true],
  ["application/x-www-form-urlencoded", { schema: list }, false],
  ["application/x-www-form-urlencoded", { schema: { type: "string" } }, true],
  ["application/json", { schema: list }, true],
])(
  "a form without named fields is left out: %s %j",
  async (type, media, isKept) => {
    const read = async (required: boolean, others: object = {}) =>
      apiOf({
        paths: {
          "/a": {
            post: {
              requestBody: { required, content: { [type]: media, ...others } },
            },
            get: {},
          },
        },
      });
    const problem = `bad-form /paths/~1a/post/requestBody/content/${type.replace("/", "~1")}`;
    const findings = isKept ? [] : [problem];
    const required = await read(true);
    expect(required.operations).toHaveLength(isKept ? 2 : 1);
    expect(told(required.findings)).toEqual(findings);
    const optional = await read(false);
    expect(optional.operations).toHaveLength(2);
    expect(told(optional.findings)).toEqual(findings);
    const beside = await read(true, { "text/plain": {} });
    const [first] = beside.operations;
    const types = first?.body?.media.map((one) => one.contentType);
    expect(types).toEqual([...(isKept ? [type] : []), "text/plain"]);
    expect(beside.findings).toEqual([]);
  },
);

test.each([
  [{ headers: { "X-Total-Count": {}, Link: {} } }, ["link", "x-total-count"]],
  [{ $ref: "#/components/responses/Page" }, ["x-next-cursor"]],
  [{ headers: {} }, undefined],
  [{}, undefined],
])("names of headers of the response %j are %j", async (response, want) => {
  const Page = { headers: { "X-Next-Cursor": {} } };
  const { operations } = await apiOf({
    paths: { "/pets": { get: { responses: { 200: response } } } },
    components: { responses: { Page } },
  });
  expect(operations[0]?.responses[0]?.headers).toEqual(want);
});

test.each([
  ["3.0.3", "v3.0.4"],
  ["3.1.0", "v3.1.1"],
  ["3.2.0", "v3.2.0"],
  ["2.0", "v2.0"],
])(
  "hints for a document of %s link to its specification",
  async (version, want) => {
    const swagger = { swagger: version, securityDefinitions: { a: {} } };
    const openapi = {
      openapi: version,
      components: { securitySchemes: { a: {} } },
    };
    const { findings } = await apiOf({
      ...(version === "2.0" ? swagger : openapi),
      paths: {
        "/a": {
          get: {
            parameters: [{ name: "a", in: "query", schema: { enum: 1 } }],
          },
        },
      },
    });
    expect(
      findings.map(({ hint = "" }) => /oas\/([v.\d]+)#/.exec(hint)?.[1]),
    ).toEqual([want, want]);
  },
);

test("an example that is a reference is what it refers to, or is left out with a warning", async () => {
  const media = (example: unknown) => ({ "a/b": { example } });
  const api = await apiOf({
    paths: {
      "/a": {
        post: {
          requestBody: { content: media({ $ref: "#/components/examples/e" }) },
          responses: {
            200: { description: "", content: media({ $ref: "gone.json" }) },
          },
        },
        get: {
          responses: { 200: { description: "", content: media({ id: 1 }) } },
        },
      },
    },
    components: { examples: { e: { value: { id: 7 } } } },
  });
  const [get, post] = ["GET", "POST"].map((method) =>
    api.operations.find((one) => one.method === method),
  );
  expect(post?.body?.media[0]?.examples).toEqual([{ id: 7 }]);
  expect(post?.responses[0]?.media[0]?.examples).toEqual([]);
  expect(get?.responses[0]?.media[0]?.examples).toEqual([{ id: 1 }]);
  expect(api.findings).toMatchObject([
    {
      code: "unresolved-ref",
      message: expect.stringMatching(
        /"gone.json" can't be resolved.*; it is left out\.$/,
      ) as string,
    },
  ]);
});
