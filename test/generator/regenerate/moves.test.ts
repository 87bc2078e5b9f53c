import { expect, test } from "vitest";
import type { RouteType } from "../../../generator/config/route-map.js";
import type { Problem } from "../../../generator/errors.js";
import { check } from "../../../generator/commands/check.js";
import { generate } from "../../../generator/index.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const createPet = "src/tools/create-pet.ts";
const getPet = "src/tools/get-pet.ts";
const index = "src/tools/index.ts";
const retitled: [string, string] = [
  "summary: Create a pet",
  "summary: Add a pet",
];
const body: [string, string] = [
  "return send(args);",
  "const answer = await send(args);\n    return answer.data;",
];

type RouteTypes = (keyof typeof RouteType)[];

/** Moves a file as an editor would, or as `mv` does. */
function move(
  made: Project,
  from: string,
  to: string,
  ...more: [string, string][]
) {
  made.write(to, made.read(from));
  made.edit(to, body, ...more);
  made.remove(from);
}

const own = "src/custom/pets/create.ts";
const upwards: [string, string][] = [
  [`"../generated/api-types.js"`, `"../../generated/api-types.js"`],
  [`"../runtime/index.js"`, `"../../runtime/index.js"`],
];
const exported = `export { default as createPet } from "./create-pet.js";\n`;

