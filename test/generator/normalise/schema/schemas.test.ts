import { describe, expect, test } from "vitest";
import { load } from "../../../../generator/load/load.js";
import { normalise } from "../../../../generator/normalise/normalise.js";
import { nameSchemas } from "../../../../generator/normalise/schema/schema-names.js";
import { apiOf, convert } from "../api-of.js";

test("every target of a reference becomes a named schema", async () => {
  const api = await apiOf({
    paths: {
      "/pets": {
        get: {
          parameters: [{ name: "a", in: "query", schema: { type: "string" } }],
          responses: {
            200: {
              content: { "application/json": { schema: { title: "Pets" } } },
            },
          },
        },
        post: {
          parameters: [
            {
              name: "b",
              in: "query",
              schema: { $ref: "#/paths/~1pets/get/parameters/0/schema" },
            },
            {
              name: "c",
              in: "query",
              schema: { $ref: "#/components/parameters/p/schema" },
            },
            {
              name: "d",
              in: "query",
              schema: { $ref: "#/components/schemas/Pet/properties/tag" },
            },
            {
              name: "e",
              in: "query",
              schema: { $ref: "#/components/schemas/Alias/properties/tag" },
            },
            {
              name: "f",
              in: "query",
              schema: { $ref: "#/components/schemas/Pet/$defs/Inner" },
            },
            {
              name: "g",
              in: "query",
              schema: {
                $ref: "#/paths/~1pets/get/responses/200/content/application~1json/schema",
              },
            },
          ],
        },
      },
    },
    components: {
      parameters: { p: { name: "p", in: "query", schema: { type: "number" } } },
      schemas: {
        Pet: {
          properties: { tag: { type: "string" } },
          $defs: { Inner: { type: "null" } },
        },
        Alias: { $ref: "#/components/schemas/Pet" },
        Unused: {},
      },
    },
  });
  expect(
    api.operations[1]?.parameters.map(({ schema }) => schema["$ref"]),
  ).toEqual([
    "#/$defs/pets_get_parameters_0",
    "#/$defs/parameters_p",
    "#/$defs/Pet_tag",
    "#/$defs/Pet_tag",
    "#/$defs/Pet_Inner",
    "#/$defs/pets_get_200_application_json",
  ]);
  expect(Object.fromEntries(api.schemas)).toEqual({
    Pet_Inner: { type: "null" },
    Pet_tag: { type: "string" },
    parameters_p: { type: "number" },
    pets_get_200_application_json: { title: "Pets" },
    pets_get_parameters_0: { type: "string" },
  });
  expect(api.findings).toEqual([]);
});

test("schemas that refer to each other and to themselves are converted once", async () => {
  const { schema, schemas, told } = await convert(
    { $ref: "#/components/schemas/A" },
    {
      schemas: {
        A: {
          properties: {
            b: { $ref: "#/components/schemas/B" },
            a: { $ref: "#/components/schemas/A" },
          },
        },
        B: { items: { $ref: "#/components/schemas/A" } },
      },
    },
  );
  expect(schema).toEqual({ $ref: "#/$defs/A" });
  expect(schemas).toEqual({
    A: { properties: { b: { $ref: "#/$defs/B" }, a: { $ref: "#/$defs/A" } } },
    B: { items: { $ref: "#/$defs/A" } },
  });
  expect(told).toEqual([]);
});

test("a schema in a file is named after its component, else after the file", async () => {
  const loaded = await load(
    {
      name: "api",
      text: JSON.stringify({
        openapi: "3.1.0",
        paths: {
          "/a": {
            post: {
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
        components: { schemas: { Pet: { $ref: "pet.json" } } },
      }),
    },
    { cwd: import.meta.dirname + "/files" },
  );
  const { schemas } = normalise(loaded);
  expect(Object.fromEntries(schemas)).toEqual({
    Pet: {
      properties: {
        friend: { $ref: "#/$defs/Pet" },
        owner: { $ref: "#/$defs/owner" },
        tag: { $ref: "#/$defs/Tag" },
      },
    },
    Tag: { type: "string" },
    owner: { properties: { pets: { items: { $ref: "#/$defs/Pet" } } } },
  });
});

test.each<[string, string[], string[]]>([
  [
    "components keep theirs",
    ["/components/schemas/a.B-c_1", "/definitions/D"],
    ["a.B-c_1", "D"],
  ],
  [
    "others get the nearest",
    ["/components/schemas/Page«Pet, a»", "/components/schemas/ a b "],
    ["Page_Pet_a", "a_b"],
  ],
  [
    "equal names are distinguished",
    [
      "/components/schemas/a b",
      "/components/schemas/a~1b",
      "/components/schemas/c",
      "/components/schemas/ c",
    ],
    ["a_b_a8514226", "a_b_15ef1a70", "c", "c_999bbf90"],
  ],
  ["nothing gets a word", ["/components/schemas/用户"], ["schema_7a6f7030"]],
  [
    "prototypes are safe",
    ["/components/schemas/__proto__", "/components/schemas/constructor"],
    ["proto", "constructor"],
  ],
  [
    "files give theirs",
    ["/x-files/a~1pet.v1.yaml", "/x-files/b.yaml/components/schemas/Cat"],
    ["pet.v1", "Cat"],
  ],
])("names of schemas: %s", (_, pointers, want) => {
  const names = nameSchemas(pointers);
  expect(pointers.map(names)).toEqual(want);
  const reversed = nameSchemas(pointers.toReversed());
  expect(pointers.map(reversed)).toEqual(want);
});

test("names of schemas are shortened if they are too long", () => {
  const pointer = `/components/schemas/${"a".repeat(5_000)}`;
  expect(nameSchemas([pointer])(pointer)).toMatch(/^a{91}_[0-9a-f]{8}$/);
});

describe("alternatives contain null once:", () => {
  const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Status: { type: "string", enum: ["new", "paid"] },
    Blank: { enum: [""] },
    Null: { enum: [null] },
    Maybe: { type: "string", nullable: true },
    Chain: { allOf: [named("Null")] },
    Any: { description: "Anything." },
  };
  const nothing = { type: "null" };
  test.each<[string, object, readonly object[]]>([
    [
      "as an enum behind a reference",
      { nullable: true, oneOf: [named("Status"), named("Null")] },
      [{ $ref: "#/$defs/Status" }, { $ref: "#/$defs/Null" }],
    ],
    [
      "as an enum",
      { nullable: true, oneOf: [{ enum: ["a"] }, { enum: [null] }] },
      [{ enum: ["a"] }, { enum: [null] }],
    ],
    [
      "of a type that may be null",
      { nullable: true, oneOf: [named("Maybe")] },
      [{ $ref: "#/$defs/Maybe" }],
    ],
    [
      "through allOf",
      { nullable: true, anyOf: [named("Blank"), named("Chain")] },
      [{ $ref: "#/$defs/Blank" }, { $ref: "#/$defs/Chain" }],
    ],
    [
      "beside values without it",
      { nullable: true, oneOf: [named("Status"), named("Blank")] },
      [{ $ref: "#/$defs/Status" }, { $ref: "#/$defs/Blank" }, nothing],
    ],
    [
      "beside an empty schema",
      { nullable: true, oneOf: [named("Any")] },
      [{ $ref: "#/$defs/Any" }, nothing],
    ],
  ])("%s", async (_where, schema, want) => {
    const given = { version: "3.0.3", schemas };
    const converted = await convert({ items: schema }, given);
    const { items } = converted.schema as { items: Record<string, unknown> };
    expect(items["oneOf"] ?? items["anyOf"]).toEqual(want);
  });
});
