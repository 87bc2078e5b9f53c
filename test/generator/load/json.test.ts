import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../../generator/load/parse-json.js";

test.each<[string, string[]]>([
  [
    '{"a": [{"b": 1, "c": {"b": 2}, "\\u0062": 3}], "a": 4}',
    ["1:32 /a/0/b", "1:47 /a"],
  ],
  ['{"__proto__": 1,\n "__proto__": 2}', ["2:2 /__proto__"]],
  ['{"a\\\\": 1, "a": "\\":", "b" : [{}]}', []],
])("parseJson reports duplicate keys in %j", (text, want) => {
  const told = parseJson(text, "a", () => text)?.findings.map(
    ({ line, column, pointer }) =>
      `${String(line)}:${String(column)} ${String(pointer)}`,
  );
  expect(told).toEqual(want);
});

test("parseJson reports no duplicate keys in the output of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text, "a", () => text)?.findings).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("parseJson rejects more than 500 levels", () => {
  const text = `{"a": 1, "a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(() => parseJson(text, "a", () => text)).toThrow(
    "more than 500 levels deep",
  );
});

test("locate finds positions after long strings", () => {
  const long = "\\n".repeat(2_000_000);
  const text = `{"a": "${long}",\n "b": 1}`;
  const parsed = parseJson(text, "a", () => text);
  expect(parsed?.locate("/b")).toEqual({ line: 2, column: 2 });
});
