import { describe, expect, it } from "vitest";
import { planResponse } from "../../../generator/plan/response.js";
import {
  planOutputSchemas,
  toOutputSchema,
} from "../../../generator/plan/output-schemas.js";
import { plan } from "../../../generator/plan/plan.js";
import type { Schema } from "../../../generator/model.js";
import { api, jsonBody, operation, planOptions } from "./fixtures.js";

const text = { type: ["string", "null"] };
const ref = { $ref: "#/$defs/Pet" };

describe("toOutputSchema()", () => {
  it.each<[string, Schema, Schema]>([
    ["a type or null", { type: "string" }, text],
    [
      "several types",
      { type: ["string", "null", "boolean"] },
      { type: ["string", "null", "boolean"] },
    ],
    [
      "no bounds, and values in words",
      {
        type: "string",
        minLength: 1,
        format: "date",
        pattern: "^a",
        enum: ["a", 1],
      },
      { ...text, description: 'one of "a", 1' },
    ],
    ["a constant", { const: "a" }, { ...text, description: 'one of "a"' }],
    [
      "types of values",
      { enum: ["a", 7, null, [], {}] },
      {
        type: ["string", "number", "null", "array", "object"],
        description: 'one of "a", 7, null, [], {}',
      },
    ],
    [
      "large numbers as parseJson reads them",
      { type: "integer", format: "int64" },
      { type: ["integer", "string", "null"] },
    ],
    [
      "unsigned ones",
      { type: "integer", format: "uint64" },
      { type: ["integer", "string", "null"] },
    ],
    [
      "large numbers of identifiers",
      {
        properties: {
          petId: { type: "integer" },
          pet_ids: { type: "array", items: { type: "integer" } },
          id: { type: ["integer", "null"], format: "int64" },
          paid: { type: "integer" },
          uid: { type: "string" },
        },
      },
      {
        type: ["object", "null"],
        properties: {
          petId: { type: ["integer", "string", "null"] },
          pet_ids: {
            type: ["array", "null"],
            items: { type: ["integer", "string", "null"] },
          },
          id: { type: ["integer", "null", "string"] },
          paid: { type: ["integer", "null"] },
          uid: text,
        },
      },
    ],
    [
      "an object",
      {
        properties: { a: { type: "string" } },
        required: ["a"],
        additionalProperties: false,
      },
      { type: ["object", "null"], properties: { a: text } },
    ],
    [
      "nothing that is only sent",
      { properties: { a: { writeOnly: true } } },
      { type: ["object", "null"] },
    ],
    [
      "names of all kinds",
      { additionalProperties: { type: "string" } },
      { type: ["object", "null"], additionalProperties: text },
    ],
    [
      "a list",
      { items: { type: "string" } },
      { type: ["array", "null"], items: text },
    ],
    [
      "items in their places",
      { prefixItems: [{ type: "string" }, { type: "boolean" }] },
      {
        type: ["array", "null"],
        items: { type: ["string", "null", "boolean"] },
      },
    ],
    ["a reference", { ...ref, description: "A pet." }, ref],
    ["a branch for null", { oneOf: [ref, { type: "null" }] }, ref],
    [
      "branches, each once",
      { oneOf: [ref, { type: "string" }, ref] },
      { anyOf: [ref, text] },
    ],
    [
      "branches that only require",
      {
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { not: {} }],
      },
      { type: ["object", "null"], properties: { a: text } },
    ],
    [
      "no branches if one is anything",
      { anyOf: [{ type: "string" }, { description: "Any." }] },
      {},
    ],
    ["one part", { allOf: [ref], description: "It." }, ref],
    [
      "plain parts as one",
      {
        type: "object",
        allOf: [
          { properties: { a: { type: "string" } } },
          { properties: { b: { type: "string" } }, required: ["b"] },
        ],
      },
      { type: ["object", "null"], properties: { a: text, b: text } },
    ],
    [
      "others side by side, since clients read no more",
      {
        allOf: [ref],
        properties: { a: { type: "string" } },
        additionalProperties: { type: "boolean" },
      },
      { allOf: [{ type: ["object", "null"], properties: { a: text } }, ref] },
    ],
    [
      "shared plain parts in their place",
      {
        allOf: [{ $ref: "#/$defs/Owner" }],
        properties: { a: { type: "string" } },
      },
      { type: ["object", "null"], properties: { a: text, o: text } },
    ],
    [
      "lists as one, with the item schemas of each",
      {
        allOf: [
          { type: "array", items: { type: "object" } },
          { items: { properties: { a: { type: "string" } } } },
          { items: { $ref: "#/$defs/Owner" } },
        ],
      },
      {
        type: ["array", "null"],
        items: { type: ["object", "null"], properties: { a: text, o: text } },
      },
    ],
    [
      "lists of a property that several parts have",
      {
        allOf: [
          { $ref: "#/$defs/Page" },
          { properties: { data: { items: { $ref: "#/$defs/Owner" } } } },
        ],
      },
      {
        type: ["object", "null"],
        properties: {
          data: { type: ["array", "null"], items: { $ref: "#/$defs/Owner" } },
        },
      },
    ],
    [
      "a list and an object apart",
      { allOf: [{ items: { type: "string" } }, { properties: { a: {} } }] },
      {
        allOf: [
          { type: ["object", "null"], properties: { a: {} } },
          { type: ["array", "null"], items: text },
        ],
      },
    ],
    ["nothing", { description: "Any." }, {}],
  ])("keeps of a schema %s", (_name, schema, want) => {
    const schemas = new Map([
      ["Pet", { anyOf: [{ properties: { p: {} } }, { type: "string" }] }],
      ["Owner", { properties: { o: { type: "string" } } }],
      ["Page", { properties: { data: { items: { type: "object" } } } }],
    ]);
    expect(toOutputSchema(schema, schemas)).toEqual(want);
  });
});

