import { expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import { normalise } from "../../../generator/normalise/normalise.js";

/** Types of a value of the class Object. */
const ANY = ["object", "array", "string", "number", "boolean"];

const BARE = { type: "object", title: "T", example: 1, "x-a": 1 };

/** Document with bare objects in each place of a body. */
function documentOf(change: object, operation: object = {}, path = "/a") {
  const schema = {
    type: "object",
    properties: {
      any: BARE,
      list: { type: "array", items: { type: "object" } },
      map: { type: "object", additionalProperties: { type: "object" } },
      fields: { type: "object", properties: { a: {} } },
      least: { type: "object", minProperties: 1 },
    },
    patternProperties: { "^x": { type: "object" } },
  };
  const content = { "application/json": { schema } };
  return {
    openapi: "3.0.1",
    info: { title: "T", version: "1" },
    paths: { [path]: { post: { requestBody: { content }, ...operation } } },
    ...change,
  };
}

async function bodyOf(document: object, url?: string) {
  const loaded = await load({
    text: JSON.stringify(document),
    name: "api.json",
  });
  const api = normalise(url === undefined ? loaded : { ...loaded, url });
  return api.operations[0]?.body?.media[0]?.schema;
}

test.each<[string, object, string?]>([
  [
    "the server of springdoc",
    documentOf({
      servers: [{ url: "/", description: "Generated server url" }],
    }),
  ],
  ["a tag of springfox", documentOf({ tags: [{ name: "pet-controller" }] })],
  ["a tag of an operation", documentOf({}, { tags: ["pet-controller"] })],
  [
    "an operationId of springfox",
    documentOf({}, { operationId: "addUsingPOST_1" }),
  ],
  ["a path of a controller", documentOf({}, {}, "/pet-controller/pets")],
  ["its address", documentOf({}), "https://a.example/v3/api-docs"],
  ["the path of its document", documentOf({}, {}, "/v3/api-docs/{group}")],
])(
  "a bare object is any value if a document shows Java by %s",
  async (...row) => {
    const [, document, url] = row;
    expect(await bodyOf(document, url)).toEqual({
      type: "object",
      properties: {
        any: { type: ANY, title: "T", examples: [1] },
        list: { type: "array", items: { type: [...ANY, "null"] } },
        map: {
          type: "object",
          additionalProperties: { type: [...ANY, "null"] },
        },
        fields: { type: "object", properties: { a: {} } },
        least: { type: "object", minProperties: 1 },
      },
      patternProperties: { "^x": { type: [...ANY, "null"] } },
    });
  },
);

test.each<[string, object]>([
  ["nothing", documentOf({})],
  ["a tag on controllers", documentOf({ tags: [{ name: "controllers" }] })],
  [
    "an operationId with using",
    documentOf({}, { operationId: "payUsingPoint" }),
  ],
  ["a path of docs", documentOf({}, {}, "/v3/api-docs-of-mine")],
])(
  "a bare object is an object if a document shows %s",
  async (_what, document) => {
    expect(await bodyOf(document)).toMatchObject({
      properties: {
        any: { type: "object", title: "T", examples: [1] },
        list: { type: "array", items: { type: "object" } },
        map: { type: "object", additionalProperties: { type: "object" } },
      },
      patternProperties: { "^x": { type: "object" } },
    });
  },
);
