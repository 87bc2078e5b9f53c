import { format } from "prettier";
import { expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const getPet = "src/tools/get-pet.ts";
const createPet = "src/tools/create-pet.ts";
const body: [string, string] = [
  "return send(args);",
  "const answer = await send(args);\n    return answer.data;",
];

test("a renamed operation keeps the edits of its module", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(createPet, body);
  expect(await made.generate(shop(["createPet", "addPet"]))).toEqual([
    "updated README.md",
    "updated src/generated/api-types.ts",
    "moved src/tools/add-pet.ts from src/tools/create-pet.ts",
    "updated src/tools/index.ts",
  ]);
  expect(made.has(createPet)).toBe(false);
  const text = made.read("src/tools/add-pet.ts");
  expect(text).toContain(`type Operation = operations["addPet"];`);
  expect(text).toContain(body[1]);
});

test("a file that you deleted stays deleted", async () => {
  const made = project();
  await made.generate(shop());
  made.remove("README.md");
  made.remove(createPet);
  made.edit("src/tools/index.ts", [
    `export { default as createPet } from "./create-pet.js";\n`,
    "",
  ]);
  const deleted = ["deleted README.md", `deleted ${createPet}`];
  expect(await made.generate(shop())).toEqual(deleted);
  const newer = shop(oneMore, ["Create a pet", "Add a pet"]);
  expect(await made.generate(newer)).toEqual([
    "deleted README.md",
    "updated src/generated/api-types.ts",
    `deleted ${createPet}`,
    "updated src/tools/index.ts",
    "created src/tools/list-owners.ts",
  ]);
  expect(made.has(createPet)).toBe(false);
  expect(made.read("src/tools/index.ts")).not.toContain("createPet");
  expect(made.read("src/tools/index.ts")).toContain("listOwners");
});

test("an edited module of a removed operation is kept, off the list, and reported each time", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(getPet, body);
  const dropped = shop([
    "    get:\n      operationId: getPet",
    "    x-get:\n      operationId: getPet",
  ]);
  expect(await made.generate(dropped)).toContain(`orphaned ${getPet}`);
  expect(made.read(getPet)).toContain(body[1]);
  expect(made.read("src/tools/index.ts")).not.toContain("getPet");
  expect(await made.generate(dropped)).toEqual([`orphaned ${getPet}`]);
  expect(made.read(getPet)).toMatch(/^\/\/ @ts-nocheck: /);
  expect(await made.generate(shop())).toContain(`merged ${getPet}`);
  expect(made.read(getPet)).not.toContain("@ts-nocheck");
  expect(made.read("src/tools/index.ts")).toContain("getPet");
});

test("an edited list or entry that is no longer generated is kept, and the build passes", async () => {
  const made = project();
  const resources: Config = { allRoutesAsTools: false, emit: ["worker"] };
  await made.generate(shop(), { config: resources });
  linkPackages(made);
  const edited = ["src/resources/index.ts", "src/worker.ts"];
  for (const path of edited)
    made.edit(path, ["export ", "// By hand.\nexport "]);
  const outcomes = await made.generate(shop());
  expect(outcomes.filter((one) => one.startsWith("orphaned"))).toEqual(
    edited.map((path) => `orphaned ${path}`),
  );
  expect(await typeErrors(made)).toEqual([]);
  expect(await made.generate(shop(), { config: resources })).not.toEqual([]);
  for (const path of edited) {
    expect(made.read(path)).toContain("// By hand.");
    expect(made.read(path)).not.toContain("@ts-nocheck");
  }
});

