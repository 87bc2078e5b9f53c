import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { generate, ToolwrightError } from "../../../generator/index.js";
import { toolwrightAlone } from "../cli.js";
import { project, type Project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const getPet = "src/tools/get-pet.ts";
const createPet = "src/tools/create-pet.ts";
const lock = "toolwright.lock";
const retitled: [string, string] = ["summary: Get a pet", "summary: Get one"];

test("edits whose arguments changed are reported, also if only a shared schema changed", async () => {
  const made = project();
  await made.generate(shop());
  for (const path of [
    getPet,
    createPet,
    "src/tools/list-pets.ts",
    "src/tools/place-order.ts",
  ])
    made.edit(path, ["send(args)", "send({ ...args })"]);
  const changed = shop(
    [
      "name: petId, in: path, required: true, schema: { type: integer }",
      "name: petId, in: path, required: true, schema: { type: string }",
    ],
    ["        age: { type: integer }\n", ""],
  );
  const { outcomes } = await generate(
    { out: made.out, allRoutesAsTools: true },
    { text: changed },
  );
  const flagged = outcomes.filter(
    (outcome) => "contractChanged" in outcome && outcome.contractChanged,
  );
  expect(flagged.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    `kept ${createPet}`,
    `merged ${getPet}`,
    "kept src/tools/place-order.ts",
  ]);
});

test("a moved module with a new title has the same arguments", async () => {
  const made = project();
  await made.generate(shop());
  const moved = "src/tools/pets/get.ts";
  made.write(moved, made.read(getPet).replaceAll('"../', '"../../'));
  made.remove(getPet);
  const { outcomes } = await generate(
    { out: made.out, allRoutesAsTools: true },
    { text: shop(["Get a pet", "Get one pet"]) },
  );
  expect(outcomes.find(({ path }) => path === moved)).toMatchObject({
    kind: "merged",
    contractChanged: false,
  });
});

test("markers stop the run with a list until they are resolved, and then the next run passes", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(getPet, ["Get a pet", "Get our pet"]);
  made.edit(createPet, ["Create a pet", "Create our pet"]);
  const newer = shop(retitled, ["Create a pet", "Add a pet"]);
  expect(await made.generate(newer)).toEqual([
    "updated README.md",
    `conflict ${createPet}`,
    `conflict ${getPet}`,
  ]);
  const before = made.files();
  const markers = [
    `${createPet} unresolved-conflict`,
    `${getPet} unresolved-conflict`,
  ];
  expect(await problems(made.generate(newer))).toEqual(markers);
  expect(await problems(made.generate(shop(oneMore)))).toEqual(markers);
  expect(made.files()).toEqual(before);
  for (const path of [getPet, createPet]) {
    const ours = /^<{7} .*\n([^]*?)^\|{7} [^]*?^>{7} .*\n/gm;
    made.write(path, made.read(path).replaceAll(ours, "$1"));
  }
  expect(await made.generate(newer)).toEqual([
    `kept ${createPet}`,
    `kept ${getPet}`,
  ]);
});

test("an edited file of src/generated is not overwritten", async () => {
  const made = project();
  await made.generate(shop());
  made.edit("src/generated/api-types.ts", [
    "export interface",
    "/** Mine. */ export interface",
  ]);
  const before = made.files();
  expect(await problems(made.generate(shop(oneMore)))).toEqual([
    "src/generated/api-types.ts fixed-file-edited",
  ]);
  expect(made.files()).toEqual(before);
});

test("files of yours stop the run until they are adopted", async () => {
  const made = project();
  made.write("README.md", "# Mine\n");
  made.write(getPet, "export const mine = 1;\n");
  expect(await problems(made.generate(shop()))).toEqual([
    "README.md file-in-the-way",
    `${getPet} file-in-the-way`,
  ]);
  expect(Object.keys(made.files())).toEqual(["README.md", getPet]);
  const outcomes = await made.generate(shop(), { adopt: true });
  expect(outcomes).toContain("kept README.md");
  expect(made.read("README.md")).toBe("# Mine\n");
});

