import { describe, expect, test } from "vitest";
import { simplify } from "../../../../generator/emit/types/simplify.js";

const schemas = new Map(
  Object.entries({
    Pet: {
      type: "object",
      properties: { id: { type: "integer" }, name: { type: "string" } },
      required: ["id"],
    },
    Name: { type: "string" },
    Names: { type: "array", items: { type: "string" } },
    Page: {
      type: "object",
      properties: {
        data: { type: "array", items: { type: "object" } },
        next: { type: "string" },
      },
      required: ["data"],
    },
    Nested: {
      type: "array",
      items: {
        allOf: [
          { $ref: "#/$defs/Nested" },
          { type: "array", items: { type: "string" } },
        ],
      },
    },
    Again: {
      allOf: [
        { $ref: "#/$defs/Again" },
        { properties: { data: { type: "array", items: { type: "object" } } } },
      ],
    },
  }),
);

const PET = { $ref: "#/$defs/Pet" };
const TEXT = { type: "string" };
const ANY_OBJECT = { type: "object", additionalProperties: {} };

describe("simplify()", () => {
  test.each<[string, unknown, unknown]>([
    ["true", true, {}],
    ["false", false, { enum: [] }],
    ["no keyword", { description: "anything", minLength: 1 }, {}],
    ["a format", { type: "string", format: "binary" }, TEXT],
    ["an encoding", { type: "string", contentEncoding: "base64" }, TEXT],
    ["an integer", { type: "integer" }, { type: "number" }],
    [
      "an integer whose digits a number would lose",
      { type: ["integer", "null"], format: "int64" },
      { anyOf: [{ anyOf: [{ type: "number" }, TEXT] }, { type: "null" }] },
    ],
    [
      "an integer that is listed with the text of its digits",
      { type: ["integer", "string"], format: "int64" },
      { anyOf: [{ type: "number" }, TEXT] },
    ],
    [
      "several types",
      { type: ["string", "null"] },
      { anyOf: [TEXT, { type: "null" }] },
    ],
    ["one type in a list", { type: ["string"] }, TEXT],
    [
      "values",
      { type: "string", enum: ["a", "b", "a", null] },
      { enum: ["a", "b", null] },
    ],
    ["no values", { enum: [] }, { enum: [] }],
    ["a constant null", { const: null }, { enum: [null] }],
    ["a number without a literal", { const: Infinity }, { enum: [Infinity] }],
    [
      "a list as value",
      { enum: [["a"]] },
      { type: "array", prefixItems: [{ enum: ["a"] }] },
    ],
    [
      "an object as value",
      { type: "object", enum: [{ a: 1 }] },
      { type: "object", properties: { a: { enum: [1] } }, required: ["a"] },
    ],
    ["a list", { type: "array", items: TEXT }, { type: "array", items: TEXT }],
    ["a list of anything", { type: "array" }, { type: "array", items: {} }],
    [
      "a list of one type in a list",
      { items: { type: ["array"], items: TEXT } },
      { type: "array", items: { type: "array", items: TEXT } },
    ],
    [
      "a tuple",
      { type: "array", prefixItems: [TEXT, true], items: false },
      { type: "array", prefixItems: [TEXT, {}] },
    ],
    ["any object", { type: "object" }, ANY_OBJECT],
    [
      "an object without properties",
      { type: "object", additionalProperties: false },
      { type: "object" },
    ],
    [
      "an object of texts",
      { additionalProperties: TEXT },
      { type: "object", additionalProperties: TEXT },
    ],
    [
      "patterns and others",
      {
        patternProperties: { "^a": TEXT, "^b": false },
        additionalProperties: { type: "integer" },
      },
      {
        type: "object",
        additionalProperties: { anyOf: [TEXT, { type: "number" }] },
      },
    ],
    [
      "properties and others of one type, which would be theirs, too",
      { properties: { a: TEXT }, additionalProperties: { type: "integer" } },
      {
        type: "object",
        properties: { a: TEXT },
        required: [],
        additionalProperties: {},
      },
    ],
    [
      "properties, required or not",
      { properties: { a: TEXT, b: false }, required: ["a", "c"] },
      {
        type: "object",
        properties: { a: TEXT, b: { enum: [] } },
        required: ["a"],
      },
    ],
    [
      "a default, which makes nothing required",
      { type: "object", properties: { a: { type: "string", default: "x" } } },
      { type: "object", properties: { a: TEXT }, required: [] },
    ],
    ["a reference", { $ref: "#/$defs/Pet" }, PET],
    ["a reference to nothing", { $ref: "#/$defs/Other" }, {}],
    [
      "a described reference",
      { $ref: "#/$defs/Pet", description: "A pet" },
      PET,
    ],
    [
      "a reference and more",
      { $ref: "#/$defs/Pet", properties: { tag: TEXT } },
      {
        allOf: [
          PET,
          { type: "object", properties: { tag: TEXT }, required: [] },
        ],
      },
    ],
    [
      "a reference that requires more",
      { $ref: "#/$defs/Pet", required: ["id", "name", "tag"] },
      { allOf: [PET], required: ["name"] },
    ],
    [
      "parts",
      { allOf: [{ $ref: "#/$defs/Pet" }, { $ref: "#/$defs/Name" }] },
      { allOf: [PET, { $ref: "#/$defs/Name" }] },
    ],
    [
      "one part",
      {
        type: "object",
        allOf: [{ $ref: "#/$defs/Pet" }, true],
        additionalProperties: false,
      },
      PET,
    ],
    [
      "parts that require something of each other",
      {
        allOf: [
          { $ref: "#/$defs/Pet" },
          { properties: { tag: TEXT }, required: ["name"] },
        ],
        required: ["tag"],
      },
      {
        allOf: [
          { allOf: [PET], required: ["name"] },
          { type: "object", properties: { tag: TEXT }, required: ["tag"] },
        ],
      },
    ],
    [
      "lists that hold together to one",
      {
        allOf: [
          { type: ["array", "null"], items: { type: "object" } },
          { type: "array", items: PET },
          { description: "Pets." },
        ],
      },
      { type: "array", items: PET },
    ],
    [
      "a shared list and keywords of its items",
      { $ref: "#/$defs/Names", type: "array", items: { minLength: 1 } },
      { type: "array", items: TEXT },
    ],
    [
      "a list that several parts have as a property to one",
      {
        allOf: [
          { $ref: "#/$defs/Page" },
          { properties: { data: { items: PET } } },
        ],
      },
      {
        allOf: [
          { type: "object", properties: { next: TEXT }, required: [] },
          {
            type: "object",
            properties: { data: { type: "array", items: PET } },
            required: ["data"],
          },
        ],
      },
    ],
    [
      "a list of a shared schema that is a part of itself",
      { $ref: "#/$defs/Again", properties: { data: { items: PET } } },
      {
        type: "object",
        properties: { data: { type: "array", items: PET } },
        required: [],
      },
    ],
    [
      "a list of lists of itself, once",
      { allOf: [{ $ref: "#/$defs/Nested" }, { items: TEXT }] },
      {
        type: "array",
        items: {
          allOf: [
            {
              allOf: [
                { $ref: "#/$defs/Nested" },
                { type: "array", items: TEXT },
              ],
            },
            TEXT,
          ],
        },
      },
    ],
    [
      "a list or text to no type",
      {
        allOf: [
          { type: ["array", "string"], items: TEXT },
          { type: ["array", "string"] },
        ],
      },
      {
        allOf: [
          { anyOf: [{ type: "array", items: TEXT }, TEXT] },
          { anyOf: [{ type: "array", items: {} }, TEXT] },
        ],
      },
    ],
    [
      "a tuple beside a list to both",
      { allOf: [{ prefixItems: [TEXT] }, { type: "array", items: TEXT }] },
      {
        allOf: [
          { type: "array", prefixItems: [TEXT] },
          { type: "array", items: TEXT },
        ],
      },
    ],
    [
      "alternatives",
      { oneOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
      { anyOf: [PET, { type: "null" }] },
    ],
    [
      "equal alternatives",
      { anyOf: [{ type: "integer" }, { type: "number" }] },
      { type: "number" },
    ],
    ["an alternative that can't be", { anyOf: [false, TEXT] }, TEXT],
    [
      "alternatives that only require",
      {
        type: "object",
        properties: { a: TEXT },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      { type: "object", properties: { a: TEXT }, required: [] },
    ],
    [
      "alternatives beside properties",
      {
        properties: { a: TEXT },
        anyOf: [{ $ref: "#/$defs/Pet" }, { $ref: "#/$defs/Name" }],
      },
      {
        allOf: [
          { anyOf: [PET, { $ref: "#/$defs/Name" }] },
          { type: "object", properties: { a: TEXT }, required: [] },
        ],
      },
    ],
  ])("reduces %s", (_, schema, want) => {
    expect(
      simplify(schema, {
        schemas,
        identify: (name) => name,
        describeProperty: () => "",
      }),
    ).toEqual(want);
  });
});
