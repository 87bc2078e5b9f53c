import { expect, test } from "vitest";
import { createRedactor } from "../../../../runtime/features/observe/redact.js";
import { encode } from "../../../encodings.js";

const redact = (secret: string, text: string) =>
  createRedactor(() => [secret])(text);

const SECRET = '"+é😀 \\/%4\n\t&<b>=-u12';

test.each([
  ["JSON", 3],
  ["JSON of PHP", 3],
  ["JSON of Go", 3],
  ["URL", 3],
  ["form", 3],
])("a secret in %s, up to %i times, is redacted", (name, times) => {
  for (let count = 0; count <= times; count += 1) {
    const text = encode(SECRET, Array<string>(count).fill(name));
    expect(redact(SECRET, `key=${text}; ok`)).toBe("key=[redacted]; ok");
  }
});

test.each<[string, string, string, string]>([
  [
    "digits before it that complete an escape",
    "41b/cdefgh",
    "%41b%2Fcdefgh",
    "%[redacted]",
  ],
  [
    "digits before it that complete an escape of JSON",
    "41/cdefgh",
    "\\u0041\\/cdefgh",
    "\\u00[redacted]",
  ],
  ["a backslash before its u", "u00e9/cdef", "\\u00e9\\/cdef", "\\[redacted]"],
  [
    "digits after it that complete its escape",
    "abc/defgh%",
    "abc%2Fdefgh%2541 1",
    "[redacted] 1",
  ],
  [
    "digits after it that complete its escape of several bytes",
    "abc/defgh\\u20",
    "abc%2Fdefgh\\u20ac 1",
    "[redacted] 1",
  ],
  ["a secret without its backslashes", "deadbeef\\\\", "deadbeef, ok", ""],
  ["what follows its first digits only", "ab12/defgh", "cd12/defgh", ""],
  ["what is before its last sign only", "abcdefgh/ij%", "abcdefgh/ij 41", ""],
  ["other backslashes for eight", "\\".repeat(8), "C:\\\\a\\b", ""],
  [
    "eight backslashes in JSON",
    "\\".repeat(8),
    `C:${"\\".repeat(16)}a`,
    "C:[redacted]a",
  ],
  [
    "backslashes at its end",
    "ab/cdefgh\\",
    "ab%2Fcdefgh%5C%5C.",
    "[redacted].",
  ],
  [
    "a secret that another one overlaps",
    "abab/abab",
    "abab/abab/abab",
    "[redacted]",
  ],
  [
    "two side by side",
    "ab/cdefgh",
    "ab%2fcdefghab/cdefgh",
    "[redacted][redacted]",
  ],
])("neighbours: %s", (_case, secret, text, want) => {
  expect(redact(secret, text)).toBe(want || text);
});
