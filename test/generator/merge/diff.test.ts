import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLists } from "../../../generator/merge/unified-diff.js";
import { unifiedDiff } from "../../../generator/merge/unified-diff.js";

test("hunks turn one list into the other", () => {
  const line = fc.constantFrom("}", "};", "a", "b", "c", "d");
  // Some lists are long, and differ more than is looked into.
  const list = fc
    .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom(1, 150))
    .map(([lines, times]) =>
      Array.from({ length: times }, (_, index) => [
        ...lines,
        `${index}`,
        "}",
      ]).flat(),
    );
  fc.assert(
    fc.property(list, list, (a, b) => {
      let at = 0;
      const made: string[] = [];
      for (const { aStart, aEnd, bStart, bEnd } of diffLists(a, b)) {
        made.push(...a.slice(at, aStart), ...b.slice(bStart, bEnd));
        at = aEnd;
      }
      expect([...made, ...a.slice(at)]).toEqual(b);
    }),
    { numRuns: 40 },
  );
});

test("diff of a hundred thousand lines with two distant changes ends in time", () => {
  const lines = Array.from({ length: 100_000 }, (_, index) =>
    index % 3 === 0 ? `line ${index}` : "};",
  );
  const changed = lines.with(30, "x").with(99_990, "y");
  expect(diffLists(lines, changed)).toEqual([
    { aStart: 30, aEnd: 31, bStart: 30, bEnd: 31 },
    { aStart: 99_990, aEnd: 99_991, bStart: 99_990, bEnd: 99_991 },
  ]);
});

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

test.each([
  ["the same", ten, ten, ""],
  [
    "one line",
    ten,
    ten.replace("5", "five"),
    "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  ],
  [
    "two places near each other",
    ten,
    ten.replace("3\n", "").replace("7\n", "7\n7b\n"),
    "@@ -1,10 +1,10 @@\n 1\n 2\n-3\n 4\n 5\n 6\n 7\n+7b\n 8\n 9\n 10\n",
  ],
  ["a new file", "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"],
  ["a file that is gone", "a\n", "", "@@ -1,1 +0,0 @@\n-a\n"],
  [
    "the last line end",
    "a\n",
    "a",
    "@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n",
  ],
])("a unified diff shows %s", (_name, a, b, want) => {
  const head = want === "" ? "" : "--- a/x\n+++ b/x\n";
  expect(unifiedDiff("x", a, b)).toBe(head + want);
});
