import { describe, expect, test } from "vitest";
import {
  appendPointer,
  parsePointer,
} from "../../../generator/shared/json-pointer.js";
import { isObject, getMember, omit } from "../../../generator/shared/json.js";
import type { Api } from "../../../generator/model.js";
import { apiOf, convert, told } from "./api-of.js";

const text = { type: "string" };

/** A document with something in every place that is read. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  "OpenAPI 3.2": {
    openapi: "3.2.0",
    info: { title: "Pets", version: "1", description: "All pets." },
    servers: [
      {
        url: "https://{region}.example.com",
        variables: { region: { enum: ["eu", "us"] } },
      },
    ],
    tags: [{ name: "pets", description: "What barks." }],
    security: [{ key: [] }],
    paths: {
      "/pets/{id}": {
        summary: "A pet",
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        servers: [{ url: "https://pets.example.com" }],
        put: {
          operationId: "updatePet",
          summary: "Update a pet",
          description: "Writes it anew.",
          tags: ["pets"],
          "x-mcp": { title: "Update" },
          security: [{ login: ["write"] }],
          servers: [{ url: "https://write.example.com" }],
          parameters: [
            {
              name: "sort",
              in: "query",
              description: "By which field.",
              schema: { type: "array", items: { enum: ["name", "age"] } },
              examples: { named: { value: ["name"] } },
            },
            {
              name: "filter",
              in: "query",
              content: { "application/json": { schema: { type: "object" } } },
              example: { age: 3 },
            },
          ],
          requestBody: {
            description: "The pet.",
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["name"],
                  properties: { name: text, tags: { type: "array" } },
                },
                encoding: {
                  tags: {
                    style: "form",
                    headers: { "X-Kind": { schema: { const: "tag" } } },
                  },
                },
                examples: { one: { value: { name: "Rex" } } },
              },
            },
          },
          responses: {
            200: {
              description: "Written",
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Pet" },
                  example: { name: "Rex" },
                },
              },
              links: {
                again: {
                  operationId: "updatePet",
                  parameters: { id: "$response.body#/id" },
                },
              },
            },
          },
          callbacks: { done: { "{$url}": { post: {} } } },
        },
        additionalOperations: { COPY: { operationId: "copyPet" } },
      },
      "/search": {
        get: {
          operationId: "search",
          parameters: [
            {
              name: "whole",
              in: "querystring",
              content: {
                "application/x-www-form-urlencoded": {
                  schema: {
                    type: "object",
                    required: ["q"],
                    properties: { q: text, at: { type: "object" } },
                  },
                },
              },
            },
          ],
        },
        post: {
          operationId: "watch",
          requestBody: {
            content: { "application/jsonl": { itemSchema: text } },
          },
        },
      },
    },
    webhooks: { born: { post: {} } },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "cookie", name: "auth", description: "Of" },
        login: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: "https://example.com/token",
              scopes: { write: "Write" },
            },
          },
        },
      },
      schemas: {
        Pet: {
          title: "Pet",
          description: "One pet.",
          discriminator: {
            propertyName: "kind",
            mapping: { dog: "#/components/schemas/Dog" },
          },
          required: ["kind"],
          properties: {
            kind: { type: "string", enum: ["dog", "cat"] },
            limits: { type: "array", prefixItems: [text, text] },
            color: { anyOf: [text, { type: "object" }] },
            size: { properties: { wide: {} }, default: { wide: 1 } },
            home: { examples: [{ city: "Rome" }], example: { city: "Oslo" } },
          },
          patternProperties: { "^x": text },
          dependentRequired: { home: ["size"] },
          dependentSchemas: { home: { required: ["color"] } },
        },
        Dog: {
          allOf: [
            { $ref: "#/components/schemas/Pet" },
            { properties: { barks: { type: "boolean" } } },
          ],
        },
      },
    },
  },
  "Swagger 2.0": {
    swagger: "2.0",
    info: { title: "Pets", version: "1" },
    consumes: ["application/json"],
    produces: ["application/json"],
    paths: {
      "/pets": {
        post: {
          consumes: ["application/xml", "text/plain"],
          produces: ["text/plain"],
          parameters: [{ name: "pet", in: "body", schema: { type: "object" } }],
          responses: {
            200: {
              description: "OK",
              schema: { $ref: "#/definitions/Pet" },
              examples: { "text/plain": "Rex" },
            },
          },
        },
        get: { responses: { 200: { schema: text } } },
      },
    },
    definitions: { Pet: { type: "object", properties: { name: text } } },
    securityDefinitions: {
      login: {
        type: "oauth2",
        flow: "application",
        tokenUrl: "https://example.com/token",
        scopes: { write: "Write" },
      },
    },
  },
};

/** Lists and objects of a document by their pointers, and texts that may be in their own files. */
function placesOf(value: unknown, pointer = ""): string[] {
  if (typeof value === "string")
    return /\/(?:summary|description)$/.test(pointer) ? [pointer] : [];
  if (typeof value !== "object" || value === null) return [];
  if (getMember(value, "$ref") !== undefined) return [];
  return [
    pointer,
    ...(isLiteral(pointer)
      ? []
      : Object.entries(value).flatMap(([key, item]) =>
          placesOf(item, appendPointer(pointer, key)),
        )),
  ];
}

