import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../../runtime/index.js";
import { jsonStrings } from "../../../../runtime/features/bodies/json-strings.js";
import { longIntegers } from "../../../../runtime/features/bodies/long-integers.js";
import { $defs, INTEGER, LONG, object, TEXT } from "./schemas.js";

const ANY_OBJECT = {
  type: ["object", "array", "string", "number", "boolean"],
};

describe("jsonStrings() and text of JSON:", () => {
  test.each<[string, JsonSchema, unknown, string]>([
    [
      "an object three levels down becomes one",
      object({ a: { type: "array", items: object({ b: object({}) }) } }),
      { a: [{ b: '{"c":[1]}' }] },
      '{"a":[{"b":{"c":[1]}}]}',
    ],
    [
      "a list becomes one, and texts in it too",
      object({ a: { type: "array", items: object({}) } }),
      { a: '["{\\"b\\":1}"]' },
      '{"a":[{"b":1}]}',
    ],
    [
      "an object behind a reference, or null",
      object({ a: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } }),
      { a: `{"id":"${LONG}"}` },
      `{"a":{"id":${LONG}}}`,
    ],
    [
      "an object of which the document says no more becomes one",
      object({ a: ANY_OBJECT }),
      { a: ' {"b":1}' },
      '{"a":{"b":1}}',
    ],
    [
      "an object whose schema names no type becomes one",
      object({ a: { properties: { b: INTEGER } }, c: { items: INTEGER } }),
      { a: '{"b":"1"}', c: "[1]" },
      '{"a":{"b":1},"c":[1]}',
    ],
    [
      "text stays if the schema allows text",
      object({ a: { type: ["object", "string"] }, b: TEXT, c: {} }),
      { a: '{"b":1}', b: "[1]", c: "{}" },
      '{"a":"{\\"b\\":1}","b":"[1]","c":"{}"}',
    ],
    [
      "text stays if an alternative allows it",
      object({ a: { oneOf: [object({}), TEXT] } }),
      { a: "{}" },
      '{"a":"{}"}',
    ],
    [
      "text stays that is deeper than any value",
      object({ a: object({ b: { type: "array" } }) }),
      { a: { b: "[".repeat(600) + "]".repeat(600) } },
      `{"a":{"b":"${"[".repeat(600)}${"]".repeat(600)}"}}`,
    ],
    [
      "a long list is not deep",
      object({ a: object({ b: { type: "array" } }) }),
      { a: { b: `[${'[1],"[",'.repeat(600)}[1]]` } },
      `{"a":{"b":[${'[1],"[",'.repeat(600)}[1]]}}`,
    ],
    [
      "text stays that is no JSON, or another value than the schema wants",
      object({ a: object({}), b: { type: "array" }, c: ANY_OBJECT }),
      { a: "{b}", b: "{}", c: "{name}" },
      '{"a":"{b}","b":"{}","c":"{name}"}',
    ],
  ])("%s", (_case, schema, value, want) => {
    const parsedValue = jsonStrings(value, schema, $defs);
    expect(longIntegers(parsedValue, schema, $defs)).toBe(want);
  });
});