describe("planOutputSchemas()", () => {
  const Pet: Schema = {
    type: "object",
    properties: { friends: { items: ref } },
  };
  const schemas = new Map([
    ["Pet", Pet],
    ["Same", ref],
    ["Unused", {}],
    ["Maybe", { type: ["object", "null"] }],
  ]);
  const maybe = { type: ["object", "null"] };
  const maybeRef = { $ref: "#/$defs/Maybe" };
  const of = (schema: Schema | null) => {
    const media = schema === null ? [] : jsonBody(schema).media;
    const one = operation("POST /pets", {
      responses: [{ status: "200", media }],
    });
    const document = api([one], { schemas });
    expect(planResponse(one, document).schema).toEqual(schema);
    const { components } = plan(document, planOptions());
    return planOutputSchemas(components, document);
  };

  it.each<[string, Schema | null, Schema | null]>([
    ["no JSON", null, null],
    ["anything", {}, null],
    ["an object", { $ref: "#/$defs/Same" }, { ...ref, type: "object" }],
    [
      "parts of an object",
      { allOf: [ref, { properties: { a: {} } }] },
      {
        type: "object",
        properties: {
          a: {},
          friends: { type: ["array", "null"], items: ref },
        },
      },
    ],
    [
      "a list",
      { type: "array", items: ref },
      { type: ["array", "null"], items: ref },
    ],
    [
      "an object or a list",
      { oneOf: [ref, { type: "array", items: ref }] },
      { anyOf: [ref, { type: ["array", "null"], items: ref }] },
    ],
    ["an object or null", { type: ["object", "null"] }, maybe],
    ["a shared object or null", { anyOf: [ref, { type: "null" }] }, ref],
    ["one of a shared object and null", { oneOf: [ref, { const: null }] }, ref],
    [
      "a reference to a schema that may be null",
      { $ref: "#/$defs/Maybe" },
      maybeRef,
    ],
    ["parts that may all be null", { allOf: [maybeRef] }, maybeRef],
    [
      "parts of which one may be null",
      { allOf: [maybeRef, { type: "object", properties: { a: {} } }] },
      { type: "object", properties: { a: {} } },
    ],
  ])("plans the response of %s", (_name, schema, want) => {
    const outputs = of(schema);
    expect(outputs?.operations["POST /pets"] ?? null).toEqual(want);
  });

  it.each(["allOf", "oneOf"])(
    "visits schemas that many lead to by %s once",
    (by) => {
      for (let level = 0; level < 30; level += 1) {
        const next = { $ref: `#/$defs/Level${level + 1}` };
        schemas.set(`Level${level}`, { [by]: [next, next] });
      }
      schemas.set("Level30", { type: "object" });
      const { operations } = of({ $ref: "#/$defs/Level0" }) ?? {};
      expect(operations?.["POST /pets"]).toMatchObject({ type: "object" });
    },
  );

  it("has each referenced schema once", () => {
    expect(of({ $ref: "#/$defs/Same" })?.$defs).toEqual({
      Pet: toOutputSchema(Pet, schemas),
    });
  });
});
