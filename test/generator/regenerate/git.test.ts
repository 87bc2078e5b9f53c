import { expect, test } from "vitest";
import { check } from "../../../generator/commands/check.js";
import { project, type Project } from "./project.js";
import { commit, repository } from "./repository.js";
import { shop } from "./shop.js";

const lock = "toolwright.lock";
const getPet = "src/tools/get-pet.ts";

/** Two changes of one API that touch the same files. */
const tagged: [string, string] = [
  "        id: { type: integer }\n",
  "        id: { type: integer }\n        tag: { type: string }\n",
];
const coloured: [string, string] = [
  "        id: { type: integer }\n",
  "        id: { type: integer }\n        color: { type: string }\n",
];
const both: [string, string] = [
  "        id: { type: integer }\n",
  "        id: { type: integer }\n        color: { type: string }\n        tag: { type: string }\n",
];
const more = (name: string): [string, string] => [
  "  /pets/{petId}:\n",
  `  /${name}s:\n    get: { operationId: list-${name}, responses: { "200": { description: OK } } }\n  /pets/{petId}:\n`,
];
const edited: [string, string] = [
  "return send(args);",
  "const { data } = await send(args);\n    return data;",
];

interface Scene {
  /** Command that brings in the commit of the second branch. */
  join: (git: (...args: string[]) => string) => string;
}

test.each<[string, Scene["join"]]>([
  ["merge", (git) => git("merge", "other")],
  [
    "merge with diff3",
    (git) => git("-c", "merge.conflictStyle=diff3", "merge", "other"),
  ],
  ["rebase", (git) => git("rebase", "other")],
  ["cherry-pick", (git) => git("cherry-pick", "other")],
])(
  "one run completes a %s of two branches that both regenerated",
  async (_name, join) => {
    const made = project();
    const git = repository(made);
    await made.generate(shop());
    commit(git, "first");
    git("checkout", "-q", "-b", "other");
    await made.generate(shop(tagged, more("owner")));
    made.edit(getPet, edited);
    commit(git, "other");
    git("checkout", "-q", "main");
    await made.generate(shop(coloured, more("order")));
    made.edit("src/tools/list-pets.ts", edited);
    commit(git, "mine");
    join(git);
    expect(made.read(lock)).toMatch(/^<{7} /m);
    expect(made.read("src/generated/api-types.ts")).toMatch(/^<{7} /m);

    const together = shop(both, more("owner"), more("order"));
    const before = await check(
      { out: made.out, allRoutesAsTools: true },
      { text: together },
    );
    expect(before.drifts).toContainEqual(
      expect.objectContaining({ kind: "markers", path: lock }),
    );
    const outcomes = await made.generate(together);
    expect(outcomes.join()).not.toContain("conflict");
    const clean = project();
    await clean.generate(together);
    clean.edit(getPet, edited);
    clean.edit("src/tools/list-pets.ts", edited);
    const tracked = Object.entries(made.files()).filter(
      ([path]) => !path.startsWith(".git/"),
    );
    expect(Object.fromEntries(tracked)).toEqual(clean.files());
  },
);

test("a place that both branches edited stays between git's markers", async () => {
  const made = project();
  const git = repository(made);
  await made.generate(shop());
  commit(git, "first");
  git("checkout", "-q", "-b", "other");
  await made.generate(shop(tagged, ["Get a pet", "Get one"]));
  made.edit(getPet, [edited[0], "return send({ ...args });"]);
  commit(git, "other");
  git("checkout", "-q", "main");
  await made.generate(shop(coloured, ["Get a pet", "Get some"]));
  made.edit(getPet, edited);
  commit(git, "mine");
  git("merge", "other");
  await expect(made.generate(shop(both))).rejects.toThrow(
    "This file has unresolved conflict markers",
  );
});

test("a module that one branch moved and the other renamed is not an orphan", async () => {
  const made = project();
  const git = repository(made);
  await made.generate(shop());
  commit(git, "first");
  git("checkout", "-q", "-b", "other");
  const renamed = shop(["operationId: getPet", "operationId: fetchPet"]);
  await made.generate(renamed);
  commit(git, "other");
  git("checkout", "-q", "main");
  const [moved, index] = ["src/pets/get.ts", "src/tools/index.ts"];
  made.write(moved, made.read(getPet));
  made.remove(getPet);
  made.edit(index, ["./get-pet.js", "../pets/get.js"]);
  await made.generate(shop());
  commit(git, "mine");
  git("merge", "other");
  // Settled by hand: one file of the two, at its new path, and its line.
  made.remove("src/tools/fetch-pet.ts");
  git("checkout", "main", "--", index);
  made.write(
    moved,
    made
      .read(moved)
      .replace(/^<{7}.*\n|^={7}\n|^>{7}.*\n/gm, "")
      .replaceAll("getPet", "fetchPet"),
  );
  expect((await made.generate(renamed)).join()).not.toContain("orphan");
  expect(made.read(index)).toContain("../pets/get.js");
  expect(made.read(moved)).not.toContain("no longer generated");
});

test("markers in a list stop the run, even if the listed module is gone", async () => {
  const made = project();
  await made.generate(shop());
  const index = "src/tools/index.ts";
  made.write("src/pets/get.ts", made.read(getPet));
  made.remove(getPet);
  made.edit(index, ["./get-pet.js", "../pets/get.js"]);
  const line = /^.*pets\/get\.js.*\n/m.exec(made.read(index))?.[0] ?? "";
  made.edit(index, [line, `<<<<<<< HEAD\n=======\n${line}>>>>>>> other\n`]);
  const gone = shop([
    "    get:\n      operationId: getPet",
    "    x-get:\n      a: b",
  ]);
  await expect(made.generate(gone)).rejects.toThrow(
    "This file has unresolved conflict markers",
  );
});

