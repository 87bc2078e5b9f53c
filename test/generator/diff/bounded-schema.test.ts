import { describe, expect, test } from "vitest";
import { boundSchema } from "../../../generator/diff/bounded-schema.js";
import type { Schema } from "../../../generator/model.js";

/** An object schema of so many text properties, each of about a hundred characters. */
function fields(count: number, text = "What it is."): Schema {
  const properties = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `field${index}`,
      { type: "string", description: text },
    ]),
  );
  return { type: "object", properties };
}

/** Schemas that each hold the next one. */
function chain(depth: number): Schema {
  return depth === 0
    ? { type: "string" }
    : { type: "object", properties: { next: chain(depth - 1) } };
}

const print = (schema: Schema) => JSON.stringify(boundSchema(schema), null, 2);

describe("boundSchema()", () => {
  test("leaves a schema as it is", () => {
    const schema = fields(100);
    expect(boundSchema(schema)).toEqual(schema);
  });

  test.each<[string, Schema]>([
    ["a long chain", chain(300)],
    ["many properties", fields(5_000)],
    ["properties with long texts", fields(50, "word ".repeat(1_000))],
    [
      "a long list of values",
      {
        type: "object",
        properties: { at: { enum: [...Array(9_000).keys()] } },
      },
    ],
    [
      "long properties of a body",
      { type: "object", properties: { body: fields(400), id: {} } },
    ],
    [
      "members that many have",
      {
        type: "object",
        properties: { __proto__: chain(200), list: chain(200) },
      },
    ],
  ])("is bounded for %s", (_, schema) => {
    expect(print(schema).length).toBeLessThanOrEqual(16_200);
  });

  test("shows what is short, beside the digest of what is long", () => {
    const schema = {
      type: "object",
      properties: { id: { type: "integer" }, body: fields(400) },
    };
    expect(boundSchema(schema)).toEqual({
      type: "object",
      properties: {
        id: { type: "integer" },
        body: {
          type: "object",
          properties: expect.stringMatching(
            /^… \d+ characters of JSON with the digest [\w-]{22}$/,
          ) as string,
        },
      },
    });
  });

  test("tells each change of what is left out", () => {
    const texts = ["What it is.", "What it was."].map((text) =>
      print({
        type: "object",
        properties: {
          id: { type: "integer" },
          body: { ...fields(400), required: ["field0"] },
          deep: { ...chain(300), description: text },
          list: { items: { ...fields(300), title: "T", examples: [text] } },
        },
      }),
    );
    expect(texts[0]).not.toBe(texts[1]);
    const bodies = texts.map((text) => /"body": [^]*?"deep"/.exec(text)?.[0]);
    expect(bodies[0]).toBe(bodies[1]);
  });
});