test.each<[string, string | undefined, (made: Project) => void]>([
  ["missing", "lock-lost", (made) => made.remove(lock)],
  ["empty", "lock-damaged", (made) => made.write(lock, "")],
  [
    "cut off",
    "lock-damaged",
    (made) => made.write(lock, made.read(lock).slice(0, -500)),
  ],
])(
  "a lock that is %s stops the run, and --adopt continues without loss",
  async (_name, code, harm) => {
    const made = project();
    await made.generate(shop());
    made.edit(createPet, ["send(args)", "send({ ...args })"]);
    harm(made);
    const before = made.files();
    const found = await problems(made.generate(shop(oneMore)));
    expect(found.every((one) => one.endsWith(` ${code}`))).toBe(true);
    expect(found).not.toEqual([]);
    expect(made.files()).toEqual(before);
    const outcomes = await made.generate(shop(oneMore), { adopt: true });
    expect(outcomes).toContain(`kept ${createPet}`);
    expect(outcomes.join()).not.toContain("conflict");
    expect(made.read("src/tools/index.ts")).toContain("listOwners");
    const again = await made.generate(shop(oneMore));
    expect(again).toContain(`kept ${createPet}`);
    expect(again.filter((one) => !one.startsWith("kept "))).toEqual([]);
    expect(made.read(createPet)).toContain("send({ ...args })");
  },
);

test("a read-only folder and a full disk are reported, and nothing changes", async () => {
  const made = project();
  await made.generate(shop());
  chmodSync(dirname(made.out), 0o755);
  const document = join(dirname(made.out), "openapi.yaml");
  writeFileSync(document, shop(oneMore, retitled));
  const args = ["generate", document, "--out", made.out];
  const before = made.files();
  // No file may have more than 8 blocks of 512 bytes, which is less than the lock has.
  const full = await toolwrightAlone(args, { shell: "ulimit -f 8" });
  expect(full).toMatchObject({ code: 2 });
  expect(full.stderr).toContain("The disk is full. Nothing was changed.");
  expect(made.files()).toEqual(before);
  chmodSync(made.out, 0o555);
  // The superuser may write anywhere, so someone else tries.
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const denied = await toolwrightAlone(args, nobody);
  chmodSync(made.out, 0o755);
  expect(denied).toMatchObject({ code: 2 });
  expect(denied.stderr).toContain("You don't have permission to write here.");
  expect(made.files()).toEqual(before);
});

test("two runs at once both finish, or one steps back", async () => {
  const made = project();
  await made.generate(shop());
  const folder = dirname(made.out);
  const runs = [shop(oneMore), shop(retitled)].map((text, index) => {
    const document = join(folder, `${index}.yaml`);
    writeFileSync(document, text);
    return document;
  });
  const ended = await Promise.all(
    runs.map((document) =>
      toolwrightAlone(["generate", document, "--out", made.out]),
    ),
  );
  const stepBack =
    /Another toolwright process|changed while toolwright was running/;
  for (const { code, stderr } of ended)
    expect(code === 0 ? "" : stderr).toMatch(code === 0 ? "" : stepBack);
  const states = await Promise.all(
    runs.map((document) =>
      toolwrightAlone(["check", document, "--out", made.out]),
    ),
  );
  expect(states.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test("generation writes the same bytes in another folder, time zone and locale", async () => {
  const made = project();
  await made.generate(shop());
  const folder = dirname(made.out);
  const worlds = [
    { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
    { TZ: "America/St_Johns", LC_ALL: "C", HOME: folder },
  ];
  const locks: string[] = [];
  for (const [index, env] of worlds.entries()) {
    const other = project();
    const cwd = dirname(other.out);
    writeFileSync(join(cwd, "openapi.yaml"), shop());
    const args = ["openapi.yaml", "--out", "out", "--all-routes-as-tools"];
    const { code } = await toolwrightAlone(["generate", ...args], { cwd, env });
    expect([index, code]).toEqual([index, 0]);
    // The library gets no flags to remember.
    const { "toolwright.config.json": options, ...files } = other.files();
    expect(files).toEqual(made.files());
    expect(options).toContain('"document": "../openapi.yaml"');
    locks.push(readFileSync(join(other.out, lock), "utf8"));
  }
  expect(locks[1]).toBe(locks[0]);
});

/** Place and code of every problem that stops a run. */
async function problems(result: Promise<unknown>): Promise<string[]> {
  try {
    await result;
    return [];
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    return error.problems.map(({ file, code }) => `${file} ${code}`);
  }
}
