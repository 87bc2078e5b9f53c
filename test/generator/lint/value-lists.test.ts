import { expect, test } from "vitest";
import { findValueList } from "../../../generator/lint/value-lists.js";

test.each([
  ["The order. One of `asc`, `desc`.", ["asc", "desc"], true],
  ["Must be one of 'a', 'b' or 'c'.", ["a", "b", "c"], true],
  ["One of: asc, desc", ["asc", "desc"], true],
  ["One of red, green or blue.", ["red", "green", "blue"], true],
  ["One of `a` (the default), `b`.", ["a", "b"], true],
  ["Allowed values: low | medium | high", ["low", "medium", "high"], false],
  ["Either `auto` or `away`", ["auto", "away"], false],
  ["Possible values are `asc` for (1, 2), and `desc`.", ["asc", "desc"], false],
])("the text %s has a list of values", (text, values, isExact) => {
  expect(findValueList(text)).toEqual({ values, isExact });
});

test.each([
  "One of the pets of the house.",
  "Values such as `a` or `b`.",
  "Can be `a`, `b`, for example.",
  "A comma-separated list of states. Can be: `open`, `fixed`.",
  "One or more of `a`, `b`. Can be `a`, `b`.",
  "Can be `cats` AND `dogs`.",
  "Either `id` is required.",
  "",
])("the text %s has no list of values", (text) => {
  expect(findValueList(text)).toBeNull();
});
