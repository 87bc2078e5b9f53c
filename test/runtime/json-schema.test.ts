import { expect, test } from "vitest";
import type { JsonSchema, Schemas, Tool } from "../../runtime/index.js";
import { toInputSchema } from "../../runtime/json-schema.js";
import { toolOf } from "./upstream.js";

const text = { type: "string" };
const closed = { additionalProperties: false };
const name = { type: "string", description: "A name." };

const $defs: Schemas["$defs"] = {
  Named: { type: "object", properties: { name }, required: ["name"] },
  Pet: {
    allOf: [
      { $ref: "#/$defs/Named" },
      {
        properties: { owner: { $ref: "#/$defs/Owner" }, "x-tag": text },
        required: ["x-tag"],
      },
    ],
  },
  Owner: { type: "object", properties: { email: text } },
  Closed: { type: "object", properties: { a: text }, ...closed },
  Open: { properties: { a: text }, additionalProperties: { type: "integer" } },
  Loop: { allOf: [{ $ref: "#/$defs/Loop" }, { properties: { a: text } }] },
  Animal: { type: "object", properties: { kind: text } },
  Cat: {
    allOf: [
      { $ref: "#/$defs/Animal" },
      { properties: { kind: { enum: ["cat"], description: "Always cat." } } },
    ],
  },
  Counted: {
    type: "object",
    properties: { a: text },
    minProperties: 1,
    maxProperties: 1,
  },
  Ghost: { type: "object", properties: { a: text }, required: ["id"] },
  Patterned: { type: "object", patternProperties: { "^x": text }, ...closed },
};

const schemas: Schemas = {
  $defs,
  arguments: {
    "per-page": { in: "query", name: "per-page", type: "integer", maximum: 9 },
  },
};

const bodyOf = (name: string): Partial<Tool> => ({
  body: { $ref: `#/$defs/${name}` },
});

