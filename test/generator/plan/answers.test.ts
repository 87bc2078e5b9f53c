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
  ])("reduces %s", (_what, schema, want) => {
    expect(answerShape(schema)).toEqual(want);
  });
});