test.each<[path: string, without: Config, Config?]>([
  ["test/responses.json", {}, { emit: ["tests"] }],
  ["src/generated/output-schemas.ts", { outputSchemas: "off" }],
])(
  "an edited file of src/generated that is no longer generated is kept and reported: %s",
  async (path, without, config = {}) => {
    const made = project();
    await made.generate(shop(), { config });
    const text = made.read(path);
    const mine = text.replace(/\{$/m, "{ mine: 1,");
    expect(mine).not.toBe(text);
    made.write(path, mine);
    const orphaned = `orphaned ${path}`;
    const drop = () => made.generate(shop(), { config: without });
    expect(await drop()).toContain(orphaned);
    expect(await drop()).toEqual([orphaned]);
    expect(made.read(path)).toBe(mine);
    await expect(made.generate(shop(), { config })).rejects.toThrow(
      "must not be edited",
    );
    made.write(path, text);
    expect(await made.generate(shop(), { config })).not.toContain(orphaned);
    made.write(path, mine);
    expect(await drop()).toContain(orphaned);
    made.write(path, text);
    expect(await drop()).toEqual([`removed ${path}`]);
  },
);

test("a dependency of yours stays when the others become those of the build", async () => {
  const made = project();
  await made.generate(shop());
  const own = `"dependencies": {\n    "left-pad": "1.3.0"`;
  made.edit("package.json", [`"dependencies": {`, `${own},`]);
  const config = { emit: ["registry" as const] };
  const outcomes = await made.generate(shop(), { config });
  expect(outcomes).toContain("merged package.json");
  expect(made.read("package.json")).toContain(`${own}\n  },`);
  expect(await made.generate(shop())).toContain("merged package.json");
  expect(made.read("package.json")).toContain(`${own},\n    "@`);
});

test("each kind of editable file keeps its edits when the API changes around them", async () => {
  const made = project();
  await made.generate(shop());
  const edits: [path: string, from: string, to: string][] = [
    [
      "package.json",
      `"dependencies": {`,
      `"dependencies": {\n    "left-pad": "1.3.0",`,
    ],
    [
      "package.json",
      `"scripts": {`,
      `"scripts": {\n    "deploy": "node deploy.js",`,
    ],
    [
      "tsconfig.json",
      `"compilerOptions": {`,
      `"compilerOptions": {\n    "sourceMap": true,`,
    ],
    ["README.md", "## Environment", "## Ours\n\nBy hand.\n\n## Environment"],
    [".env.example", "LOG_LEVEL", "OURS=1\n# LOG_LEVEL"],
    [".gitignore", "node_modules", "node_modules\ncoverage"],
    ["src/main.ts", "import ", `import "./custom/setup.js";\nimport `],
    ["src/server.ts", "/** ", "/** By hand. "],
    ["src/client.ts", "timeout: 30", "timeout: 5"],
    ["src/runtime/media.ts", "export ", "// By hand.\nexport "],
    [getPet, body[0], body[1]],
  ];
  for (const [path, from, to] of edits) made.edit(path, [from, to]);
  made.write("src/custom/setup.ts", "console.error('ours');\n");
  const newer = shop(
    oneMore,
    ["title: Shop, version: 1.0.0", "title: Pet shop, version: 2.0.0"],
    ["https://shop.example/v1", "https://shop.example/v2"],
    [
      "key: { type: apiKey, in: header, name: X-Key }",
      "token: { type: http, scheme: bearer }",
    ],
    ["  - key: []", "  - token: []"],
    ["summary: Get a pet", "summary: Get one"],
  );
  const outcomes = await made.generate(newer);
  expect(outcomes.filter((one) => !/^(updated|created)/.test(one))).toEqual([
    "merged .env.example",
    "kept .gitignore",
    "merged README.md",
    "merged package.json",
    "merged src/client.ts",
    "kept src/main.ts",
    "removed src/runtime/features/credentials/api-key.ts",
    "kept src/runtime/media.ts",
    "merged src/server.ts",
    `merged ${getPet}`,
    "kept tsconfig.json",
  ]);
  for (const [path, , to] of edits) expect(made.read(path)).toContain(to);
  expect(made.read("src/custom/setup.ts")).toBe("console.error('ours');\n");
  expect(made.read("README.md")).toContain(
    "| `listOwners` | List the owners |",
  );
  expect(made.read("package.json")).toContain(`"name": "shop-mcp"`);
  expect(made.read("src/client.ts")).toContain("https://shop.example/v2");
  expect(made.read("src/client.ts")).toContain("bearer(");
  expect(made.read(".env.example")).toContain("TOKEN");
  expect(made.read(getPet)).toContain("Get one");
  expect(await made.generate(newer)).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^(updated|merged)/)]),
  );
});

