import { expect, test } from "vitest";
import { lint, type Config } from "../../../generator/index.js";
import { createToolSnapshots } from "../../../generator/diff/tool-snapshots.js";
import { preview } from "../../../generator/commands/plan.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project } from "./project.js";
import { shop } from "./shop.js";

const config: Config = {
  allRoutesAsTools: true,
  overrides: { getPet: { listed: false } },
  emit: ["tests", "evals", "skills", "mcpb"],
  features: ["custom"],
  outputSchemas: "typed",
};

test("an operation that isn't listed has a module, and stands in nothing that a model or a reader gets", async () => {
  const made = project();
  await made.generate(shop(), { config });
  expect(made.read("src/tools/get-pet.ts")).toContain("listed: false,");
  const shown = Object.entries(made.files())
    .filter(
      ([path, text]) =>
        !/^(src\/|test\/responses|toolwright)/.test(path) &&
        /getPet|GET \/pets\/\{petId\}/.test(text),
    )
    .map(([path]) => path);
  expect(shown).toEqual([]);
  expect(made.read("src/generated/output-schemas.ts")).not.toContain(
    '"GET /pets/{petId}"',
  );
  const rows = await preview({ ...config, out: made.out }, { text: shop() });
  expect(rows.components.map(({ name }) => name)).not.toContain("getPet");
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

/** A tool of several operations, as docs/tools-by-hand.md has it. */
const PETS = `import { defineTool } from "../runtime/features/components/custom/define.js";
import { CallError, type Component } from "../runtime/index.js";
import getPet from "../tools/get-pet.js";
import replacePet from "../tools/replace-pet.js";

const pets = defineTool({
  name: "pets",
  arguments: {
    method: { type: "string", enum: ["get", "replace"], required: true },
    petId: { $ref: "#/arguments/petId", type: "integer", required: true },
    name: { type: "string" },
  },
  async handler({ method, name, petId }, { call }) {
    if (method === "get") return call(getPet, { petId });
    if (name === undefined) throw new CallError("Pass name.");
    return call(replacePet, { petId, name });
  },
});

export const custom: readonly Component[] = [pets];
`;

test("a tool of one's own has an argument of the document, with its type and text", async () => {
  const made = project();
  const text = shop(
    [
      "{ name: petId, in: path, required: true, schema: { type: integer } }",
      '{ $ref: "#/components/parameters/petId" }',
    ],
    [
      "  requestBodies:\n",
      `  parameters:
    petId: { name: petId, in: path, required: true, description: Number of the pet., schema: { type: integer } }
  requestBodies:
`,
    ],
  );
  await made.generate(text, { config });
  made.write("src/custom/index.ts", PETS);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const files = Object.entries(made.files()).map(([path, content]) => ({
    path,
    text: content,
  }));
  const snapshots = createToolSnapshots(files);
  expect([...snapshots.keys()]).not.toContain("test/contract/get-pet.json");
  const snapshot = snapshots.get("test/contract/custom/pets.json") ?? "";
  expect(JSON.parse(snapshot)).toMatchObject({
    inputSchema: {
      properties: {
        petId: {
          type: "integer",
          description: "Number of the pet.",
        },
      },
      required: ["method", "petId"],
    },
  });
});

test("alwaysListed can't name it", async () => {
  const run = project().generate(shop(), {
    config: { ...config, tools: "search", alwaysListed: ["getPet"] },
  });
  await expect(run).rejects.toThrow(
    'The option alwaysListed names "getPet", which an override takes off the list.',
  );
});

test("a filter in server.ts that can't be read is named once", async () => {
  const made = project();
  await made.generate(shop(), { config: { allRoutesAsTools: true } });
  const unread = async () =>
    (await lint({ out: made.out, allRoutesAsTools: true }, { text: shop() }))
      .unread;
  expect(await unread()).toEqual([]);
  made.edit("src/server.ts", [
    "Object.values(toolList)",
    "Object.values(toolList).filter((tool) => isWanted(tool))",
  ]);
  expect(await unread()).toEqual([
    {
      file: "src/server.ts",
      line: expect.any(Number) as number,
      part: "filter",
    },
  ]);
});
