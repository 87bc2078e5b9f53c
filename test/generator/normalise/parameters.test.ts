import { describe, expect, test } from "vitest";
import type { Parameter } from "../../../generator/model.js";
import { apiOf, told } from "./api-of.js";

interface Given {
  path?: string;
  shared?: unknown[];
  own?: unknown[];
  components?: object;
}

async function read({
  path = "/a",
  shared = [],
  own = [],
  components = {},
}: Given) {
  const api = await apiOf({
    paths: { [path]: { parameters: shared, get: { parameters: own } } },
    components,
  });
  const [operation] = api.operations;
  return {
    parameters: operation?.parameters ?? [],
    path: operation?.path,
    told: told(api.findings),
  };
}

const brief = ({ in: location, name, style, explode, required }: Parameter) =>
  `${location} ${name} ${style}${explode ? "*" : ""}${required ? "!" : ""}`;

test("a parameter gets every default", async () => {
  const { parameters } = await read({ own: [{ name: "q", in: "query" }] });
  expect(parameters).toEqual([
    {
      name: "q",
      component: null,
      in: "query",
      description: "",
      required: false,
      deprecated: false,
      style: "form",
      explode: true,
      allowReserved: false,
      allowEmptyValue: false,
      contentType: null,
      schema: {},
      examples: [],
    },
  ]);
});

test("a parameter keeps all its fields", async () => {
  const { parameters } = await read({
    own: [
      {
        name: "filter[a]",
        in: "query",
        description: "D",
        required: true,
        deprecated: true,
        style: "deepObject",
        explode: false,
        allowReserved: true,
        allowEmptyValue: true,
        schema: { type: "object" },
        example: 1,
        examples: {
          a: { value: 2 },
          b: { $ref: "#/components/examples/e" },
          c: { externalValue: "https://x.example" },
          d: { dataValue: 4 },
        },
      },
    ],
    components: { examples: { e: { value: 3 } } },
  });
  expect(parameters).toEqual([
    {
      name: "filter[a]",
      component: null,
      in: "query",
      description: "D",
      required: true,
      deprecated: true,
      style: "deepObject",
      explode: false,
      allowReserved: true,
      allowEmptyValue: true,
      contentType: null,
      schema: { type: "object" },
      examples: [1, 2, 3, 4],
    },
  ]);
});

test("a parameter keeps its component name if a pointer can hold it", async () => {
  const q = { name: "q", in: "query" };
  const { parameters } = await read({
    own: [
      { $ref: "#/components/parameters/per-page" },
      { $ref: "#/components/parameters/a~1b" },
      { name: "inline", in: "query" },
    ],
    components: {
      parameters: { "per-page": q, "a/b": { ...q, name: "r" } },
    },
  });
  expect(parameters.map(({ component }) => component)).toEqual([
    "per-page",
    null,
    null,
  ]);
});

test.each<[string, Given, string[]]>([
  [
    "default styles",
    {
      path: "/{p}",
      own: ["path", "query", "header", "cookie"].map((location) => ({
        name: location.charAt(0),
        in: location,
      })),
    },
    ["path p simple!", "query q form*", "header h simple", "cookie c form*"],
  ],
  [
    "styles of other places",
    {
      own: [
        { name: "q", in: "query", style: "matrix" },
        { name: "h", in: "header", style: "form" },
        { name: "c", in: "cookie", style: "cookie" },
      ],
    },
    ["query q form*", "header h simple", "cookie c cookie*"],
  ],
  [
    "styles of their own",
    {
      path: "/{a}/{b}",
      own: [
        { name: "a", in: "path", style: "label", explode: true },
        { name: "b", in: "path", style: "matrix" },
        { name: "c", in: "query", style: "pipeDelimited" },
      ],
    },
    ["path a label*!", "path b matrix!", "query c pipeDelimited"],
  ],
  [
    "parameters of the path first, replaced in their place",
    {
      shared: [
        { name: "a", in: "query" },
        { name: "b", in: "query" },
      ],
      own: [
        { name: "c", in: "query" },
        { name: "a", in: "query", required: true },
        { name: "a", in: "header" },
      ],
    },
    ["query a form*!", "query b form*", "query c form*", "header a simple"],
  ],
  [
    "headers in any case",
    {
      shared: [{ name: "X-A", in: "header" }],
      own: [{ name: "x-a", in: "header", required: true }],
    },
    ["header x-a simple!"],
  ],
  [
    "headers that HTTP sets",
    {
      own: ["Accept", "content-type", "X-Accept"].map((name) => ({
        name,
        in: "header",
      })),
    },
    ["header X-Accept simple"],
  ],
  [
    "references to references",
    {
      own: [{ $ref: "#/components/parameters/a" }],
      components: {
        parameters: {
          a: { $ref: "#/components/parameters/b" },
          b: { name: "b", in: "query" },
        },
      },
    },
    ["query b form*"],
  ],
  [
    "references into paths",
    {
      path: "/{b}",
      shared: [{ $ref: "#/paths/~1{b}/get/parameters/0" }],
      own: [{ name: "b", in: "path" }],
    },
    ["path b simple!"],
  ],
  [
    "a whole query by its properties",
    {
      own: [
        {
          in: "querystring",
          name: "q",
          content: {
            "application/x-www-form-urlencoded": {
              schema: { $ref: "#/components/schemas/Q" },
            },
          },
        },
      ],
      components: {
        schemas: { Q: { properties: { a: {}, b: {} }, required: ["b"] } },
      },
    },
    ["query a form*", "query b form*!"],
  ],
  ...(
    [
      ["application/json", { properties: { a: {} } }, "querystring q form*"],
      ["application/jsonpath", { type: "string" }, "querystring q form*"],
      [
        "application/x-www-form-urlencoded",
        { type: "object", additionalProperties: { type: "string" } },
        "query q form*",
      ],
    ] as const
  ).map(([type, schema, want]): [string, Given, string[]] => {
    const content = { [type]: { schema } };
    const own = [{ in: "querystring", name: "q", content }];
    return [`a whole query of ${type}`, { own }, [want]];
  }),
])("a parameter is read: %s", async (_, given, want) => {
  const { parameters, told } = await read(given);
  expect(parameters.map(brief)).toEqual(want);
  expect(told).toEqual([]);
});