test("a module that you moved is merged at its new place", async () => {
  const made = project();
  await made.generate(shop());
  move(made, createPet, own, ...upwards);
  made.edit(index, [
    exported,
    exported.replace("./create-pet", "../custom/pets/create"),
  ]);
  expect(await made.generate(shop())).toEqual([]);
  expect(await made.generate(shop(retitled))).toEqual([
    "updated README.md",
    `merged ${own}`,
  ]);
  expect(made.read(own)).toContain(`title: "Add a pet"`);
  expect(made.read(own)).toContain(body[1]);
  expect(made.has(createPet)).toBe(false);
  // A new name of the operation, too.
  const renamed = shop(retitled, ["createPet", "addPet"]);
  expect(await made.generate(renamed)).toEqual([
    "updated README.md",
    `merged ${own}`,
    "updated src/generated/api-types.ts",
  ]);
  expect(made.read(own)).toContain(`operations["addPet"]`);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("a moved module is listed from its new place, even if you did not edit the list", async () => {
  const made = project();
  await made.generate(shop());
  move(made, createPet, own, ...upwards);
  expect(await made.generate(shop())).toEqual([`updated ${index}`]);
  expect(made.read(index)).toContain(
    exported.replace("./create-pet", "../custom/pets/create"),
  );
  expect(await made.generate(shop(retitled))).toEqual([
    "updated README.md",
    `merged ${own}`,
  ]);
  expect(made.read(index)).toContain("../custom/pets/create");
});

test("modules that you joined in one file are merged there", async () => {
  const made = project();
  await made.generate(shop());
  const [head, rest = ""] = made.read(createPet).split("type Operation = ");
  const second = made.read(getPet).split("type Operation = ")[1] ?? "";
  made.write(
    createPet,
    `${head}type Create = ${rest}type Get = ${second}`
      .replace(
        "export default defineTool<Operation>",
        "export const create = defineTool<Create>",
      )
      .replace(
        "export default defineTool<Operation>",
        "export const get = defineTool<Get>",
      ),
  );
  made.remove(getPet);
  made.edit(
    index,
    [exported, `export { create, get } from "./create-pet.js";\n`],
    [`export { default as getPet } from "./get-pet.js";\n`, ""],
  );
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const newer = shop(retitled, ["summary: Get a pet", "summary: Get one"]);
  expect(await made.generate(newer)).toEqual([
    "updated README.md",
    `merged ${createPet}`,
    `kept ${index}`,
  ]);
  expect(made.read(createPet)).toContain("Add a pet");
  expect(made.read(createPet)).toContain("Get one");
  expect(await typeErrors(made)).toEqual([]);
});

test("a list's line for several modules stays, and removed operations in it are reported until you delete them", async () => {
  const made = project();
  await made.generate(shop());
  const pets = "src/tools/pets.ts";
  const [head = "", rest = ""] = made.read(createPet).split("\n/**");
  const second = made.read(getPet).split("\n/**")[1] ?? "";
  const named = (text: string, name: string) =>
    `/**${text}`.replace("default defineTool", `const ${name} = defineTool`);
  made.write(pets, `${head}\n${named(rest, "a")}\n${named(second, "b")}`);
  for (const path of [createPet, getPet]) made.remove(path);
  const line = `export { a, b } from "./pets.js";\n`;
  made.edit(
    index,
    [exported, line],
    [`export { default as getPet } from "./get-pet.js";\n`, ""],
  );
  await made.generate(shop(oneMore));
  expect(made.read(index).split(line)).toHaveLength(2);
  expect(made.read(index)).toContain("listOwners");
  const [get] =
    /    get:\n      operationId: getPet\n[^]*?(?=    put:)/.exec(shop()) ?? [];
  const dropped = shop(oneMore, [get ?? "", ""]);
  expect(await made.generate(dropped)).toContain(`apart ${pets}`);
  expect(await made.generate(dropped)).toEqual([`apart ${pets}`]);
  made.write(pets, `${head}\n${named(rest, "a")}`);
  expect(await made.generate(dropped)).toEqual([]);
});

test("a change that can't be merged into a moved module is reported until you make it", async () => {
  const made = project();
  await made.generate(shop());
  move(made, createPet, own, ...upwards);
  made.write("src/custom/pets/other.ts", made.read(own));
  expect(await made.generate(shop(retitled))).toContain(`apart ${own}`);
  const config = { out: made.out, allRoutesAsTools: true };
  const { drifts } = await check(config, { text: shop(retitled) });
  expect(drifts.map(({ kind, path }) => `${kind} ${path}`)).toContain(
    `stale ${createPet}`,
  );
  expect(await made.generate(shop(retitled))).toContain(`apart ${own}`);
  made.remove("src/custom/pets/other.ts");
  made.edit(own, ["Create a pet", "Add a pet"]);
  expect(await made.generate(shop(retitled))).toEqual([`merged ${own}`]);
  expect(await made.generate(shop(retitled))).toEqual([]);
});

test("a conflict in a moved module is not a deletion", async () => {
  const made = project();
  await made.generate(shop());
  move(made, createPet, own, ...upwards);
  made.edit(own, ["Create a pet", "Buy a pet"]);
  expect(await made.generate(shop(retitled))).toContain(`conflict ${own}`);
  const readme = made.read("README.md");
  expect(await made.generate(shop(retitled))).toEqual([]);
  await expect(made.generate(shop())).rejects.toThrow("unresolved conflict");
  expect(made.read("README.md")).toBe(readme);
});

test("a deleted file leaves its list, and an entry that you deleted stays out", async () => {
  const made = project();
  await made.generate(shop());
  made.remove(createPet);
  made.edit(index, [`export { default as getPet } from "./get-pet.js";\n`, ""]);
  expect(await made.generate(shop())).toEqual([
    "updated README.md",
    `deleted ${createPet}`,
    `merged ${index}`,
  ]);
  const renamed = shop(oneMore, ["getPet", "showPet"], ["createPet", "addPet"]);
  const outcomes = await made.generate(renamed);
  expect(outcomes).toContain(`deleted ${createPet}`);
  expect(made.read(index)).not.toMatch(/(?:add|create|get|show)-pet/);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  // A restored file is listed again.
  made.write(
    "src/tools/add-pet.ts",
    made.read("src/tools/replace-pet.ts").replaceAll("replacePet", "addPet"),
  );
  await made.generate(renamed);
  expect(made.read(index)).toContain(`{ default as addPet }`);
});

test("a renamed tool is renamed in every file that uses it", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(
    "src/tools/place-order.ts",
    [
      `import { defineTool }`,
      `import pet from "./create-pet.js";\nimport { defineTool }`,
    ],
    ["{ send }", "{ send, call }"],
    [
      body[0],
      `await call<operations["createPet"]>(pet, { name: "Rex" });\n    ${body[0]}`,
    ],
  );
  made.write(
    "src/custom/names.ts",
    `import type { operations } from "../generated/api-types.js";
import * as tools from "../tools/index.js";
import { createPet as mine, getPet } from "../tools/index.js";
export { createPet, createPet as theirs } from "../tools/index.js";

export type Created = operations['createPet'];
export const all = [tools.createPet, mine, getPet];
`,
  );
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const renamed = shop(["createPet", "addPet"]);
  expect(await made.generate(renamed)).toEqual([
    "updated README.md",
    "renamed src/custom/names.ts",
    "updated src/generated/api-types.ts",
    `moved src/tools/add-pet.ts from ${createPet}`,
    `updated ${index}`,
    "merged src/tools/place-order.ts",
  ]);
  expect(await typeErrors(made)).toEqual([]);
});

test.each([".ts", ""])(
  "a removed module leaves a list whose lines end in '%s'",
  async (ending) => {
    const made = project();
    await made.generate(shop());
    made.edit(getPet, body);
    made.write(index, made.read(index).replaceAll('.js"', `${ending}"`));
    const hidden = shop(
      [
        "    get:\n      operationId: getPet",
        "    x-get: {}\n    x-gone:\n      operationId: getPet",
      ],
      [
        "    delete:\n      operationId: deletePet",
        "    x-delete:\n      operationId: deletePet",
      ],
    );
    expect(await made.generate(hidden)).toContain(`orphaned ${getPet}`);
    expect(made.read(index)).not.toMatch(/getPet|deletePet/);
    expect(made.read(index)).toContain(`"./list-pets${ending}"`);
    const own = `${made.read(index)}export { default as mine } from "./get-pet${ending}";\n`;
    made.write(index, own);
    await made.generate(hidden);
    expect(made.read(index)).toBe(own);
  },
);

test.each([".js", ".ts", ""])(
  "a renamed module is renamed in imports that end in '%s'",
  async (ending) => {
    const made = project();
    await made.generate(shop());
    const from = (name: string) =>
      `import pet from "../tools/${name}${ending}";\n`;
    made.write("src/custom/names.ts", from("create-pet"));
    await made.generate(shop(["createPet", "addPet"]));
    expect(made.read("src/custom/names.ts")).toBe(from("add-pet"));
  },
);

test("an orphan does not break the build, and a new tool with its name starts without its edits", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(getPet, body);
  made.edit("src/tools/place-order.ts", body);
  const other = shop(
    [
      "    get:\n      operationId: getPet",
      "    x-get:\n      operationId: getPet",
    ],
    ["  /orders:\n    post:\n", "  /staff/{id}:\n    delete:\n"],
    [
      "summary: Place an order\n",
      "summary: Let go\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n",
    ],
  );
  const outcomes = await made.generate(other);
  expect(outcomes).toContain(`orphaned ${getPet}`);
  expect(outcomes).toContain("conflict src/tools/place-order.ts");
  expect(made.read("src/tools/place-order.ts")).toMatch(
    /^<{7} yours\nimport[^]*answer\.data/,
  );
  const [, mine = ""] = made
    .read("src/tools/place-order.ts")
    .split("=======\n");
  made.write("src/tools/place-order.ts", mine.replace(/>{7}.*\n/, ""));
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

const mapped = (...routeType: (keyof typeof RouteType)[]) => ({
  config: {
    allRoutesAsTools: false,
    routeMaps: [{ methods: ["GET"], pattern: "^/pets/", routeType }],
  },
});

test.each<[from: RouteTypes, to: RouteTypes, paths: [string, string]]>([
  [["TOOL"], ["RESOURCE_TEMPLATE"], ["tools", "resource-templates"]],
  [["RESOURCE_TEMPLATE"], ["TOOL"], ["resource-templates", "tools"]],
  [
    ["RESOURCE_TEMPLATE"],
    ["RESOURCE_TEMPLATE", "TOOL"],
    ["resource-templates", "tools"],
  ],
  [
    ["RESOURCE_TEMPLATE", "TOOL"],
    ["RESOURCE_TEMPLATE"],
    ["tools", "resource-templates"],
  ],
])(
  "a route of kind %j that becomes %j keeps its edits",
  async (before, after, [from, to]) => {
    const made = project();
    await made.generate(shop(), mapped(...before));
    const old = `src/${from}/get-pet.ts`;
    made.edit(
      old,
      body,
      [`title: "Get a pet"`, `title: "Mine"`],
      ["/** GET", "// Ours.\n/** GET"],
      ["import type", `import { helper } from "./helper.js";\nimport type`],
      ["return answer", "helper();\n    return answer"],
    );
    made.write(`src/${from}/helper.ts`, "export function helper(): void {}\n");
    const next = `src/${to}/get-pet.ts`;
    const outcomes = await made.generate(shop(), mapped(...after));
    expect(outcomes).toContain(`moved ${next} from ${old}`);
    for (const text of [
      "answer.data",
      `"Mine"`,
      "// Ours.",
      `../${from}/helper.js`,
    ])
      expect(made.read(next)).toContain(text);
    expect(await made.generate(shop(), mapped(...after))).toEqual([
      `kept ${next}`,
    ]);
  },
);

test("an edit without a place in the new kind is a conflict", async () => {
  const made = project();
  await made.generate(shop(), mapped("TOOL"));
  made.edit(
    getPet,
    ["readOnlyHint: true", "readOnlyHint: false"],
    ["{ defineTool }", "{ CallError, defineTool }"],
  );
  expect(await made.generate(shop(), mapped("RESOURCE_TEMPLATE"))).toContain(
    `conflict src/resource-templates/get-pet.ts from ${getPet}`,
  );
  const text = made.read("src/resource-templates/get-pet.ts");
  expect(text.match(/^<{7}/gm)).toHaveLength(1);
  expect(text).toContain(`import { CallError } from "../runtime/index.js";`);
});

test.each<[string, (made: Project) => void, [string, string][], string]>([
  [
    "a removed path argument",
    (made) =>
      made.edit(getPet, [
        `    petId: {\n      in: "path",\n      type: "integer",\n      description: "ID of the pet.",\n    },\n`,
        "",
      ]),
    [["summary: Get a pet", "summary: Get one"]],
    `${getPet}: This file lacks the argument petId, which its path needs.`,
  ],
  [
    "a removed property that is required now",
    (made) => made.edit(createPet, [`\n      note: { type: "string" },`, ""]),
    [["required: [size]", "required: [size, note]"]],
    `${createPet}: This file requires note, which is not a property.`,
  ],
  [
    "a name that two tools have",
    (made) => made.edit(getPet, [`name: "getPet"`, `name: "createPet"`]),
    [],
    `${getPet}: This file has the name createPet, which ${createPet} has too.`,
  ],
  [
    "an import of a deleted module",
    (made) => {
      made.edit("src/tools/place-order.ts", [
        "import { defineTool",
        `import pet from "./create-pet.js";\nimport { defineTool`,
      ]);
      made.remove(createPet);
    },
    [],
    "src/tools/place-order.ts: This file imports ./create-pet.js, which does not exist.",
  ],
])("%s is reported, also by check", async (_name, change, edits, want) => {
  const inline: [string, string] = [
    `requestBody: { $ref: "#/components/requestBodies/Pet" }\n      responses: { "201"`,
    `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [size], properties: { size: { type: object, required: [width], properties: { width: { type: integer } } }, note: { type: string } } } } } }\n      responses: { "201"`,
  ];
  const made = project();
  await made.generate(shop(inline));
  change(made);
  const text = shop(inline, ...edits);
  const config = { out: made.out, allRoutesAsTools: true };
  const told = (flaws: readonly Problem[]) =>
    flaws.map(({ file, message }) => `${file}: ${message}`);
  expect(told((await generate(config, { text })).flaws)).toEqual([want]);
  const { current, flaws } = await check(config, { text });
  expect([current, told(flaws)]).toEqual([false, [want]]);
});

const removed: [string, string] = [
  `    post:
      operationId: createPet
      tags: [pets]
      summary: Create a pet
      requestBody: { $ref: "#/components/requestBodies/Pet" }
      responses: { "201": { $ref: "#/components/responses/Pet" } }
`,
  "",
];

test("a moved module whose operation is removed is an orphan, off the list", async () => {
  const made = project();
  await made.generate(shop());
  move(made, createPet, own, ...upwards);
  await made.generate(shop());
  expect(made.read(index)).toContain("../custom/pets/create");
  const outcomes = await made.generate(shop(removed));
  expect(outcomes).toContain(`orphaned ${own}`);
  expect(made.read(index)).not.toContain("create");
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  expect(await made.generate(shop(removed))).toEqual([]);
  const config = { out: made.out, allRoutesAsTools: true };
  const again = await check(config, { text: shop(removed) });
  expect(again).toMatchObject({ current: true, drifts: [] });
});

test("a copy of a module is merged like the module", async () => {
  const made = project();
  await made.generate(shop());
  const copy = "src/tools/list-cats.ts";
  const listed: [string, string] = [
    `export { default as listPets } from "./list-pets.js";\n`,
    `export { default as listCats } from "./list-cats.js";\nexport { default as listPets } from "./list-pets.js";\n`,
  ];
  made.write(copy, made.read("src/tools/list-pets.ts"));
  made.edit(copy, [`name: "listPets"`, `name: "listCats"`]);
  made.edit(index, listed);
  const newer = shop([
    "        - { name: species, in: query, schema: { type: string } }\n",
    "        - { name: owner, in: query, required: true, schema: { type: string } }\n",
  ]);
  const outcomes = await made.generate(newer);
  expect(outcomes).toContain(`merged ${copy}`);
  expect(made.read(copy)).toContain("owner: {");
  expect(made.read(copy)).not.toContain("species");
  expect(made.read(copy)).toContain(`name: "listCats"`);
});

test("arguments that you moved into another file are followed there", async () => {
  const made = project();
  await made.generate(shop());
  const [, own = ""] =
    /^ {2}arguments: (\{\n[^]*?\n {2}\}),\n/m.exec(made.read(getPet)) ?? [];
  made.write("src/custom/path.ts", `export const inPath = ${own} as const;\n`);
  made.edit(
    getPet,
    [`arguments: ${own}`, "arguments: inPath"],
    [
      `import { defineTool`,
      `import { inPath } from "../custom/path.js";\nimport { defineTool`,
    ],
  );
  const config = { out: made.out, allRoutesAsTools: true };
  expect((await generate(config, { text: shop() })).flaws).toEqual([]);
  expect((await check(config, { text: shop() })).flaws).toEqual([]);
});

test.each<[string, (made: Project) => void]>([
  ["moved", (made) => move(made, createPet, own, ...upwards)],
  ["deleted", (made) => made.remove(createPet)],
])(
  "check passes for a module that was %s by hand with its line of the list",
  async (how, change) => {
    const made = project();
    await made.generate(shop());
    change(made);
    const line = exported.replace("./create-pet", "../custom/pets/create");
    made.edit(index, [exported, how === "moved" ? line : ""]);
    const config = { out: made.out, allRoutesAsTools: true };
    const state = await check(config, { text: shop() });
    expect(state).toMatchObject({ current: true, drifts: [] });
  },
);

test("a tool that you deleted leaves the README", async () => {
  const made = project();
  await made.generate(shop());
  const row = "| `createPet` |";
  expect(made.read("README.md")).toContain(row);
  made.remove(createPet);
  expect(await made.generate(shop())).toContain("updated README.md");
  expect(made.read("README.md")).not.toContain(row);
  await made.generate(shop(["createPet", "addPet"], oneMore));
  expect(made.read("README.md")).not.toMatch(/createPet|addPet/);
  expect(made.read("README.md")).toContain("| `listOwners` |");
});
