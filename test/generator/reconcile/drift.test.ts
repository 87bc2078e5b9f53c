import { expect, test } from "vitest";
import { findDrifts } from "../../../generator/reconcile/drift.js";
import { pairFiles } from "../../../generator/reconcile/pair-files.js";
import type { RenderedFile } from "../../../generator/project/outcome.js";
import { file, lockOf } from "../merge/files.js";

const A = "one\ntwo\n";
const B = "one\nTWO\n";
const edited = "one\ntwo\nby hand\n";
const pet = { key: "tool POST /pets" };
const fixed = { editable: false };

interface Case {
  last: RenderedFile[];
  disk: Record<string, string>;
  next: RenderedFile[];
  want: string[];
}

test.each<[string, Case]>([
  [
    "nothing new",
    { last: [file("a", A)], disk: { a: A }, next: [file("a", A)], want: [] },
  ],
  [
    "edited by hand",
    {
      last: [file("a", A)],
      disk: { a: edited },
      next: [file("a", A)],
      want: [],
    },
  ],
  [
    "deleted by hand",
    { last: [file("a", A)], disk: {}, next: [file("a", A)], want: [] },
  ],
  [
    "a new text beside any edits",
    {
      last: [file("a", A)],
      disk: { a: edited },
      next: [file("a", B)],
      want: ["stale a"],
    },
  ],
  [
    "a stale commit that looks like the new text",
    {
      last: [file("a", A)],
      disk: { a: B },
      next: [file("a", B)],
      want: ["stale a"],
    },
  ],
  [
    "a new file",
    { last: [], disk: {}, next: [file("a", A)], want: ["missing a"] },
  ],
  [
    "a file too many",
    { last: [file("a", A)], disk: { a: A }, next: [], want: ["extra a"] },
  ],
  [
    "a renamed component",
    {
      last: [file("a", A, pet)],
      disk: { a: A },
      next: [file("b", A, pet)],
      want: ["moved b"],
    },
  ],
  [
    "not for editing, but edited",
    {
      last: [file("a", A, fixed)],
      disk: { a: edited },
      next: [file("a", A, fixed)],
      want: ["edited a"],
    },
  ],
  [
    "not for editing, but deleted",
    {
      last: [file("a", A, fixed)],
      disk: {},
      next: [file("a", A, fixed)],
      want: ["edited a"],
    },
  ],
  [
    "unresolved markers",
    {
      last: [file("a", A)],
      disk: { a: `${A}<<<<<<< yours\n` },
      next: [file("a", A)],
      want: ["markers a"],
    },
  ],
])("%s", (_name, { last, disk, next, want }) => {
  const drifts = findDrifts(
    pairFiles({
      baseLock: lockOf(...last),
      readCurrent: (path) => disk[path],
      incoming: next,
    }),
  );
  expect(drifts.map(({ kind, path }) => `${kind} ${path}`)).toEqual(want);
});

test.each([
  ["with edits is reported", edited, ["orphan"]],
  ["without edits is removed by the next generation", A, ["extra"]],
  ["that was deleted is no difference", undefined, []],
])("findDrifts: an orphan %s", (_name, present, kinds) => {
  const lock = lockOf(file("a", A));
  const files = new Map(
    [...lock.files].map(([path, entry]) => [path, { ...entry, orphan: true }]),
  );
  const drifts = findDrifts(
    pairFiles({
      baseLock: { ...lock, files },
      readCurrent: () => present,
      incoming: [],
    }),
  );
  expect(drifts).toEqual(kinds.map((kind) => ({ kind, path: "a" })));
});

test("the diff of a drift leads from the last generated text to the next one", () => {
  const want = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n";
  for (const more of [{}, fixed]) {
    const drifts = findDrifts(
      pairFiles({
        baseLock: lockOf(file("a", A, more)),
        readCurrent: () => A,
        incoming: [file("a", B, more)],
      }),
    );
    expect(drifts).toEqual([{ kind: "stale", path: "a", diff: want }]);
  }
});