test("in: querystring writes the fields of a form by its encoding", async () => {
  const media = {
    schema: {
      properties: {
        list: { type: "array" },
        text: { type: "string" },
        nested: { $ref: "#/components/schemas/Nested" },
        deep: { type: "object" },
      },
    },
    encoding: {
      list: { style: "pipeDelimited", explode: false },
      text: { contentType: "application/json" },
      deep: { style: "deepObject" },
    },
  };
  const content = { "application/x-www-form-urlencoded": media };
  const { parameters } = await read({
    own: [{ in: "querystring", name: "q", content }],
    components: { schemas: { Nested: { properties: { a: {} } } } },
  });
  const written = parameters.map((one) => `${brief(one)} ${one.contentType}`);
  expect(written).toEqual([
    "query list pipeDelimited null",
    "query text form* application/json",
    "query nested form* application/json",
    "query deep deepObject null",
  ]);
});

test.each<[string, object, unknown, unknown[], string | null]>([
  [
    "of a media type",
    {
      content: {
        "application/json": { schema: { type: "object" }, example: 1 },
      },
    },
    { type: "object" },
    [1],
    "application/json",
  ],
  [
    "of the parameter by mistake",
    { type: "string", description: "D", required: true, example: "a" },
    { type: "string" },
    ["a"],
    null,
  ],
  [
    "by a reference beside the name",
    { $ref: "#/components/schemas/S", required: true },
    { $ref: "#/$defs/S" },
    [],
    null,
  ],
  [
    "with its own examples",
    { schema: { examples: [1] } },
    { examples: [1] },
    [1],
    null,
  ],
])(
  "a parameter has its schema %s",
  async (_, more, schema, examples, contentType) => {
    const { parameters } = await read({
      own: [{ name: "a", in: "query", ...more }],
      components: { schemas: { S: {} } },
    });
    expect(parameters[0]).toMatchObject({ schema, examples, contentType });
  },
);