test.each<[string, Partial<Tool>, JsonSchema]>([
  [
    "an operation without arguments accepts none",
    {},
    { type: "object", properties: {}, ...closed },
  ],
  [
    "parameters alone: an unknown argument would go nowhere",
    { arguments: { a: { in: "query", ...text, required: true } } },
    {
      type: "object",
      properties: { a: text },
      required: ["a"],
      ...closed,
    },
  ],
  [
    "the style of an argument is not a part of its schema",
    {
      arguments: {
        id: { in: "path", name: "ID", style: "label", explode: true, ...text },
        q: {
          in: "query",
          allowReserved: true,
          allowEmptyValue: true,
          description: "What?",
        },
        filter: {
          in: "query",
          contentType: "application/json",
          type: "object",
          properties: { a: text },
          required: ["a"],
        },
        point: {
          in: "query",
          required: true,
          schema: { type: "object", required: ["x"] },
        },
      },
    },
    {
      type: "object",
      properties: {
        id: text,
        q: { description: "What?" },
        filter: { type: "object", properties: { a: text }, required: ["a"] },
        point: { type: "object", required: ["x"] },
      },
      required: ["id", "point"],
      ...closed,
    },
  ],
  [
    "a shared argument is found by its reference, and keywords beside the reference override it",
    {
      arguments: {
        per_page: { $ref: "#/arguments/per-page", maximum: 5 },
        lost: { $ref: "#/arguments/lost" },
      },
    },
    {
      type: "object",
      properties: { per_page: { type: "integer", maximum: 5 }, lost: {} },
      ...closed,
    },
  ],
  [
    "a body is merged with its parameters through nested allOf",
    {
      arguments: { dry_run: { in: "query", type: "boolean", required: true } },
      ...bodyOf("Pet"),
      names: { x_tag: "x-tag" },
    },
    {
      type: "object",
      properties: {
        dry_run: { type: "boolean" },
        name,
        owner: { $ref: "#/$defs/Owner" },
        x_tag: text,
      },
      required: ["dry_run", "name", "x_tag"],
      ...closed,
    },
  ],
  [
    "a body as a whole is one argument",
    { arguments: { body: { in: "body", type: "array", required: true } } },
    {
      type: "object",
      properties: { body: { type: "array" } },
      required: ["body"],
      ...closed,
    },
  ],
  [
    "of a body that may be left out nothing is required, but its parameters are",
    {
      arguments: { id: { in: "query", ...text, required: true } },
      ...bodyOf("Named"),
      bodyRequired: false,
    },
    {
      type: "object",
      properties: { id: text, name },
      required: ["id"],
      ...closed,
    },
  ],
  [
    "bounds on the number of the body's properties are not bounds on all arguments",
    { arguments: { id: { in: "query", ...text } }, ...bodyOf("Counted") },
    { type: "object", properties: { id: text, a: text }, ...closed },
  ],
  [
    "a required name that nothing describes is not asked for",
    bodyOf("Ghost"),
    { type: "object", properties: { a: text }, ...closed },
  ],
  [
    "a fixed argument is not asked for",
    { ...bodyOf("Pet"), fixed: { name: "Rex", owner: null } },
    {
      type: "object",
      properties: { "x-tag": text },
      required: ["x-tag"],
      ...closed,
    },
  ],
  [
    "the body's own property wins over that of its component",
    {
      body: {
        $ref: "#/$defs/Named",
        properties: { name: { description: "Better." } },
      },
    },
    {
      type: "object",
      properties: { name: { type: "string", description: "Better." } },
      required: ["name"],
      ...closed,
    },
  ],
  [
    "a closed component closes the whole",
    { body: { properties: { b: text }, allOf: [{ $ref: "#/$defs/Closed" }] } },
    { type: "object", properties: { b: text, a: text }, ...closed },
  ],
  [
    "an open part opens the whole",
    { body: { properties: { b: text }, allOf: [{ $ref: "#/$defs/Open" }] } },
    {
      type: "object",
      properties: { b: text, a: text },
      additionalProperties: { type: "integer" },
    },
  ],
  [
    "two that are open in other ways allow anything",
    { body: { $ref: "#/$defs/Open", additionalProperties: text } },
    {
      type: "object",
      properties: { a: text },
      additionalProperties: true,
    },
  ],
  [
    "a component with patterns of names stays open",
    bodyOf("Patterned"),
    { type: "object", properties: {} },
  ],
  [
    "a component that extends itself ends",
    bodyOf("Loop"),
    { type: "object", properties: { a: text }, ...closed },
  ],
  [
    "two schemas of one property become one if they agree",
    bodyOf("Cat"),
    {
      type: "object",
      properties: {
        kind: { type: "string", enum: ["cat"], description: "Always cat." },
      },
      ...closed,
    },
  ],
  [
    "a reference to nothing allows anything",
    { arguments: { a: { in: "query", $ref: "#/$defs/Gone" } } },
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/Gone" } },
      ...closed,
    },
  ],
  [
    "data or names that look like references are not references",
    {
      arguments: {
        $ref: { in: "query", ...text },
        a: { in: "query", enum: [{ $ref: "#/$defs/Pet" }] },
      },
    },
    {
      type: "object",
      properties: { $ref: text, a: { enum: [{ $ref: "#/$defs/Pet" }] } },
      ...closed,
    },
  ],
])("toInputSchema(): %s", (_case, given, want) => {
  expect(toInputSchema(toolOf(given), schemas)).toEqual(want);
});

test("toInputSchema() leaves out headers that the owner sets", () => {
  const tool = toolOf({
    arguments: {
      tenant: { in: "header", name: "X-Tenant", required: true },
      "x-user": { in: "query" },
      trace: { in: "header" },
    },
  });
  const isTaken = (header: string) => /^x-(tenant|user)$/.test(header);
  const { properties, required } = toInputSchema(tool, schemas, isTaken);
  expect(properties).toEqual({ "x-user": {}, trace: {} });
  expect(required).toBeUndefined();
});

test("toInputSchema() keeps a property called __proto__", () => {
  const properties: unknown = JSON.parse('{"__proto__":{"type":"string"}}');
  const schema = toInputSchema(
    toolOf({ body: { properties, allOf: [{ properties }] } }),
    schemas,
  );
  expect(JSON.stringify(schema["properties"])).toBe(
    '{"__proto__":{"type":"string"}}',
  );
});

test("toInputSchema() keeps both of two contradicting schemas of a property", () => {
  const [first, second] = [
    { type: "object", properties: { a: text } },
    { type: "object", properties: { b: text } },
  ];
  const body = {
    allOf: [{ properties: { p: first } }, { properties: { p: second } }],
  };
  expect(toInputSchema(toolOf({ body }), schemas)["properties"]).toEqual({
    p: { allOf: [first, second] },
  });
});
