import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { diff } from "../../../generator/index.js";
import { toolwright } from "../cli.js";
import { project } from "../regenerate/project.js";
import { oneMore, shop } from "../regenerate/shop.js";

const newer = shop(["maximum: 100", "maximum: 50"], oneMore);
const want = [
  "listPets: argument limit: maximum 100 → 50",
  "listOwners: added",
];

test("compares with what was generated last, whatever was edited by hand", async () => {
  const made = project();
  await made.generate(shop());
  made.edit("src/tools/get-pet.ts", ['title: "Get a pet"', 'title: "Mine"']);
  made.remove("src/tools/list-pets.ts");
  const changes = await diff(
    { out: made.out, allRoutesAsTools: true },
    { text: newer },
  );
  const told = changes.filter(({ what }) => what !== "tokens");
  expect(told.map(({ name, text }) => `${name}: ${text}`)).toEqual(want);
});

test("the command takes an output folder, a document or a git ref, and says where there is nothing", async () => {
  const made = project();
  const cwd = dirname(made.out);
  await made.generate(shop());
  writeFileSync(join(cwd, "new.yaml"), newer);
  writeFileSync(join(cwd, "old.yaml"), shop());
  const run = (...args: string[]) =>
    toolwright(["diff", "new.yaml", "--all-routes-as-tools", ...args], { cwd });
  const texts = await Promise.all(
    [
      ["--out", "out"],
      ["--base", "old.yaml"],
    ].map(async (args) => (await run(...args)).stdout),
  );
  for (const text of texts)
    for (const line of want) expect(text).toContain(line);
  const failed = await run("--out", "nowhere");
  expect(failed).toMatchObject({ code: 2, stdout: "" });
  expect(failed.stderr).toMatch(/Nothing was generated into .*nowhere yet/);
  made.write("src/api.ts", "// mine\n");
  expect((await run("--out", "out")).stderr).toMatch(
    /src\/api\.ts: It is not what was generated last/,
  );
});