describe("paths of operations", () => {
  const OWN = "/paths/~1{a}/get";
  test.each<[string, Given, string[], string[]]>([
    [
      "undeclared placeholders become text",
      { path: "/{a}", own: [] },
      ["path a simple!"],
      [`undeclared-path-parameter ${OWN}`],
    ],
    [
      "parameters without placeholder go",
      {
        path: "/{a}",
        own: [
          { name: "a", in: "path" },
          { name: "b", in: "path" },
        ],
      },
      ["path a simple!"],
      [`unused-path-parameter ${OWN}/parameters/1`],
    ],
    [
      "one parameter of another name is that of the placeholder",
      { path: "/{a}", own: [{ name: "b", in: "path", type: "integer" }] },
      ["path a simple!"],
      [`other-path-parameter ${OWN}/parameters/0`],
    ],
    [
      "placeholders may repeat",
      { path: "/{a}/{a}", own: [{ name: "a", in: "path" }] },
      ["path a simple!"],
      ["duplicate-placeholder /paths/~1{a}~1{a}/get"],
    ],
    [
      "parameters without a name go",
      { path: "/{a}", own: [{ name: "a", in: "path" }, { in: "query" }, 1] },
      ["path a simple!"],
      [
        `bad-parameter ${OWN}/parameters/1`,
        `bad-parameter ${OWN}/parameters/2`,
      ],
    ],
  ])("%s", async (_, given, want, findings) => {
    const { parameters, told } = await read(given);
    expect(parameters.map(brief)).toEqual(want);
    expect(told).toEqual(findings);
  });

  const labelled = ({ label, name }: Parameter) => [name, label ?? null];
  test.each<[string, string[], [string, string | null][]]>([
    ["/{id:\\d+}", ["id"], [["id:\\d+", "id"]]],
    ["/{id:int:min(1)}", [], [["id:int:min(1)", "id"]]],
    ["/{id:guid}", ["id:guid"], [["id:guid", "id"]]],
    [
      "/{parent=projects/*}/{x:path}",
      ["x", "parent"],
      [
        ["x:path", "x"],
        ["parent=projects/*", "parent"],
      ],
    ],
    ["/{code:[A-Z]{2}}", ["code"], [["code", null]]],
    ["/{*}", ["*"], [["*", "wildcard"]]],
    // Neither could be distinguished from the other.
    [
      "/{id}/{id:\\d+}",
      ["id"],
      [
        ["id", null],
        ["id:\\d+", null],
      ],
    ],
  ])(
    "match placeholders with a constraint to parameters: %s",
    async (...row) => {
      const [path, names, want] = row;
      const own = names.map((name) => ({ name, in: "path" }));
      const { parameters, told } = await read({ path, own });
      expect(parameters.map(labelled)).toEqual(want);
      const isDeclared = names.length === want.length;
      if (isDeclared) expect(told).toEqual([]);
    },
  );

  test("lose RFC 6570 operators and get a leading slash", async () => {
    const own = ["a", "b", "c"].map((name) => ({ name, in: "path" }));
    const { path, told } = await read({ path: "{.a}/{;b*}/{c}?x=1", own });
    expect(path).toBe("/{a}/{b}/{c}?x=1");
    expect(told).toEqual([]);
  });

  test("set the location of a parameter without in: path if a placeholder has its name, else query", async () => {
    const own = [{ name: "a" }, { name: "b", type: "string" }];
    const { parameters } = await read({ path: "/{a}", own });
    expect(parameters.map(brief)).toEqual(["path a simple!", "query b form*"]);
  });

  test("accept :id and ${id} as placeholders, and keep verbs after a colon", async () => {
    const own = ["a", "b"].map((name) => ({ name, in: "path" }));
    const { path, told } = await read({ path: "/:a/${b}/c:d", own });
    expect(path).toBe("/{a}/{b}/c:d");
    expect(told).toEqual([]);
  });

  test("lose segments of one dot and keep those of two", async () => {
    const own = [{ name: "a", in: "path" }];
    const { path } = await read({ path: "./x/././{a}/../.y/.", own });
    expect(path).toBe("/x/{a}/../.y/");
  });
});

test.each<[string, unknown, string]>([
  [
    "can't be resolved",
    { $ref: "#/components/parameters/none" },
    'The reference "#/components/parameters/none" can\'t be resolved: its target does not exist.',
  ],
  [
    "lead in circles",
    { $ref: "#/components/parameters/c" },
    "This reference is circular.",
  ],
  [
    "go nowhere",
    { name: "a", in: "url" },
    'This parameter can\'t be used: it goes into "url".',
  ],
  [
    "describe no query",
    { name: "a", in: "querystring" },
    "This parameter can't be used: it does not describe a query: it has no content.",
  ],
])(
  "an operation is left out if its parameters %s",
  async (_, parameter, message) => {
    const api = await apiOf({
      paths: { "/a": { get: { parameters: [parameter] }, put: {} } },
      components: { parameters: { c: { $ref: "#/components/parameters/c" } } },
    });
    expect(api.operations.map(({ method }) => method)).toEqual(["PUT"]);
    expect(api.findings).toMatchObject([
      {
        severity: "left-out",
        operation: "GET /a",
        message,
        file: "api.json",
        line: 1,
      },
    ]);
  },
);

test("headers that HTTP sets are not arguments, and only Cookie is a finding", async () => {
  const names = ["Host", "cookie", "Content-Length", "Proxy-Foo", "X-Host"];
  const own = [...names, "Accept"].map((name) => ({ name, in: "header" }));
  const { parameters, told } = await read({ own });
  expect(parameters.map(({ name }) => name)).toEqual(["X-Host"]);
  expect(told).toEqual(["header-of-http /paths/~1a/get/parameters/1"]);
});

test.each<[security: string[], told: string[]]>([
  [[], ["header-of-http /paths/~1a/post/parameters/0"]],
  [["key"], ["header-of-http /paths/~1a/post/parameters/0"]],
  [["bearer"], []],
  [["own"], []],
])(
  "a header Authorization is a finding if the schemes %j do not send it",
  async (names, want) => {
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    const securitySchemes = {
      key,
      bearer: { type: "http", scheme: "bearer" },
      own: { ...key, name: "authorization" },
    };
    const headers = ["AUTHORIZATION", "Accept", "Content-Type"];
    const post = {
      parameters: headers.map((name) => ({ name, in: "header" })),
      security: names.map((name) => ({ [name]: [] })),
    };
    const api = await apiOf({
      paths: { "/a": { post } },
      components: { securitySchemes },
    });
    expect(api.operations[0]?.parameters).toEqual([]);
    expect(told(api.findings)).toEqual(want);
  },
);
