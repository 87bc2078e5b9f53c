import { describe, expect, it } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { answerShape } from "../../../generator/plan/answers.js";

const text = { type: "string", description: "Some text." };

describe("answerShape", () => {
  it.each<[string, Schema, Schema]>([
    ["a scalar", text, {}],
    [
      "an object",
      { type: "object", properties: { a: text }, required: ["a"] },
      { properties: { a: {} } },
    ],
    [
      "a map",
      { type: "object", additionalProperties: text },
      { additionalProperties: {} },
    ],
    [
      "a reference",
      { $ref: "#/$defs/A", description: "x" },
      { $ref: "#/$defs/A" },
    ],
    [
      "a list of references",
      { type: "array", items: { $ref: "#/$defs/A" } },
      { items: { $ref: "#/$defs/A" } },
    ],
    ["a list of texts", { type: "array", items: text }, {}],
    [
      "what is composed; parts that only require say nothing",
      { allOf: [{ $ref: "#/$defs/A" }, { required: ["a"] }] },
      { allOf: [{ $ref: "#/$defs/A" }] },
    ],
    [
      "something that may be null",
      { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] },
      { anyOf: [{ $ref: "#/$defs/A" }] },
    ],
    [
      "a union with a free-form branch",
      { anyOf: [{ $ref: "#/$defs/A" }, { type: "object" }] },
      { anyOf: [{ $ref: "#/$defs/A" }, {}] },
    ],
    [
      "what is required alone",
      { properties: { a: text }, required: ["a", "b"] },
      { properties: { a: {}, b: {} } },
    ],
    [
      "what depends on a value",
      {
        properties: { a: text },
        if: { properties: { kind: text } },
        then: { properties: { b: text } },
        else: { required: ["c"] },
        dependentSchemas: { a: { properties: { d: text } } },
      },
      {
        properties: { a: {} },
        allOf: [
          {
            anyOf: [
              { properties: { kind: {} } },
              { properties: { b: {} } },
              { properties: { d: {} } },
              {},
            ],
          },
        ],
      },
    ],
    [
      "a row with a head",
      {
        prefixItems: [{ properties: { h: text } }, text],
        items: { $ref: "#/$defs/A" },
      },
      { items: { anyOf: [{ properties: { h: {} } }, { $ref: "#/$defs/A" }] } },
    ],
    [
      "a row of which more is unknown",
      { prefixItems: [{ properties: { h: text } }] },
      {},
    ],
    [
      "properties that nothing else knows",
      { properties: { a: text }, unevaluatedProperties: true },
      { properties: { a: {} }, additionalProperties: {} },
    ],
    [
      "properties by pattern",
      {
        patternProperties: { "^x-": { properties: { b: text } } },
        additionalProperties: false,
      },
      { additionalProperties: { properties: { b: {} } } },
    ],
    [
      "what stands beside a reference",
      { $ref: "#/$defs/A", anyOf: [{ properties: { b: text } }] },
      { $ref: "#/$defs/A", anyOf: [{ properties: { b: {} } }] },
    ],
  ])("reduces %s", (_what, schema, want) => {
    expect(answerShape(schema)).toEqual(want);
  });
});
