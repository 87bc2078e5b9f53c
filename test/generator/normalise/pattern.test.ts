import { expect, test } from "vitest";
import { isExplosive } from "../../../generator/normalise/pattern-cost.js";
import { mendPattern } from "../../../generator/normalise/pattern.js";

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^\\p{L}{2,}$", "^\\p{L}{2,}$"],
  ["^\\d{3}\\-\\d$", "^\\d{3}-\\d$"],
  ["^[\\w\\-\\.]+\\@\\_$", "^[\\w\\-\\.]+@_$"],
  ["\\A\\d\\Z", "^\\d$"],
  ["(?P<year>\\d{4})", "(?<year>\\d{4})"],
  ["{id}]", "\\{id\\}\\]"],
  ["/^\\d+$/", "^\\d+$"],
])("mends %s", (given, pattern) => {
  expect(mendPattern(given)).toEqual({ pattern });
  expect(() => new RegExp(pattern, "u")).not.toThrow();
});

test.each<[unknown, string]>([
  [1, "is no text"],
  ["a".repeat(10_001), "is too long"],
  ["/^a$/i", "has flags"],
  ["(?i)a", "is no JavaScript regular expression"],
  ["(?i:a)", "is no JavaScript regular expression"],
  ["(?>a)", "is no JavaScript regular expression"],
  ["[[:alpha:]]+", "is no JavaScript regular expression"],
  ["(a", "is no JavaScript regular expression"],
  ["(a+)+$", "can take exponential time"],
])("refuses %s", (given, fault) => {
  expect(mendPattern(given)).toEqual({ fault });
});

// Against these, an engine needs exponential time for some text: https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS
test.each([
  "(a+)+$",
  "(a*)*$",
  "(a|a)*b",
  "(a|aa)+$",
  "(ab|a|b)*c",
  "(a?b?)*c",
  "(.*,)*x",
  "(x+x+)+y",
  "^(\\w+\\s?)*$",
  "(\\s*\\w+)*!",
  "([^@]+)+@",
  "(\\d+|[0-9a-f]+)*$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
  "(a{1,100}){1,100}$",
  "((a{100}){100}){100}$",
  "(?=(a+)+$)b",
  "(?:(?<x>a)|\\k<x>)*b",
])("%s explodes", (pattern) => {
  expect(isExplosive(pattern)).toBe(true);
});

test.each([
  "^[a-z0-9]+(?:[._-][a-z0-9]+)*$",
  "^(\\w+\\.)*\\w+$",
  "^[\\w.+-]+@([\\w-]+\\.)+[\\w-]{2,4}$",
  "^(\\d{1,3}\\.){3}\\d{1,3}$",
  "^(?:[0-9a-f]{64},?)*$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  '^"([^"\\\\]|\\\\.)*"$',
  "^([a-z]+\\d+)*$",
  "^(foo|far)*$",
  "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==)?$",
  "^.*foo.*bar$",
  "^(?!-)[a-z-]{1,63}(?<!-)(\\.[a-z]{2,})+$",
  "^(a|b|)*$",
  "^\\(+\\[+$",
])("%s does not", (pattern) => {
  expect(isExplosive(pattern)).toBe(false);
});