/** Two branches that both rename one operation, and edit a statement of its module. */
async function renamedByBoth(mine: string, other: string): Promise<Project> {
  const made = project();
  const git = repository(made);
  const named = (name: string) =>
    shop(["operationId: getPet", `operationId: ${name}`]);
  await made.generate(shop());
  made.edit(getPet, edited);
  commit(git, "first");
  git("checkout", "-q", "-b", "other");
  await made.generate(named(other));
  const otherPath = `src/tools/${other.replace("Pet", "-pet")}.ts`;
  made.edit(otherPath, ["    return data;", "    return [data];"]);
  commit(git, "other");
  git("checkout", "-q", "main");
  await made.generate(named(mine));
  commit(git, "mine");
  git("merge", "other");
  return made;
}

test.each([
  ["loadPet", "fetchPet", "fetchPet"],
  ["fetchPet", "loadPet", "fetchPet"],
  ["loadPet", "fetchPet", "takePet"],
])(
  "an operation that two branches rename to %s and %s becomes %s after one run",
  async (mine, other, name) => {
    const made = await renamedByBoth(mine, other);
    expect(made.read("src/tools/fetch-pet.ts")).toMatch(/^<{7,} /m);
    const document = shop(["operationId: getPet", `operationId: ${name}`]);
    const outcomes = await made.generate(document);
    expect(outcomes.join()).not.toMatch(/conflict|orphan/);
    const path = `src/tools/${name.replace("Pet", "-pet")}.ts`;
    const clean = project();
    await clean.generate(document);
    clean.edit(path, edited, ["    return data;", "    return [data];"]);
    const tracked = Object.entries(made.files()).filter(
      ([trackedPath]) => !trackedPath.startsWith(".git/"),
    );
    expect(Object.fromEntries(tracked)).toEqual(clean.files());
    expect((await made.generate(document)).join()).toMatch(/^kept /);
  },
);

test("a commented-out line of a list causes no conflict beside it", async () => {
  const made = project();
  const index = "src/tools/index.ts";
  await made.generate(shop());
  const line = /^.*get-pet\.js.*$/m.exec(made.read(index))?.[0] ?? "";
  made.edit(index, [line, `// ${line}`]);
  const outcomes = await made.generate(
    shop(more("owner"), ["operationId: listPets", "operationId: allPets"]),
  );
  expect(outcomes.join()).not.toMatch(/conflict/);
  expect(made.read(index)).toContain(`// ${line}`);
  expect(made.read(index)).toContain("./all-pets.js");
  expect(made.read(index)).toContain("./list-owner.js");
  expect(made.read(index)).not.toContain("./list-pets.js");
});

test("an operation that two branches rename alike is merged by one run", async () => {
  const made = await renamedByBoth("fetchPet", "fetchPet");
  const outcomes = await made.generate(
    shop(["operationId: getPet", "operationId: fetchPet"]),
  );
  expect(outcomes.join()).not.toMatch(/conflict|orphan/);
  expect(made.read("src/tools/fetch-pet.ts")).toContain("return [data];");
  expect(made.has(getPet)).toBe(false);
});

test("longer markers of a renamed file are found", async () => {
  const made = project();
  await made.generate(shop());
  const text = made.read(getPet);
  made.write(
    getPet,
    text.replace(
      /^ {2}title: .*$/m,
      `<<<<<<<< HEAD:src/tools/one.ts\n  title: "One",\n========\n  title: "Two",\n>>>>>>>> other:src/tools/two.ts`,
    ),
  );
  for (const text of [shop(), shop(["Get a pet", "Get it"])])
    await expect(made.generate(text)).rejects.toThrow(
      "This file has unresolved conflict markers",
    );
  const config = { out: made.out, allRoutesAsTools: true };
  const { current, drifts } = await check(config, { text: shop() });
  expect(current).toBe(false);
  expect(drifts).toContainEqual(
    expect.objectContaining({ kind: "markers", path: getPet }),
  );
});

test("a server description that two branches regenerated is generated again", async () => {
  const made = project();
  const git = repository(made);
  const described = (text: string): [string, string] => [
    "{ title: Shop, version: 1.0.0 }",
    `{ title: Shop, version: 1.0.0, description: ${JSON.stringify(text)} }`,
  ];
  const lines = (first: string, last: string) =>
    described([first, "One.", "Two.", "Three.", last].join("\n\n"));
  await made.generate(shop(lines("First.", "Last.")));
  commit(git, "first");
  git("checkout", "-q", "-b", "other");
  await made.generate(shop(lines("Begins.", "Last.")));
  commit(git, "other");
  git("checkout", "-q", "main");
  await made.generate(shop(lines("First.", "Ends.")));
  commit(git, "mine");
  git("merge", "other");
  expect(made.read("src/server.ts")).toContain("Begins.");
  // Neither side's, nor both put together.
  const outcomes = await made.generate(shop(lines("Begins now.", "Ends.")));
  expect(outcomes.join()).not.toContain("conflict");
  expect(made.read("src/server.ts")).toContain("Begins now.");
});
