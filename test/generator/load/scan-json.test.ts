import fc from "fast-check";
import { expect, test } from "vitest";
import { scanJson } from "../../../generator/load/scan-json.js";

test.each<[string, string]>([
  ["", "0 a value"],
  ["{", "1 a name in double quotes or '}'"],
  ['{"a" 1}', "5 ':' after the name"],
  ['{"a": }', "6 a value"],
  ['{"a": 1,}', "8 a name in double quotes"],
  ['{"a": 1]', "7 ',' or the closing bracket"],
  ["[", "1 a value or ']'"],
  ["[1 2]", "3 ',' or the closing bracket"],
  ["[1,]", "3 a value"],
  ["[01]", "1 a value or ']'"],
  ["[tru]", "1 a value or ']'"],
  ['["\n"]', "1 a value or ']'"],
  ['["\\x"]', "1 a value or ']'"],
  ["{} x", "3 nothing after the end of the document"],
])("sees where %j stops being JSON", (text, want) => {
  const { error } = scanJson(text);
  expect(`${error?.offset ?? ""} ${error?.expected ?? ""}`).toBe(want);
});

test("sees keys that stand twice, however they are written", () => {
  const text = '{"a": [{"b": 1, "c": {"b": 2}, "\\u0062": 3}], "a": 4}';
  expect(scanJson(text).duplicates).toEqual([
    { offset: 31, pointer: "/a/0/b" },
    { offset: 46, pointer: "/a" },
  ]);
});

test("agrees with JSON.parse", () => {
  const fragment = fc.constantFrom(
    ..."{}[]:,",
    '"a"',
    "1",
    "-0.5e+3",
    "null",
    " ",
    "'",
  );
  const nearly = fc
    .array(fragment, { maxLength: 12 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.json(), nearly), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(scanJson(text).error === null).toBe(valid);
    }),
    { numRuns: 1_000 },
  );
});
