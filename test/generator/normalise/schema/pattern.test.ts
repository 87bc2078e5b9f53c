import { expect, test } from "vitest";
import { repairPattern } from "../../../../generator/normalise/schema/pattern.js";

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^\\p{L}{2,}$", "^\\p{L}{2,}$"],
  ["^\\d{3}\\-\\d$", "^\\d{3}-\\d$"],
  ["^[\\w\\-\\.]+\\@\\_$", "^[\\w\\-\\.]+@_$"],
  ["\\A\\d\\Z", "^\\d$"],
  ["(?P<year>\\d{4})", "(?<year>\\d{4})"],
  ["{id}]", "\\{id\\}\\]"],
  ["/^\\d+$/", "^\\d+$"],
  ["(a+)+$", "(a+)+$"],
  ["(|)".repeat(60), "(|)".repeat(60)],
])("a pattern is repaired: %s", (given, pattern) => {
  expect(repairPattern(given)).toEqual({ pattern });
  expect(() => new RegExp(pattern, "u")).not.toThrow();
});

test.each<[unknown, string]>([
  [1, "is not a string"],
  ["a".repeat(10_001), "is too long"],
  ["/^a$/i", "has flags"],
  ["(?i)a", "is not a valid JavaScript regular expression"],
  ["(?i:a)", "is not a valid JavaScript regular expression"],
  ["(?>a)", "is not a valid JavaScript regular expression"],
  ["[[:alpha:]]+", "is not a valid JavaScript regular expression"],
  ["(a", "is not a valid JavaScript regular expression"],
])("a pattern is rejected: %s", (given, fault) => {
  expect(repairPattern(given)).toEqual({ fault });
});
