import fc from "fast-check";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../../generator/merge/unified-diff.js";
import { project } from "./project.js";
import { oneMore, shop } from "./shop.js";

test("the diff is small for one optional property in a component that many tools share", async () => {
  const diff = await difference(
    manyTools(""),
    manyTools("        color: { type: string }\n"),
  );
  expect(Object.keys(diff)).toEqual([
    "src/generated/api-types.ts",
    "src/generated/schemas.ts",
  ]);
  expect(Object.values(diff).flat().length).toBeLessThanOrEqual(12);
});

test("the diff is small for one optional property in a component of responses", async () => {
  const diff = await difference(
    shop(),
    shop([
      "        id: { type: integer }\n",
      "        id: { type: integer }\n        tag: { type: string }\n",
    ]),
  );
  expect(Object.keys(diff)).toEqual([
    "src/generated/api-types.ts",
    "src/generated/output-schemas.ts",
    "src/generated/response-fields.ts",
  ]);
  expect(Object.values(diff).flat().length).toBeLessThanOrEqual(8);
});

test("the diff is small for one word of a parameter that several operations share", async () => {
  const component = (description: string): [string, string] => [
    "components:\n",
    `components:
  parameters:
    id: { name: petId, in: path, required: true, description: ${description}, schema: { type: integer } }
`,
  ];
  const shared: [string, string] = [
    "{ name: petId, in: path, required: true, schema: { type: integer } }",
    `{ $ref: "#/components/parameters/id" }`,
  ];
  const diff = await difference(
    shop(component("Its number."), shared),
    shop(component("Its own number."), shared),
  );
  expect(diff).toEqual({
    "src/generated/api-types.ts": [
      "-  /** Its number. */",
      "+  /** Its own number. */",
    ],
    "src/generated/schemas.ts": [
      `-  description: "Its number.",`,
      `+  description: "Its own number.",`,
    ],
  });
});

test("the diff is small for one more operation", async () => {
  const diff = await difference(shop(), shop(oneMore));
  expect(Object.keys(diff)).toEqual([
    "README.md",
    "src/generated/api-types.ts",
    "src/tools/index.ts",
    "src/tools/list-owners.ts",
  ]);
  expect(diff["README.md"]).toEqual([
    "+| `listOwners` | List the owners | `GET /owners` |",
  ]);
  expect(diff["src/tools/index.ts"]).toEqual([
    `+export { default as listOwners } from "./list-owners.js";`,
  ]);
  expect(
    diff["src/generated/api-types.ts"]?.filter((line) => line.startsWith("-")),
  ).toEqual([]);
});

test("the diff is empty for another order of paths, methods, tags and components", async () => {
  const made = project();
  const source = shop(
    ["  - key: []\n", "  - key: []\n  - account: []\n"],
    [
      "  securitySchemes:\n",
      "  securitySchemes:\n    account: { type: http, scheme: basic }\n",
    ],
  );
  await made.generate(source);
  const before = made.files();
  const document = load(source);
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (random) => {
        const next = () => Number(random.next().value);
        const text = JSON.stringify(reordered(document, next));
        expect(await made.generate(text)).toEqual([]);
        const fresh = project();
        await fresh.generate(text);
        expect(fresh.files()).toEqual(before);
      },
    ),
    { numRuns: 6 },
  );
});

/** Changed lines by file, the lock left out. */
async function difference(
  before: string,
  after: string,
): Promise<Record<string, string[]>> {
  const made = project();
  await made.generate(before);
  const old = made.files();
  await made.generate(after);
  const now = made.files();
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return Object.fromEntries(
    paths.flatMap((path) => {
      const diff = unifiedDiff(path, old[path] ?? "", now[path] ?? "");
      const lines = diff
        .split("\n")
        .slice(2)
        .filter((line) => /^[+-]/.test(line));
      return lines.length === 0 || path === "toolwright.lock"
        ? []
        : [[path, lines] as const];
    }),
  );
}

/** Twenty tools that take a NewPet, by themselves or in other schemas. */
function manyTools(property: string): string {
  const paths = Array.from({ length: 20 }, (_, index) => {
    const schema =
      index % 2 === 0
        ? `{ $ref: "#/components/schemas/NewPet" }`
        : `{ type: object, properties: { pet: { $ref: "#/components/schemas/NewPet" } } }`;
    return `  /shops/${index}:
    post:
      operationId: shop${index}
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { "204": { description: Done } }
`;
  });
  return shop(
    ["  /orders:\n", `${paths.join("")}  /orders:\n`],
    [
      "        age: { type: integer }\n",
      `        age: { type: integer }\n${property}`,
    ],
  );
}

/** Document with the members of these objects, and the tags, in another order. */
function reordered(document: unknown, random: () => number): unknown {
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const walk = (value: unknown, path: readonly string[]): unknown => {
    const [top] = path;
    if (Array.isArray(value)) return top === "tags" ? shuffled(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const isMap =
      path.length === 0 ||
      (["paths", "components"].includes(top ?? "") && path.length <= 2);
    const entries = Object.entries(value).map(
      ([key, inner]) => [key, walk(inner, [...path, key])] as const,
    );
    return Object.fromEntries(isMap ? shuffled(entries) : entries);
  };
  return walk(document, []);
}

test.each([
  ["a body's schema", ""],
  [
    "a parameter",
    "      parameters: [{ $ref: '#/components/parameters/dry' }]\n",
  ],
])(
  "a module keeps its reference to %s when the only other operation with it goes",
  async (_what, parameters) => {
    const twin: [string, string] = [
      "  /pets/{petId}:\n",
      `  /reorders:
    post:
      operationId: orderAgain
      summary: Order again
${parameters}      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "201": { description: Placed } }
  /pets/{petId}:
`,
    ];
    const dry: [string, string][] = [
      [
        "      summary: Place an order\n",
        `      summary: Place an order\n${parameters}`,
      ],
      [
        "components:\n",
        "components:\n  parameters:\n    dry: { name: dry, in: query, schema: { type: boolean } }\n",
      ],
    ];
    const made = project();
    await made.generate(shop(twin, ...dry));
    const path = "src/tools/place-order.ts";
    const module = made.read(path);
    const gone = shop(...dry);
    const outcomes = await made.generate(gone);
    expect(made.read(path)).toBe(module);
    expect(outcomes).toContain("removed src/tools/order-again.ts");
    expect(await made.generate(gone)).toEqual([]);
    const renewed = { allRoutesAsTools: true, names: "renew" } as const;
    await made.generate(gone, { config: renewed });
    expect(made.read(path)).not.toBe(module);
  },
);

test("no module changes if a document puts a schema into an allOf of its own", async () => {
  const made = project();
  await made.generate(shop());
  const wrapped = shop(
    [
      'schema: { $ref: "#/components/schemas/NewPet" }',
      'schema: { allOf: [{ $ref: "#/components/schemas/NewPet" }] }',
    ],
    [
      "name: { type: string, description: What it is called. }",
      "name: { allOf: [{ type: string }], description: What it is called. }",
    ],
  );
  expect(await made.generate(wrapped)).toEqual([]);
});
