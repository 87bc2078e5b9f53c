import { describe, expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { forGemini } from "../../../generator/plan/gemini.js";

const any = {
  anyOf: [
    { type: "string" },
    { type: "number" },
    { type: "boolean" },
    { type: "object" },
    { type: "array", items: { type: "string" } },
  ],
};

describe("forGemini", () => {
  test.each<[string, Schema, Schema]>([
    [
      "what it knows stays",
      { type: "string", description: "Who?", minLength: 1, pattern: "^a" },
      { type: "string", description: "Who?", minLength: 1, pattern: "^a" },
    ],
    [
      "what it does not know goes",
      {
        type: "object",
        properties: {},
        additionalProperties: false,
        examples: [1],
      },
      { type: "object" },
    ],
    ["null is not offered", { type: ["string", "null"] }, { type: "string" }],
    [
      "several types are alternatives",
      { type: ["string", "integer"], description: "Id." },
      {
        anyOf: [
          { type: "string", description: "Id." },
          { type: "integer", description: "Id." },
        ],
      },
    ],
    [
      "an alternative to null is the whole",
      { oneOf: [{ type: "null" }, { type: "integer" }], description: "Age." },
      { type: "integer", description: "Age." },
    ],
    [
      "oneOf is anyOf",
      {
        oneOf: [{ type: "string" }, { properties: { a: { type: "integer" } } }],
      },
      {
        anyOf: [
          { type: "string" },
          { type: "object", properties: { a: { type: "integer" } } },
        ],
      },
    ],
    [
      "parts become one",
      {
        allOf: [
          {
            type: "object",
            properties: { a: { type: "string" } },
            required: ["a"],
          },
          { properties: { b: { type: "string" } }, required: ["b", "gone"] },
        ],
        description: "Both.",
      },
      {
        type: "object",
        description: "Both.",
        properties: { a: { type: "string" }, b: { type: "string" } },
        required: ["a", "b"],
      },
    ],
    ["const is an enum", { const: "a" }, { type: "string", enum: ["a"] }],
    ["an enum holds texts only", { enum: [1, 2] }, { type: "number" }],
    [
      "bounds are inclusive",
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0 },
    ],
    [
      "of formats only that of times is known",
      { type: "array", items: { type: "string", format: "email" } },
      { type: "array", items: { type: "string" } },
    ],
    [
      "items have a type",
      { type: "array", items: { description: "Any value." } },
      {
        type: "array",
        items: {
          anyOf: any.anyOf.map((one) => ({
            ...one,
            description: "Any value.",
          })),
        },
      },
    ],
    ["anything has every type", {}, any],
  ])("%s", (_, given, want) => {
    expect(forGemini(given, new Map())).toEqual(want);
  });
});
