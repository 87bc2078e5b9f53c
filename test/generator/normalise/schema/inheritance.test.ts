import { describe, expect, test } from "vitest";
import { load } from "../../../../generator/load/load.js";
import { normalise } from "../../../../generator/normalise/normalise.js";
import { convert } from "../api-of.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const named = (name: string) => ({ $ref: `#/$defs/${name}` });
const text = { type: "string" };
const heir = (base: string, ...names: string[]) => ({
  allOf: [
    ref(base),
    { properties: Object.fromEntries(names.map((name) => [name, text])) },
  ],
});
const base = (discriminator: object, more: object = {}) => ({
  properties: { kind: text },
  discriminator: { propertyName: "kind", ...discriminator },
  ...more,
});

describe("a base with a discriminator", () => {
  test.each([
    ["names of schemas", {}, 'Values: "Car", "Vehicle".'],
    ["a mapping", { mapping: { c: ref("Car").$ref } }, 'Values: "c".'],
    ["a mapping to bare names", { mapping: { c: "Car" } }, 'Values: "c".'],
  ])(
    "is replaced by the union of its subtypes: %s",
    async (_what, more, description) => {
      const { schema, schemas } = await convert(
        { items: ref("Vehicle") },
        { schemas: { Car: heir("Vehicle", "doors"), Vehicle: base(more) } },
      );
      expect(schema).toEqual({ items: named("Vehicle_anyOf") });
      expect(schemas["Vehicle_anyOf"]).toMatchObject({
        anyOf: [named("Car"), named("Vehicle")],
      });
      expect(schemas["Car"]).toMatchObject({ allOf: [named("Vehicle"), {}] });
      expect(schemas["Vehicle"]).toMatchObject({
        properties: { kind: { ...text, description } },
      });
    },
  );

  test("is replaced by the schemas of its mapping, even if they do not extend it", async () => {
    const { schemas } = await convert(ref("Vehicle"), {
      schemas: {
        Car: { properties: { doors: text } },
        Vehicle: base({ mapping: { c: "Car" } }),
      },
    });
    expect(schemas["Vehicle_anyOf"]).toMatchObject({
      anyOf: [named("Car"), named("Vehicle")],
    });
  });

  test("passes its discriminator on to subtypes that are bases themselves", async () => {
    const { schema, schemas } = await convert(ref("Car"), {
      schemas: {
        Vehicle: base({}),
        Car: heir("Vehicle", "doors"),
        Roadster: heir("Car", "speed"),
      },
    });
    expect(schema).toEqual(named("Car_anyOf"));
    expect(schemas["Car_anyOf"]).toMatchObject({
      anyOf: [named("Roadster"), named("Car")],
    });
  });

  test.each([
    ["has a oneOf", { oneOf: [ref("Car")] }],
    ["nothing extends", { title: "Alone" }],
  ])("that %s is not replaced by a union", async (_what, more) => {
    const isAlone = "title" in more;
    const { schema } = await convert(ref("Vehicle"), {
      schemas: {
        Car: isAlone ? {} : heir("Vehicle", "doors"),
        Vehicle: base({}, more),
      },
    });
    expect(schema).toEqual(named("Vehicle"));
  });

  test("uses x-ms-discriminator-value of its subtypes as tags", async () => {
    const { schemas } = await convert(ref("Vehicle"), {
      schemas: {
        Vehicle: base({}),
        Car: {
          allOf: [ref("Vehicle"), { properties: { kind: { const: "car" } } }],
        },
        Bus: { ...heir("Vehicle"), "x-ms-discriminator-value": "bus" },
      },
    });
    expect(schemas["Vehicle"]).toMatchObject({
      properties: { kind: { description: 'Values: "bus", "car".' } },
    });
  });

  test("is recognised in Swagger 2.0", async () => {
    const $ref = "#/definitions/Pet";
    const document = {
      swagger: "2.0",
      paths: {
        "/a": { get: { responses: { 200: { schema: { $ref } } } } },
      },
      definitions: {
        Cat: { allOf: [{ $ref }, { properties: { lives: text } }] },
        Pet: { discriminator: "kind", properties: { kind: text } },
      },
    };
    const api = normalise(
      await load({ text: JSON.stringify(document), name: "api.json" }),
    );
    expect(api.schemas.get("Pet_anyOf")).toMatchObject({
      anyOf: [named("Cat"), named("Pet")],
    });
  });
});

test("a mapping sets the tag values of each schema that it names", async () => {
  const { schemas } = await convert(
    {
      oneOf: [ref("Cat"), ref("Dog"), ref("Cow")],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "Cat", kitten: "Cat" },
      },
    },
    {
      schemas: {
        Cat: { properties: { kind: text } },
        Dog: { properties: { kind: text } },
        Cow: { properties: { kind: { enum: ["cow"] } } },
      },
    },
  );
  expect(schemas).toMatchObject({
    Cat: { properties: { kind: { ...text, enum: ["cat", "kitten"] } } },
    Dog: { properties: { kind: { ...text, enum: ["Dog"] } } },
    Cow: { properties: { kind: { enum: ["cow"] } } },
  });
});

test.each(["Other", "#/components/schemas/Other"])(
  "a defaultMapping schema accepts any tag value: %s",
  async (defaultMapping) => {
    const discriminator = { propertyName: "kind", defaultMapping };
    const kinds = { Cat: { properties: { kind: text } } };
    const { schemas } = await convert(
      {
        properties: {
          union: { oneOf: [ref("Cat"), ref("Other")], discriminator },
          family: ref("Vehicle"),
        },
      },
      {
        schemas: {
          ...kinds,
          Other: kinds.Cat,
          Vehicle: base({ defaultMapping: "Thing" }),
          Car: heir("Vehicle", "kind"),
          Thing: heir("Vehicle", "kind"),
        },
      },
    );
    expect(schemas).toMatchObject({
      Cat: { properties: { kind: { ...text, enum: ["Cat"] } } },
      Other: { properties: { kind: text } },
      Car: { allOf: [{}, { properties: { kind: { enum: ["Car"] } } }] },
      Thing: { allOf: [{}, { properties: { kind: text } }] },
    });
  },
);

test.each<[string, object, object]>([
  ["an example of another", { ...text, example: "dog" }, {}],
  ["a number", { type: "integer" }, {}],
  ["a base of others", text, { Pup: { allOf: [ref("Dog")] } }],
])("tags are not narrowed beside %s", async (_case, kind, more) => {
  const { schemas } = await convert(
    {
      oneOf: [ref("Dog"), ref("Pup")],
      discriminator: { propertyName: "kind" },
    },
    { schemas: { Dog: { properties: { kind } }, Pup: {}, ...more } },
  );
  const said = { description: 'Values: "Dog".' };
  expect(schemas).toMatchObject({ Dog: { properties: { kind: said } } });
  expect(JSON.stringify(schemas["Dog"])).not.toContain("enum");
});
