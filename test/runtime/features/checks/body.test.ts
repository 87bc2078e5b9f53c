import { expect, test } from "vitest";
import { checks } from "../../../../runtime/features/checks/checks.js";
import { toRegisteredComponent } from "../../../../runtime/index.js";
import type { JsonSchema } from "../../../../runtime/index.js";
import { toolOf } from "../../upstream.js";

const properties = { a: {}, b: {}, c: {} };

test.each<[string, JsonSchema, object, string]>([
  ["a required property", { required: ["a"] }, { b: 1 }, "/a: is required"],
  ["nothing of it", { required: ["a"] }, {}, ""],
  ["all of it", { required: ["a"] }, { a: 1 }, ""],
  ["another one", { dependentRequired: { a: ["b"] } }, { a: 1 }, 'needs "b"'],
  ["too few", { minProperties: 2 }, { a: 1 }, "fewer than 2 properties"],
  ["too many", { maxProperties: 1 }, { a: 1, b: 1 }, "more than 1 properties"],
  [
    "neither",
    { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { c: 1 },
    "is required",
  ],
  [
    "one of both",
    { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { b: 1 },
    "",
  ],
  // Other rules of alternatives are left to the API.
  [
    "others",
    { anyOf: [{ properties: { a: { type: "null" } } }] },
    { a: 1 },
    "",
  ],
])("a rule of an optional body: %s", (_, whole, args, refused) => {
  const tool = toolOf({
    request: "POST /",
    arguments: { q: { in: "query" } },
    body: { $ref: "#/$defs/Thing" },
    bodyRequired: false,
  });
  const $defs = { Thing: { type: "object", properties, ...whole } };
  const schemas = { $defs, arguments: {} };
  const entry = toRegisteredComponent(tool, {
    components: [tool],
    schemas,
    client,
  });
  const checked = { name: "tool", $defs, schema: entry.inputSchema() };
  const check = () => checks({ q: 1, ...args }, checked, entry);
  if (refused === "") expect(check).not.toThrow();
  else expect(check).toThrow(refused);
});

const client = () => {
  throw new Error("not called");
};
