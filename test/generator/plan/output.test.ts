import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planAnswer } from "../../../generator/plan/answers.js";
import { outputSchema } from "../../../generator/plan/output-schema.js";
import { planOutput } from "../../../generator/plan/output.js";
import type { Schema } from "../../../generator/model.js";
import { api, jsonBody, operation } from "./fixtures.js";

const pet: Schema = {
  type: "object",
  required: ["id", "secret"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", format: "int64", description: "Its number." },
    kind: { type: "string", enum: ["cat", "dog"] },
    secret: { type: "string", writeOnly: true },
    friends: { type: "array", items: { $ref: "#/$defs/Pet" } },
    owner: { oneOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
  },
};

function output(
  schema: Schema | null,
  mode: "off" | "lenient" | "strict",
  more: readonly string[] = [],
) {
  const { media } = schema === null ? { media: [] } : jsonBody(schema);
  const one = operation("GET /pets", {
    responses: [
      { status: "200", description: "", media },
      ...more.map((status) => ({ status, description: "", media: [] })),
    ],
  });
  const document = api([one], { schemas: new Map([["Pet", pet]]) });
  return planOutput(planAnswer(one, document), mode, document);
}

const ref = { $ref: "#/$defs/Pet" };
const list = { type: "array", items: ref };

describe("planOutput", () => {
  it.each<[string, Schema | null, "off" | "lenient" | "strict", unknown]>([
    ["off", pet, "off", null],
    ["no JSON", null, "lenient", null],
    ["a component", ref, "lenient", { ...ref, type: "object" }],
    ["a component", ref, "strict", { ...ref, type: "object" }],
    [
      "a list",
      list,
      "lenient",
      { type: "object", properties: { result: { items: ref } } },
    ],
    [
      "a list",
      list,
      "strict",
      { type: "object", properties: { result: list }, required: ["result"] },
    ],
    [
      "a list or an object",
      { anyOf: [list, ref] },
      "lenient",
      { type: "object", anyOf: [{ items: ref }, ref] },
    ],
    [
      "an object or null",
      { type: ["object", "null"] },
      "strict",
      {
        type: "object",
        anyOf: [
          { type: ["object", "null"] },
          {
            type: "object",
            properties: { result: { type: ["object", "null"] } },
            required: ["result"],
          },
        ],
      },
    ],
  ])("%s, %j, %s", (_name, schema, mode, want) => {
    expect(output(schema, mode)).toEqual(want);
  });

  it("promises nothing strictly where an answer may be empty", () => {
    expect(output(pet, "strict", ["204"])).toBeNull();
    expect(output(pet, "lenient", ["204"])).not.toBeNull();
  });
});

describe("outputSchema", () => {
  it("lenient tells types in words", () => {
    expect(outputSchema("lenient")(pet)).toEqual({
      properties: {
        id: { description: "integer, int64: Its number." },
        kind: { description: 'string, one of "cat", "dog"' },
        secret: { description: "string" },
        friends: { items: ref },
        owner: { anyOf: [ref, { description: "null" }] },
      },
    });
  });

  it("strict leaves out what is only sent", () => {
    expect(outputSchema("strict")(pet)).toEqual({
      ...pet,
      required: ["id"],
      properties: {
        ...(pet["properties"] as object), // an object, above
        secret: { type: "string" },
      },
    });
  });

  it("lenient accepts every value", () => {
    const lenient = outputSchema("lenient");
    const accepts = new Ajv2020({ strict: false }).compile({
      ...lenient({ anyOf: [pet, list, { type: "string", pattern: "^a" }] }),
      $defs: { Pet: lenient(pet) },
    });
    const names = fc.constantFrom("id", "kind", "friends", "owner", "new");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(names, tie("value")),
      ),
    }));
    fc.assert(fc.property(value, (answer) => accepts(answer)));
  });
});