/** True if such a place holds a value of the API, which is not a part of the document. */
function isLiteral(pointer: string): boolean {
  return /\/(?:example|default|value|const|examples\/(?:0|text~1plain)|security\/0)$/.test(
    pointer,
  );
}

/** A document whose value in one place is a reference, by way of another, to where the value is. */
function movedFrom(document: object, pointer: string): object {
  const copy = structuredClone(document);
  const path = parsePointer(pointer);
  const last = path.pop() ?? "";
  const holder = Object(path.reduce<unknown>(getMember, copy)) as {
    [key: string]: unknown;
  };
  const parts = { last: { $ref: "#/x-parts/first" }, first: holder[last] };
  holder[last] = { $ref: "#/x-parts/last" };
  return { ...copy, "x-parts": parts };
}

/** Members of a model that say where something is. */
const PLACES = ["component", "pointer"];

/** API without the places of its parts, and with references to schemas replaced by the schemas. */
function meaningOf(api: Api): unknown {
  const { schemas } = api;
  const expand = (value: unknown, outer: readonly string[]): unknown => {
    if (value instanceof Map) return expand([...value], outer);
    if (Array.isArray(value)) return value.map((item) => expand(item, outer));
    const name = /^#\/\$defs\/(.*)$/.exec(String(value))?.[1];
    if (name !== undefined)
      return outer.includes(name)
        ? outer.length - outer.indexOf(name)
        : expand(schemas.get(name), [...outer, name]);
    if (!isObject(value)) return value;
    const members = Object.entries(omit(value, PLACES));
    const { $ref: referent = {}, ...expanded } = Object.fromEntries(
      members.map(([key, item]) => [key, expand(item, outer)]),
    );
    return isObject(referent)
      ? { ...referent, ...expanded }
      : { $ref: referent, ...expanded };
  };
  return expand({ ...api, findings: [], schemas: [] }, []);
}

describe.each(Object.entries(DOCUMENTS))("%s", (_, document) => {
  const places = placesOf(document).slice(1);

  test.each(places)("%s may be a reference", async (pointer) => {
    const whole = await apiOf(document);
    const api = await apiOf(movedFrom(document, pointer));
    expect(told(api.findings)).toEqual(told(whole.findings));
    expect(meaningOf(api)).toEqual(meaningOf(whole));
  });
});

test("an operation with $ref keeps the fields beside it", async () => {
  const { operations } = await apiOf({
    paths: {
      "/a/{id}": {
        put: { $ref: "#/components/x-operations/update", summary: "Own" },
      },
    },
    components: {
      "x-operations": {
        update: {
          operationId: "update",
          summary: "Shared",
          parameters: [{ name: "id", in: "path", schema: text }],
        },
      },
    },
  });
  expect(operations).toMatchObject([
    {
      operationId: "update",
      summary: "Own",
      pointer: "/paths/~1a~1{id}/put",
      parameters: [{ name: "id" }],
    },
  ]);
});

