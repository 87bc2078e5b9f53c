import { join } from "node:path";
import { expect, test } from "vitest";
import { generate, type Config } from "../../../generator/index.js";
import { brief } from "../merge/files.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const documents: Readonly<Record<string, string>> = {
  "shop.yaml": shop(),
  "hotel.yaml": `openapi: 3.1.0
info: { title: Hotel, version: 1.0.0 }
servers: [{ url: https://hotel.example }]
paths:
  /rooms: { get: { operationId: listRooms, responses: { "200": { description: OK } } } }
`,
};

async function generated({ out }: Project, config: Config): Promise<string[]> {
  const { outcomes } = await generate({ ...config, out });
  return brief(outcomes.filter(({ kind }) => kind !== "unchanged"));
}

/** Generates the shop, by no name or its own name, beside other sources or alone. */
async function run(
  made: Project,
  name: string | null,
  others: readonly string[] = [],
): Promise<string[]> {
  for (const [path, text] of Object.entries(documents)) made.write(path, text);
  const of = (path: string) => ({
    document: join(made.out, path),
    allRoutesAsTools: true,
  });
  const config: Config =
    name === null
      ? of("shop.yaml")
      : {
          sources: [
            { name, ...of("shop.yaml") },
            ...others.map((other) => ({ name: other, ...of("hotel.yaml") })),
          ],
        };
  return generated(made, config);
}

const edits: [path: string, from: string, to: string][] = [
  ["tools/get-pet.ts", "return send(args);", "return await send(args);"],
  [
    "tools/index.ts",
    "export { default as listPets }",
    "// Not yet: export { default as listPets }",
  ],
];

test.each<[was: string | null, is: string | null]>([
  [null, "shop"],
  ["shop", "store"],
  ["shop", null],
])("edits follow a source from the name %s to %s", async (was, is) => {
  const made = project();
  const [before, after] = [was, is].map((name) =>
    name === null ? "src/" : `src/${name}/`,
  );
  const clientOf = (name: string | null) =>
    name === null ? "src/client.ts" : `src/${name}-client.ts`;
  await run(made, was);
  linkPackages(made);
  for (const [path, from, to] of edits)
    made.edit(`${before}${path}`, [from, to]);
  made.edit(clientOf(was), ["timeout: 30", "timeout: 5"]);
  made.remove(`${before}tools/create-pet.ts`);
  made.write(
    "src/custom/uses.ts",
    `import type { operations } from "..${before?.slice(3)}generated/api-types.js";
export { default } from "..${before?.slice(3)}tools/get-pet.js";
export type Answer = operations["getPet"]["response"];
`,
  );
  await run(made, was);
  const outcomes = await run(made, is, is === null ? [] : ["hotel"]);
  expect(outcomes.filter((one) => /^(orphaned|conflict)/.test(one))).toEqual(
    [],
  );
  for (const [path, , to] of edits)
    expect(made.read(`${after}${path}`)).toContain(to);
  expect(made.read(clientOf(is))).toContain("timeout: 5");
  expect(made.has(`${after}tools/create-pet.ts`)).toBe(false);
  expect(made.has(clientOf(was))).toBe(false);
  expect(await typeErrors(made)).toEqual([]);
  const again = await run(made, is, is === null ? [] : ["hotel"]);
  expect(again.filter((one) => !/^(?:kept|deleted) /.test(one))).toEqual([]);
});

test("edits stay unassigned if two renamed sources are alike", async () => {
  const made = project();
  await run(made, null);
  made.edit("src/tools/get-pet.ts", ["return send", "return await send"]);
  const source = { document: join(made.out, "shop.yaml") };
  made.write("next.yaml", shop(oneMore));
  const next = { document: join(made.out, "next.yaml") };
  const outcomes = await generated(made, {
    sources: [
      { name: "v1", allRoutesAsTools: true, ...source },
      { name: "v2", allRoutesAsTools: true, ...next },
    ],
  });
  expect(outcomes).toContain("orphaned src/tools/get-pet.ts");
});
