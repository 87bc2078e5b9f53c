import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../../generator/index.js";
import { describeCheck } from "../../../generator/cli/check-report.js";
import { toolwright } from "../cli.js";
import { project, type Project } from "../regenerate/project.js";
import { oneMore, shop } from "../regenerate/shop.js";

const retitled: [string, string] = ["summary: Get a pet", "summary: Get one"];

test("check reports a project with hand edits as current", async () => {
  const made = project();
  await made.generate(shop());
  made.edit("src/tools/get-pet.ts", ["send(args)", "send({ ...args })"]);
  made.edit("src/client.ts", ["timeout: 30", "timeout: 5"]);
  made.write("src/custom/own.ts", "export const own = 1;\n");
  made.remove("README.md");
  const before = made.files();
  expect(await driftsOf(made, shop())).toEqual([]);
  expect(made.files()).toEqual(before);
});

test("check lists the components that a newer document changes", async () => {
  const made = project();
  await made.generate(shop());
  made.edit("src/tools/get-pet.ts", ["send(args)", "send({ ...args })"]);
  const newer = shop(retitled, oneMore, ["createPet", "addPet"]);
  expect(await driftsOf(made, newer)).toEqual([
    "stale README.md null",
    "stale src/generated/api-types.ts null",
    "moved src/tools/add-pet.ts tool addPet, POST /pets",
    "stale src/tools/get-pet.ts tool getPet, GET /pets/{petId}",
    "stale src/tools/index.ts null",
    "missing src/tools/list-owners.ts tool listOwners, GET /owners",
  ]);
  expect(await driftsOf(made, shop(["    post:\n", "    x-post:\n"]))).toEqual(
    expect.arrayContaining(["extra src/tools/create-pet.ts tool POST /pets"]),
  );
  await made.generate(newer);
  expect(await driftsOf(made, newer)).toEqual([]);
});

test("check names files that you deleted, and passes", async () => {
  const made = project();
  await made.generate(shop());
  made.remove("README.md");
  // A module that the user put elsewhere is not deleted.
  made.write("src/own/pets.ts", made.read("src/tools/get-pet.ts"));
  made.remove("src/tools/get-pet.ts");
  const document = join(dirname(made.out), "deleted.yaml");
  writeFileSync(document, shop());
  const state = await check({
    document,
    out: made.out,
    allRoutesAsTools: true,
  });
  expect(state.deleted).toEqual(["README.md"]);
  expect(state.drifts.filter(({ path }) => path === "README.md")).toEqual([]);
  const { stdout } = await toolwright([
    ...["check", document, "--out", made.out, "--all-routes-as-tools"],
  ]);
  expect(stdout).toContain(
    "deleted   README.md: deleted by hand, and not written again",
  );
});

test("check without a lock reports every file as missing", async () => {
  const drifts = await driftsOf(project(), shop());
  expect(drifts).toContain(
    "missing src/tools/get-pet.ts tool getPet, GET /pets/{petId}",
  );
});

test("check exits with 0, 1 or 2", async () => {
  const made = project();
  const folder = dirname(made.out);
  const document = join(folder, "openapi.yaml");
  const run = (...args: string[]) =>
    toolwright(["check", ...args], { cwd: folder });
  writeFileSync(document, shop());
  writeFileSync(
    join(folder, "toolwright.config.json"),
    JSON.stringify({
      document: "openapi.yaml",
      out: "out",
      allRoutesAsTools: true,
    }),
  );
  await made.generate(shop());
  made.edit("src/tools/get-pet.ts", ["Get a pet", "Get our pet"]);

  expect(await run()).toEqual({
    code: 0,
    stdout: "Shop → out: up to date\n",
    stderr: "",
  });

  writeFileSync(document, shop(retitled, ["    delete:\n", "    x-no:\n"]));
  made.edit("src/tools/delete-pet.ts", ["send(args)", "send({ ...args })"]);
  const stale = await run();
  expect(stale).toMatchObject({ code: 1, stderr: "" });
  expect(stale.stdout).toContain(
    "  stale     src/tools/get-pet.ts (tool getPet, GET /pets/{petId})\n",
  );
  expect(stale.stdout).toContain(
    `--- a/src/tools/get-pet.ts
+++ b/src/tools/get-pet.ts
@@ -6,7 +6,7 @@
 /** GET /pets/{petId} */
 export default defineTool<Operation>({
   name: "getPet",
-  title: "Get a pet",
+  title: "Get one",
`,
  );

  const conflict = await made.generate(
    shop(retitled, ["    delete:\n", "    x-no:\n"]),
  );
  expect(conflict).toContain("conflict src/tools/get-pet.ts");
  const [marked, json, quiet, unusable] = await Promise.all([
    run(),
    run("--json"),
    run("--quiet"),
    run("nowhere.yaml"),
  ]);
  expect(marked.code).toBe(1);
  expect(marked.stdout.split("\n").slice(1)).toEqual([
    "  orphan    src/tools/delete-pet.ts (tool DELETE /pets/{petId}): no longer generated; kept because you edited it",
    "  markers   src/tools/get-pet.ts:9 (tool getPet, GET /pets/{petId}): has an unresolved conflict",
    "",
    "Resolve the conflicts.",
    "",
  ]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    current: false,
    drifts: [
      { kind: "orphan", path: "src/tools/delete-pet.ts" },
      { kind: "markers", path: "src/tools/get-pet.ts", lines: [9] },
    ],
  });
  expect(quiet).toEqual({ code: 1, stdout: "", stderr: "" });
  expect(unusable.code).toBe(2);
  expect(unusable.stderr).toContain("nowhere.yaml");
});

async function driftsOf(made: Project, document: string): Promise<string[]> {
  const { current, drifts } = await check(
    { out: made.out, allRoutesAsTools: true },
    { text: document },
  );
  expect(current).toBe(drifts.length === 0);
  return drifts.map(
    ({ kind, path, component }) => `${kind} ${path} ${component}`,
  );
}

test("check names the edited runtime file that reviews fold, and what to run, until generate has unfolded it", async () => {
  const made = project();
  await made.generate(shop());
  const path = "src/runtime/media.ts";
  made.write(path, `${made.read(path)}// ours\n`);
  const options = { out: made.out, allRoutesAsTools: true };
  const checked = await check(options, { text: shop() });
  expect(checked.current).toBe(false);
  expect(checked.drifts).toEqual([{ kind: "folded", path, component: null }]);
  const layout = {
    paint: (_style: string, text: string) => text,
    verbose: false,
    width: Infinity,
  };
  expect(describeCheck(checked, layout)).toMatch(
    /src\/runtime\/media\.ts: edited by hand, and reviews still fold it\n[^]*Run `toolwright generate [^`]*`, which lists/,
  );
  // What the README and .gitattributes of the project say.
  expect(made.read("README.md")).toContain(
    "until `toolwright generate` has run",
  );
  expect(made.read(".gitattributes")).toContain(
    "run `toolwright generate`, which unfolds it",
  );
  await made.generate(shop());
  expect(made.read(".gitattributes")).toContain(
    `/${path} -linguist-generated\n`,
  );
  expect((await check(options, { text: shop() })).current).toBe(true);
  // An edit that is taken back leaves a line too many, which is a difference of the list.
  made.write(path, made.read(path).replace("// ours\n", ""));
  const undone = await check(options, { text: shop() });
  expect(
    undone.drifts.map(({ kind, path: file }) => `${kind} ${file}`),
  ).toEqual(["stale .gitattributes"]);
});