describe("an unresolved reference is a finding:", () => {
  test.each<[string, object, string]>([
    ["of all paths", { paths: { $ref: "#/x" } }, "/paths"],
    [
      "of an operation",
      { paths: { "/b": { get: { $ref: "#/x" } } } },
      "/paths/~1b/get",
    ],
    [
      "of all parameters",
      { paths: { "/b": { get: { parameters: { $ref: "#/x" } } } } },
      "/paths/~1b/get/parameters",
    ],
    [
      "of all responses",
      { paths: { "/b": { get: { responses: { $ref: "#/x" } } } } },
      "/paths/~1b/get/responses",
    ],
    [
      "of all schemes",
      { components: { securitySchemes: { $ref: "#/x" } } },
      "/components/securitySchemes",
    ],
    ["of all servers", { servers: { $ref: "#/x" } }, "/servers"],
    [
      "of a text",
      { info: { description: { $ref: "#/x" } } },
      "/info/description",
    ],
  ])("%s", async (_, members, pointer) => {
    const one = { paths: { "/a": { get: {} } } };
    const found = await apiOf({ ...one, ...members }).then(
      ({ findings }) => told(findings),
      (error: unknown) => [String(error)],
    );
    expect(found.join("\n")).toContain(pointer);
  });
});

test("a properties map that refers to itself is expanded once", async () => {
  const { schema, schemas } = await convert(
    { $ref: "#/components/schemas/Node" },
    {
      schemas: {
        Node: { properties: { $ref: "#/components/schemas/x-parts" } },
        "x-parts": {
          child: {
            type: "object",
            properties: { $ref: "#/components/schemas/x-parts" },
          },
        },
      },
    },
  );
  expect(schema).toEqual({ $ref: "#/$defs/Node" });
  expect(Object.keys(schemas)).toEqual(["Node", "x-parts_child"]);
});

test("long chains of references between properties maps are read", async () => {
  const parts = Array.from({ length: 20_000 }, (_, at) => [
    `p${at}`,
    { child: { properties: { $ref: `#/components/schemas/p${at + 1}` } } },
  ]);
  const { schema } = await convert(
    { properties: { $ref: "#/components/schemas/p0" } },
    { schemas: Object.fromEntries(parts) as object },
  );
  expect(JSON.stringify(schema)).toMatch(/"\$ref":"#\/\$defs\/p50_child"/);
});

test("a properties map keeps the properties beside its $ref", async () => {
  const { schema } = await convert(
    {
      properties: {
        $ref: "#/components/schemas/Pet/properties",
        age: { type: "integer" },
      },
    },
    { schemas: { Pet: { properties: { name: text, age: text } } } },
  );
  expect(schema).toEqual({
    properties: { name: text, age: { type: "integer" } },
  });
});

describe("an example that is a reference becomes", () => {
  const components = {
    schemas: { Pet: { type: "object" } },
    examples: { rex: { summary: "A dog", value: { name: "Rex" } } },
  };
  test.each<[string, object, unknown[]]>([
    ["its value", { example: { $ref: "#/x-values/rex" } }, [{ name: "Rex" }]],
    [
      "the value of a named one",
      { example: { $ref: "#/components/examples/rex" } },
      [{ name: "Rex" }],
    ],
    [
      "the value itself, by a name",
      { examples: { one: { $ref: "#/x-values/rex" } } },
      [{ name: "Rex" }],
    ],
    [
      "a list, by a name",
      { examples: { one: { $ref: "#/x-values/list" } } },
      [[1, 2]],
    ],
    [
      "no example if it names a schema",
      { example: { $ref: "#/components/schemas/Pet" } },
      [],
    ],
    ["no example if it leads to nothing", { example: { $ref: "#/x" } }, []],
  ])("%s", async (_, given, want) => {
    const { operations } = await apiOf({
      paths: {
        "/a": {
          post: { requestBody: { content: { "application/json": given } } },
        },
      },
      components,
      "x-values": { rex: { name: "Rex" }, list: [1, 2] },
    });
    expect(operations[0]?.body?.media[0]?.examples).toEqual(want);
  });
});
