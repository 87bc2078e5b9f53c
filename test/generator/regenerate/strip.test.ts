import { expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { resolveApis } from "../../../generator/config/resolve-config.js";
import { project } from "./project.js";
import { shop } from "./shop.js";

test.each<
  [string, Config, { server: boolean; getPet: boolean; listPets: boolean }]
>([
  ["nothing", {}, { server: true, getPet: false, listPets: false }],
  [
    "false",
    { strip: false },
    { server: false, getPet: false, listPets: false },
  ],
  [
    "false for one",
    { overrides: { getPet: { strip: false } } },
    { server: true, getPet: true, listPets: false },
  ],
  [
    "false for all but one",
    { strip: false, overrides: { listPets: { strip: true } } },
    { server: true, getPet: true, listPets: false },
  ],
])("strip says %s", async (_, config, want) => {
  const made = project();
  await made.generate(shop(), {
    config: { allRoutesAsTools: true, ...config },
  });
  const keeps = (file: string) =>
    made.read(`src/tools/${file}.ts`).includes("strip: false");
  expect({
    server: made.read("src/server.ts").includes("      strip,\n"),
    getPet: keeps("get-pet"),
    listPets: keeps("list-pets"),
  }).toEqual(want);
});

test("strip next to sources holds for all, and that of a source comes before it", () => {
  const sources = [
    { name: "a", document: "a.json" },
    { name: "b", document: "b.json", strip: true },
  ];
  expect(
    resolveApis({ strip: false, sources }).map(({ settings }) => [
      settings.source,
      settings.strip,
    ]),
  ).toEqual([
    ["a", false],
    ["b", true],
  ]);
});
