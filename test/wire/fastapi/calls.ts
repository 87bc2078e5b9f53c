/** Calls of the application, and what it has to understand. */
export const understood: [tool: string, args: object, want: unknown][] = [
  [
    "item",
    {
      item_id: 7,
      slug: "a b,c?d#é%25",
      active: false,
      ratio: 0.5,
      kind: "dog",
      since: "2026-01-02T03:04:05+00:00",
      q: "1+1=2 & more; ü",
      tags: ["a,b", "c d"],
      numbers: [1, 2],
    },
    {
      item_id: 7,
      slug: "a b,c?d#é%25",
      active: false,
      ratio: 0.5,
      kind: "dog",
      since: "2026-01-02T03:04:05+00:00",
      q: "1+1=2 & more; ü",
      tags: ["a,b", "c d"],
      numbers: [1, 2],
    },
  ],
  [
    "item",
    { item_id: 0, slug: "x", active: true, q: null, ratio: null, tags: [] },
    {
      item_id: 0,
      slug: "x",
      active: true,
      ratio: null,
      kind: null,
      since: null,
      q: null,
      tags: [],
      numbers: [],
    },
  ],
  ["file", { path: "a/b.txt" }, { path: "a/b.txt" }],
  [
    "filtered",
    { limit: 3, order: "dog", words: ["x", "y"] },
    { limit: 3, order: "dog", words: ["x", "y"] },
  ],
  [
    "head",
    { x_trace: "t 1", x_count: 3, session: "a b;c=d", visits: 2 },
    // Cookies are percent-encoded, and Python does not decode them.
    { x_trace: "t 1", x_count: 3, session: "a%20b%3Bc%3Dd", visits: 2 },
  ],
  [
    "head",
    { x_trace: null },
    { x_trace: null, x_count: null, session: null, visits: null },
  ],
  [
    "person",
    {
      dry_run: true,
      name: 'Ann "é" 😀',
      age: 3,
      tags: ["a"],
      address: { street: "x", number: null },
      born: "2020-02-29",
      scores: { a: 1.5 },
    },
    {
      dry_run: true,
      person: {
        name: 'Ann "é" 😀',
        age: 3,
        tags: ["a"],
        address: { street: "x", number: null },
        born: "2020-02-29",
        scores: { a: 1.5 },
      },
    },
  ],
  [
    "both",
    { person_id: 7, person: { name: "Ann", age: 3 }, note: "hi" },
    {
      person_id: 7,
      person: {
        name: "Ann",
        age: 3,
        tags: [],
        address: null,
        born: null,
        scores: {},
      },
      note: "hi",
    },
  ],
  [
    "people",
    { body: [{ name: "Ann", age: 3 }] },
    [
      {
        name: "Ann",
        age: 3,
        tags: [],
        address: null,
        born: null,
        scores: {},
      },
    ],
  ],
  ["number", { body: 7 }, 7],
  [
    "form",
    { name: "a&b=c d+é", age: 3, member: true, tags: ["x", "y z"] },
    { name: "a&b=c d+é", age: 3, member: true, tags: ["x", "y z"] },
  ],
  [
    "form",
    { name: "Ann" },
    { name: "Ann", age: null, member: false, tags: [] },
  ],
  [
    "upload",
    {
      note: "n é",
      file: {
        data: "AAEC/w==",
        filename: "b é.png",
        contentType: "image/png",
      },
      more: ["aGk=", { data: "eW8=", filename: "yo.txt" }],
      proof: { text: "ok" },
    },
    {
      note: "n é",
      file: { name: "b é.png", type: "image/png", hex: "000102ff" },
      more: [
        { name: "more", type: "application/octet-stream", hex: "6869" },
        { name: "yo.txt", type: "application/octet-stream", hex: "796f" },
      ],
      proof: { name: "proof", type: "text/plain", hex: "6f6b" },
    },
  ],
  ["remove", { ids: [1, 2] }, { ids: [1, 2] }],
];
