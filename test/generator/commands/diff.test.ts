import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
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

test("diff compares with the last generated state, without hand edits", async () => {
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

test("diff names the edited and the moved modules whose API changes, and fails on the classes that --fail-on names", async () => {
  const made = project();
  const cwd = dirname(made.out);
  await made.generate(shop());
  writeFileSync(join(cwd, "new.yaml"), newer);
  const module = "src/tools/list-pets.ts";
  made.edit(module, ['title: "List the pets"', 'title: "Mine"']);
  made.edit("src/tools/get-pet.ts", ['title: "Get a pet"', 'title: "Mine"']);
  const run = (...args: string[]) =>
    toolwright(
      ["diff", "new.yaml", "--all-routes-as-tools", "--out", "out", ...args],
      { cwd },
    );
  const { stdout } = await run();
  expect(stdout.split("\n\n").at(-1)).toBe(
    `Modules that a hand edited, and whose API changes:\n  ${module}  listPets: 1 change, 1 breaking\n`,
  );
  made.write("src/tools/pets/list.ts", made.read(module));
  made.remove(module);
  expect((await run()).stdout).toContain("src/tools/pets/list.ts  listPets: 1");
  const codes = await Promise.all(
    ["breaking", "argument-narrowed, tool-removed", "tool-removed", "any"].map(
      async (classes) => (await run("--fail-on", classes)).code,
    ),
  );
  expect(codes).toEqual([1, 1, 0, 1]);
  const unknown = await run("--fail-on", "breaking,tools");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('There is no class "tools". Use breaking,');
});

test("diff accepts an output folder, a document or a git ref, and rejects one that does not exist", async () => {
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
  expect(failed.stderr).toMatch(/nowhere.* is not a generated project/);
  made.write("src/generated/api-types.ts", "// mine\n");
  expect((await run("--out", "out")).stderr).toMatch(
    /src\/generated\/api-types\.ts: It does not match the last output/,
  );
});

test("diff at a git ref applies the overlays of that ref", async () => {
  const made = project();
  const cwd = dirname(made.out);
  const overlay = (title: string) =>
    `overlay: 1.0.0\ninfo: { title: a, version: b }\nactions:\n- { target: "$.paths['/pets'].get", update: { summary: ${title} } }\n`;
  writeFileSync(join(cwd, "api.yaml"), shop());
  writeFileSync(join(cwd, "a.yaml"), overlay("Before"));
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      {
        cwd,
      },
    );
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "One");
  writeFileSync(join(cwd, "a.yaml"), overlay("After"));
  writeFileSync(join(cwd, "b.yaml"), overlay("Later"));
  const config = { document: "api.yaml", allRoutesAsTools: true };
  const texts = async (overlays: string[]) =>
    (await diff({ ...config, overlays }, { cwd }))
      .filter(({ what }) => what !== "tokens")
      .map(({ text }) => text);
  expect(await texts(["a.yaml"])).toEqual(["title: Before → After"]);
  writeFileSync(join(cwd, "a.yaml"), overlay("Before"));
  expect(await texts(["a.yaml"])).toEqual([]);
  expect(await texts(["a.yaml", "b.yaml"])).toEqual(["title: Before → Later"]);
  // A branch and a folder may have one name.
  git("branch", "next");
  mkdirSync(join(cwd, "next"));
  const base = "next";
  expect(await diff({ ...config, overlays: [] }, { cwd, base })).toEqual([]);
  await expect(diff({ document: "b.yaml" }, { cwd })).rejects.toThrow(
    'The base "HEAD" is not a file, a URL or a git ref that contains the document b.yaml.',
  );
  // A source that the base does not have is new, and the other one stays the same.
  copyFileSync(join(cwd, "api.yaml"), join(cwd, "c.yaml"));
  const sources = ["api", "c"].map((name) => ({
    name,
    document: `${name}.yaml`,
    allRoutesAsTools: true,
  }));
  const changes = await diff({ sources }, { cwd, base: "HEAD" });
  const newNames = changes
    .filter(({ what }) => what === "added")
    .map(({ route }) => route.split(" ")[0]);
  expect(new Set(newNames)).toEqual(new Set(["c"]));
  expect(changes.filter(({ what }) => what === "removed")).toEqual([]);
});
