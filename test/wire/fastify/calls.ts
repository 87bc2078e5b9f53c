/** Calls of the application, and what it has to understand. */
export const understood: [tool: string, args: object, want: object][] = [
  [
    "item",
    {
      id: 7,
      name: "a/b c?d#é",
      active: false,
      tags: ["a,b", "c&d=e +"],
      x_trace: "t 1",
    },
    {
      params: { id: 7, name: "a/b c?d#é" },
      query: { active: false, tags: ["a,b", "c&d=e +"] },
      trace: "t 1",
    },
  ],
  [
    "pet",
    { name: 'Rex "é" 😀', tags: [], owner: null, kind: 7 },
    { body: { name: 'Rex "é" 😀', tags: [], owner: null, kind: 7 } },
  ],
  [
    "pet",
    { name: "Rex", owner: { email: "a@b" }, kind: ["x"] },
    { body: { name: "Rex", owner: { email: "a@b" }, kind: ["x"] } },
  ],
  ["plain", { body: "héllo\n" }, { body: "héllo\n" }],
  ["xml", { body: "<a>é</a>" }, { body: "<a>é</a>" }],
  [
    "form",
    { a: "1&2=é", b: ["x", "y z"] },
    { body: "a=1%262%3D%C3%A9&b=x&b=y%20z" },
  ],
  ["bytes", { body: "AAEC/w==" }, { body: { hex: "000102ff" } }],
  [
    "upload",
    {
      note: "n é",
      file: { data: "AAEC/w==", filename: "é.png", contentType: "image/png" },
    },
    { name: "é.png", type: "image/png", hex: "000102ff", note: "n é" },
  ],
];
