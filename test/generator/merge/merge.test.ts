import { expect, test } from "vitest";
import type { RenderedFile } from "../../../generator/project/outcome.js";
import { brief, file, lockOf, mergeInto } from "./files.js";

const A = "one\ntwo\nthree\n";
const edited = "one\ntwo\nthree, by hand\n";
const B = "ONE\ntwo\nthree\n";
const clash = "one\ntwo\nTHREE\n";
const markers =
  "<<<<<<< yours\na\n||||||| last generated\n=======\nb\n>>>>>>> newly generated\n";

interface Row {
  last?: RenderedFile;
  yours?: string;
  next?: RenderedFile;
  want: string[];
}

const note = (text: string, more?: Partial<RenderedFile>) =>
  file("note.md", text, more);
const fixed = (text: string) => note(text, { editable: false });

test.each<[string, Row]>([
  ["nothing there", { next: note(A), want: ["created note.md"] }],
  [
    "a file of the user's",
    {
      yours: edited,
      next: note(A),
      want: ["refused note.md: file-in-the-way"],
    },
  ],
  [
    "a file of the user's with the same text",
    { yours: A, next: note(A), want: ["unchanged note.md"] },
  ],
  [
    "nothing new",
    { last: note(A), yours: A, next: note(A), want: ["unchanged note.md"] },
  ],
  [
    "something new",
    { last: note(A), yours: A, next: note(B), want: ["updated note.md"] },
  ],
  [
    "edited",
    { last: note(A), yours: edited, next: note(A), want: ["kept note.md"] },
  ],
  [
    "edited and something new",
    { last: note(A), yours: edited, next: note(B), want: ["merged note.md"] },
  ],
  [
    "edited as generated now",
    { last: note(A), yours: B, next: note(B), want: ["unchanged note.md"] },
  ],
  [
    "edited beside a new line",
    {
      last: note(A),
      yours: edited,
      next: note(clash),
      want: ["conflict note.md"],
    },
  ],
  ["deleted", { last: note(A), next: note(A), want: ["deleted note.md"] }],
  [
    "deleted and something new",
    { last: note(A), next: note(B), want: ["deleted note.md"] },
  ],
  ["deleted and gone", { last: note(A), want: [] }],
  ["gone", { last: note(A), yours: A, want: ["removed note.md"] }],
  [
    "edited and gone",
    { last: note(A), yours: edited, want: ["orphaned note.md"] },
  ],
  [
    "unresolved markers",
    {
      last: note(A),
      yours: markers,
      next: note(A),
      want: ["refused note.md: unresolved-conflict"],
    },
  ],
  [
    "unresolved markers in a removed file",
    {
      last: note(A),
      yours: markers,
      want: ["refused note.md: unresolved-conflict"],
    },
  ],
  [
    "markers that were generated",
    {
      last: note(markers),
      yours: markers + "more\n",
      next: note(markers),
      want: ["kept note.md"],
    },
  ],
  [
    "not for editing",
    { last: fixed(A), yours: A, next: fixed(B), want: ["updated note.md"] },
  ],
  [
    "not for editing, but edited",
    {
      last: fixed(A),
      yours: edited,
      next: fixed(A),
      want: ["refused note.md: fixed-file-edited"],
    },
  ],
  [
    "not for editing, edited as generated now",
    { last: fixed(A), yours: B, next: fixed(B), want: ["unchanged note.md"] },
  ],
  [
    "not for editing and deleted",
    { last: fixed(A), next: fixed(A), want: ["created note.md"] },
  ],
  [
    "not for editing and gone",
    { last: fixed(A), yours: A, want: ["removed note.md"] },
  ],
])("%s", (_name, { last, yours, next, want }) => {
  const outcomes = mergeInto(
    yours === undefined ? {} : { "note.md": yours },
    last ? lockOf(last) : null,
    next ? [next] : [],
  );
  expect(brief(outcomes)).toEqual(want);
});

const pet = { key: "tool POST /pets" };
const home = { key: "tool GET /" };

test.each<
  [
    string,
    {
      last: RenderedFile[];
      disk: Record<string, string>;
      next: RenderedFile[];
      want: string[];
    },
  ]
