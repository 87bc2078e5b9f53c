import { describe, expect, test } from "vitest";
import { isCheap } from "../../../../runtime/features/checks/pattern.js";
import { rules } from "../../../../runtime/features/checks/rules.js";
import type { JsonSchema } from "../../../../runtime/index.js";

function broken(value: unknown, schema: JsonSchema): string[] {
  const told: string[] = [];
  rules(value, schema, (rule) => told.push(rule));
  return told;
}

const long = Array.from({ length: 25 }, (_, index) => index);

test.each<[unknown, JsonSchema, string[]]>([
  ["a", {}, []],
  // allowed values
  ["cow", { enum: ["cat", "dog"] }, ['must be one of "cat", "dog"']],
  ["cat", { enum: ["cat", "dog"] }, []],
  [1, { enum: ["1", null] }, ['must be one of "1", null']],
  [null, { enum: ["1", null] }, []],
  [-1, { enum: long }, [`must be one of ${long.slice(0, 20).join(", ")}, …`]],
  [{ a: [1] }, { enum: [{ a: [1] }] }, []],
  [{ b: 1, a: 2 }, { const: { a: 2, b: 1 } }, []],
  [[2, 1], { const: [1, 2] }, ["must be [1,2]"]],
  ["b", { const: "a" }, ['must be "a"']],
  [null, { const: null }, []],
  [0, { const: null }, ["must be null"]],
  // bounds
  [4, { minimum: 5 }, ["must be >= 5"]],
  [5, { minimum: 5, maximum: 5 }, []],
  [6, { maximum: 5 }, ["must be <= 5"]],
  [5, { exclusiveMinimum: 5 }, ["must be > 5"]],
  [5, { exclusiveMaximum: 5 }, ["must be < 5"]],
  [6, { exclusiveMinimum: 5, exclusiveMaximum: 7 }, []],
  ["4", { minimum: 5 }, []],
  [7, { multipleOf: 2 }, ["must be multiple of 2"]],
  [19.99, { multipleOf: 0.01 }, []],
  [1e300, { multipleOf: 0.5 }, []],
  [7, { multipleOf: 0 }, []],
  // texts
  ["a", { minLength: 2 }, ["must NOT have fewer than 2 characters"]],
  ["abc", { maxLength: 2 }, ["must NOT have more than 2 characters"]],
  ["😀😀", { minLength: 2, maxLength: 2 }, []],
  [
    "",
    { minLength: 1, pattern: "^a" },
    ["must NOT have fewer than 1 characters"],
  ],
  ["ab", { pattern: "^[0-9]+$" }, ['must match pattern "^[0-9]+$"']],
  ["12", { pattern: "^[0-9]+$" }, []],
  // patterns that could take long are left to the API
  ["1", { pattern: "[a-z]" }, []],
  ["1", { pattern: "^(a|b)$" }, []],
  [5, { pattern: "^a$" }, []],
  ["b".repeat(5000), { pattern: "^a*$" }, []],
  // lists
  [[1], { minItems: 2 }, ["must NOT have fewer than 2 items"]],
  [[1, 2], { maxItems: 1 }, ["must NOT have more than 1 items"]],
  [[1, 1], { uniqueItems: true }, ["must NOT have duplicate items"]],
  [
    [{ a: 1 }, { a: 1 }],
    { uniqueItems: true },
    ["must NOT have duplicate items"],
  ],
  [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    { uniqueItems: true },
    ["must NOT have duplicate items"],
  ],
  [[1, "1", [1], { a: 1 }, null], { uniqueItems: true }, []],
  [[1, 1], { uniqueItems: false }, []],
  // objects
  [{ a: 1 }, { minProperties: 2 }, ["must NOT have fewer than 2 properties"]],
  [
    { a: 1, b: 2 },
    { maxProperties: 1 },
    ["must NOT have more than 1 properties"],
  ],
  [
    { a: 1 },
    { dependentRequired: { a: ["b", "c"] } },
    ['needs "b", "c" as well'],
  ],
  [{ a: 1, b: 2 }, { dependentRequired: { a: ["b"] } }, []],
  [{ constructor: 1 }, { dependentRequired: { a: ["b"] } }, []],
  [
    { a: 1, b: 2 },
    { dependentRequired: { a: ["c", "d"], b: ["d", "e"] } },
    ['needs "c", "d", "e" as well'],
  ],
  // keywords that make no sense
  [5, { minimum: "6", enum: 7, multipleOf: null }, []],
  ["a", { minLength: "x", pattern: 5 }, []],
  [[1], { minItems: true, uniqueItems: "yes" }, []],
  [{ a: 1 }, { dependentRequired: { a: null } }, []],
])("rules for %j by %j", (value, schema, want) => {
  expect(broken(value, schema)).toEqual(want);
});

describe("a cheap pattern", () => {
  test.each([
    "^a",
    "^$",
    "^[a-z]+$",
    "^[A-Za-z0-9_-]{1,64}$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^v\\d+$",
    "^#[0-9a-fA-F]{6}$",
    "^.*$",
    "^[^/]+$",
    "^[\\]\\-a]*$",
    "^https?",
    "^\\S+$",
  ])("%s", (pattern) => {
    expect(isCheap(pattern)).toBe(true);
  });
});

describe("a pattern that is left to the API", () => {
  test.each([
    ["it may begin anywhere", "a$"],
    ["it may begin anywhere", "[a-z]+"],
    ["groups", "^(a+)+$"],
    ["groups", "^(a+){10}b"],
    ["groups", "^(.*a){25}$"],
    ["alternatives", "^a|b$"],
    ["a lookahead", "^(?=a)a$"],
    ["references", "^(a)\\1$"],
    ["two that are free", "^.*a.*b.*c.*d$"],
    ["two that are free", "^\\S+@\\S+\\.\\S+$"],
    ["two that are free", "^a{2,}b*$"],
    ["special classes", "^\\p{L}+$"],
    ["it is invalid", "^["],
    ["it is invalid", "^a{2,1}$"],
    ["it is invalid", "^a**$"],
    ["it is invalid", "^+$"],
  ])("because of %s: %s", (_why, pattern) => {
    expect(isCheap(pattern)).toBe(false);
  });
});
