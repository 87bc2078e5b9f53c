import { expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { exampleOfSchema } from "../../../generator/plan/example.js";
import { withTelling } from "../../../generator/plan/telling.js";
import { api } from "./fixtures.js";

const pet = {
  properties: {
    name: { examples: ["Biscuit"] },
    kind: { examples: ["string"] },
    secret: { examples: ["x"], writeOnly: true },
    age: { type: "integer" },
    friend: { $ref: "#/$defs/Pet" },
    tags: { items: { examples: ["small"] } },
  },
};

test.each<[string, Schema, unknown]>([
  [
    "of properties",
    { $ref: "#/$defs/Pet" },
    { name: "Biscuit", tags: ["small"] },
  ],
  [
    "of properties in lists",
    { type: "array", items: { $ref: "#/$defs/Pet" } },
    [{ name: "Biscuit", tags: ["small"] }],
  ],
  [
    "of the whole first",
    { properties: { a: { examples: [1] } }, examples: [{ a: 2 }] },
    { a: 2 },
  ],
  [
    "as far as they are small",
    {
      properties: { a: { examples: ["x".repeat(400)] }, b: { examples: [1] } },
    },
    { b: 1 },
  ],
  ["of nothing", { properties: { a: { type: "string" } } }, undefined],
])("examples %s", (_what, schema, want) => {
  const all = api([], { schemas: new Map([["Pet", pet]]) });
  expect(exampleOfSchema(schema, all)).toEqual(want);
});

test("a part that is an example alone goes with it", () => {
  const text = { type: "string" };
  const schema = { allOf: [text, { examples: ["Aaron"] }] };
  expect(withTelling(schema)).toEqual({ allOf: [text] });
});
