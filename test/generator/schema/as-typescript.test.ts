import { expect, test } from "vitest";
import { toTypeScript } from "../../../generator/schema/as-typescript.js";

const Tree = { type: "array", items: { $ref: "#/$defs/Tree" } };

test.each<[object, string]>([
  [{ type: ["integer", "null"] }, "number | null"],
  [{ enum: ["a", 1] }, '"a" | 1'],
  [{ const: "a" }, '"a"'],
  [{ type: "array" }, "Array<unknown>"],
  [{ type: "object" }, "{ [key: string]: unknown; }"],
  [{ type: "object", additionalProperties: false }, "{}"],
  [
    {
      properties: { "a-b": { type: "string" }, c: {} },
      required: ["c"],
      additionalProperties: { type: "boolean" },
    },
    '{ "a-b"?: string; c: unknown; [key: string]: boolean; }',
  ],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
  [{ allOf: [{ type: "string" }, {}] }, "string & unknown"],
  [
    { allOf: [{ type: ["string", "null"] }, { enum: ["a", "b"] }] },
    '(string | null) & ("a" | "b")',
  ],
  [{ allOf: [{ type: ["string", "null"] }] }, "string | null"],
  [{ $ref: "#/$defs/Tree", $defs: { Tree } }, "Array<Array<unknown>>"],
])("toTypeScript of %j is %s", (schema, want) => {
  expect(toTypeScript({ ...schema })).toBe(want);
});