>([
  [
    "a renamed component moves",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": A },
      next: [file("b.md", B, pet)],
      want: ["moved b.md from a.md"],
    },
  ],
  [
    "and takes its edits along",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": edited },
      next: [file("b.md", A, pet)],
      want: ["moved b.md from a.md"],
    },
  ],
  [
    "and conflicts as it would have done at home",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": edited },
      next: [file("b.md", clash, pet)],
      want: ["conflict b.md from a.md"],
    },
  ],
  [
    "and stays deleted",
    {
      last: [file("a.md", A, pet)],
      disk: {},
      next: [file("b.md", A, pet)],
      want: ["deleted a.md"],
    },
  ],
  [
    "but not onto a file of the user's",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": A, "b.md": edited },
      next: [file("b.md", A, pet)],
      want: ["refused b.md: file-in-the-way"],
    },
  ],
  [
    "nor onto an orphan to be",
    {
      last: [file("a.md", A, pet), file("b.md", A, home)],
      disk: { "a.md": A, "b.md": edited },
      next: [file("b.md", A, pet)],
      want: ["refused b.md: file-in-the-way"],
    },
  ],
  [
    "onto a removed file",
    {
      last: [file("a.md", A, pet), file("b.md", B, home)],
      disk: { "a.md": edited, "b.md": B },
      next: [file("b.md", A, pet)],
      want: ["moved b.md from a.md"],
    },
  ],
  [
    "onto a file that a killed run has written",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": edited, "b.md": edited },
      next: [file("b.md", A, pet)],
      want: ["moved b.md from a.md"],
    },
  ],
  [
    "onto a file that a killed run has written before it removed the old one",
    {
      last: [file("a.md", A, pet)],
      disk: { "b.md": B },
      next: [file("b.md", B, pet)],
      want: ["unchanged b.md"],
    },
  ],
  [
    "two swap their names",
    {
      last: [file("a.md", A, pet), file("b.md", B, home)],
      disk: { "a.md": edited, "b.md": B },
      next: [file("a.md", B, home), file("b.md", A, pet)],
      want: ["moved a.md from b.md", "moved b.md from a.md"],
    },
  ],
  [
    "a new component takes a name that was left",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": edited },
      next: [file("a.md", B, home), file("b.md", A, pet)],
      want: ["created a.md", "moved b.md from a.md"],
    },
  ],
  [
    "another method at the same path of the tree is the same file",
    {
      last: [file("a.md", A, pet)],
      disk: { "a.md": edited },
      next: [file("a.md", B, { key: "tool PUT /pets" })],
      want: ["merged a.md"],
    },
  ],
])("%s", (_name, { last, disk, next, want }) => {
  expect(brief(mergeInto(disk, lockOf(...last), next))).toEqual(want);
});

test("a rename that changes case alone finds its file on a file system that ignores case", () => {
  const outcomes = mergeInto(
    { "getPet.md": A, "getpet.md": A },
    lockOf(file("getPet.md", A, pet)),
    [file("getpet.md", A, pet)],
  );
  expect(brief(outcomes)).toEqual(["moved getpet.md from getPet.md"]);
});

test("an edited file whose arguments changed is marked with contractChanged", () => {
  const lock = lockOf(
    file("a.md", A, { contract: "1" }),
    file("b.md", A, { contract: "1" }),
    file("c.md", A),
  );
  const disk = { "a.md": edited, "b.md": edited, "c.md": edited };
  const outcomes = mergeInto(disk, lock, [
    file("a.md", A, { contract: "2" }),
    file("b.md", B, { contract: "2" }),
    file("c.md", B, { contract: "2" }),
  ]);
  expect(outcomes).toMatchObject([
    { kind: "kept", contractChanged: true },
    { kind: "merged", contractChanged: true },
    { kind: "merged", contractChanged: false },
  ]);
});

test("CRLF and a byte order mark are not edits, and are kept", () => {
  const disk = { "note.md": "\uFEFF" + A.replaceAll("\n", "\r\n") };
  expect(mergeInto(disk, lockOf(note(A)), [note(B)])).toEqual([
    {
      kind: "updated",
      path: "note.md",
      before: disk["note.md"],
      text: "\uFEFF" + B.replaceAll("\n", "\r\n"),
    },
  ]);
});