test("formatting and CRLF are kept, and used for new lines", async () => {
  const made = project();
  await made.generate(shop());
  const styled = await format(made.read(createPet), {
    parser: "typescript",
    singleQuote: true,
    semi: false,
    tabWidth: 4,
    trailingComma: "none",
  });
  made.write(createPet, styled);
  made.write(getPet, made.read(getPet).replaceAll("\n", "\r\n"));
  made.edit(getPet, ["return send(args);", "return send({ ...args });"]);
  const newer = shop(
    ["summary: Create a pet", "summary: Add a pet"],
    ["summary: Get a pet", "summary: Get one"],
  );
  expect(await made.generate(newer)).toEqual([
    "updated README.md",
    `updated ${createPet}`,
    `merged ${getPet}`,
  ]);
  expect(made.read(createPet)).toBe(
    styled.replaceAll("Create a pet", "Add a pet"),
  );
  expect(made.read(getPet)).toMatch(/title: "Get one",\r\n/);
  expect(made.read(getPet)).not.toMatch(/[^\r]\n/);
});

test("a wrapped handler with helpers is merged without a conflict", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(
    createPet,
    [
      "/** POST /pets */",
      `const seen = new Set<string>();

/** Once is enough. */
function once(handler: Handler): Handler {
  return (args, context) => (seen.add(args.name), handler(args, context));
}

type Handler = (args: { name: string }, context: never) => unknown;

/** POST /pets */`,
    ],
    [
      "async handler(args, { send }) {\n    return send(args);\n  }",
      "handler: once(async (args, { send }) => {\n    return send(args);\n  })",
    ],
  );
  const newer = shop(
    [
      "summary: Create a pet",
      "summary: Add a pet\n      description: Adds it to the shop.",
    ],
    [
      '      requestBody: { $ref: "#/components/requestBodies/Pet" }\n',
      '      parameters: [{ name: dryRun, in: query, schema: { type: boolean } }]\n      requestBody: { $ref: "#/components/requestBodies/Pet" }\n',
    ],
  );
  expect(await made.generate(newer)).toContain(`merged ${createPet}`);
  const text = made.read(createPet);
  expect(text).toContain("handler: once(async (args, { send }) => {");
  expect(text).toContain("seen.add(args.name)");
  expect(text).toContain("Adds it to the shop.");
  expect(text).toContain(`dryRun: {\n      in: "query",`);
});

test("a tool that you moved into another tool's file keeps its row in the README", async () => {
  const made = project();
  await made.generate(shop());
  const definition = made.read("src/tools/get-pet.ts").split(/(?=\/\*\* )/)[1];
  const path = "src/tools/create-pet.ts";
  const ownDefinition = (definition ?? "")
    .replace("export default", "export const getPet =")
    .replace("<Operation>", '<operations["getPet"]>');
  made.write(path, `${made.read(path)}\n${ownDefinition}`);
  made.remove("src/tools/get-pet.ts");
  made.edit("src/tools/index.ts", [
    'export { default as getPet } from "./get-pet.js";',
    'export { getPet } from "./create-pet.js";',
  ]);
  await made.generate(shop(oneMore));
  expect(made.read("README.md")).toContain("| `getPet` |");
});

test("the README's row of a deleted tool causes no conflict beside it", async () => {
  const made = project();
  await made.generate(shop());
  made.edit("README.md", ["## Environment", "## Ours\n\n## Environment"]);
  made.remove("src/tools/list-pets.ts");
  await made.generate(shop());
  const outcomes = await made.generate(
    shop(oneMore, ["summary: List the pets", "summary: All pets"]),
  );
  expect(outcomes).toContain("merged README.md");
  const readme = made.read("README.md");
  expect(readme).toContain("| `listOwners` |");
  expect(readme).not.toContain("| `listPets` |");
  expect(await made.generate(shop(oneMore))).not.toContain(
    "conflict README.md",
  );
});
