import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diff, generate, type Config } from "../../../generator/index.js";
import { temporaryFolder } from "../temporary.js";
import { project } from "./project.js";
import { commit, repository } from "./repository.js";

type Operation = Readonly<Record<string, unknown>>;

/** Document of operations by route. */
function documentOf(operations: Readonly<Record<string, Operation>>): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = {
      ...paths[path],
      [method]: { responses: { 200: { description: "OK" } }, ...operation },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Backups", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths,
  });
}

const PAGED =
  "By default it returns the 20 last results. The response is paginated.";

const backups = {
  "get /backups": {
    operationId: "listBackups",
    summary: "List backups",
    description: PAGED,
  },
};

/** Operations that share the paragraph of `backups`, and one that is its twin. */
const neighbours = {
  ...Object.fromEntries(
    [..."abcdef"].map((name) => [
      `get /${name}`,
      {
        operationId: `list_${name}`,
        summary: `List ${name}`,
        description: PAGED,
      },
    ]),
  ),
  "get /admin/backups": {
    operationId: "listBackups",
    summary: "List backups",
    description: PAGED,
  },
};

const FILE = "src/tools/list-backups.ts";

test("words stay when operations that share a paragraph or the whole text come and go, and a twin's are other words", async () => {
  const made = project();
  await made.generate(documentOf(backups));
  const before = made.read(FILE);
  expect(before).toContain(PAGED);
  await made.generate(documentOf({ ...neighbours, ...backups }));
  expect(made.read(FILE)).toBe(before);
  const twin = Object.entries(made.files()).find(([, text]) =>
    text.includes('request: "GET /admin/backups"'),
  );
  expect(twin?.[1]).toMatch(/\(admin backups\)/);
  await made.generate(documentOf(backups));
  expect(made.read(FILE)).toBe(before);
});

test("a twin that stays behind keeps name and words", async () => {
  const made = project();
  await made.generate(documentOf({ ...neighbours, ...backups }));
  const twinOf = () =>
    Object.entries(made.files()).find(
      ([path, text]) =>
        path.startsWith("src/tools/") &&
        text.includes('request: "GET /admin/backups"'),
    );
  const before = twinOf();
  expect(before).toBeDefined();
  const { "get /admin/backups": twin } = neighbours;
  await made.generate(documentOf({ "get /admin/backups": twin }));
  expect(twinOf()).toEqual(before);
});

test.each<[string, Operation, Config]>([
  ["the summary", { summary: "List all backups" }, {}],
  ["the description", { description: "Of all servers." }, {}],
  ["the deprecation", { deprecated: true }, {}],
  [
    "the answer",
    {
      responses: {
        200: {
          description: "OK",
          content: { "application/json": { example: { id: 7 } } },
        },
      },
      description: "",
    },
    {},
  ],
  ["an override", {}, { overrides: { listBackups: { title: "Backups" } } }],
  [
    "the option descriptions",
    { description: `${PAGED}\n\nMore.` },
    { descriptions: "full" },
  ],
])("words are made anew if %s changes", async (_what, change, config) => {
  const made = project();
  await made.generate(documentOf(backups));
  const before = made.read(FILE);
  const changed = { "get /backups": { ...backups["get /backups"], ...change } };
  await made.generate(documentOf({ ...neighbours, ...changed }), { config });
  expect(made.read(FILE)).not.toBe(before);
});

test("words are those of the last generation, never of the module as a person edited it", async () => {
  const made = project();
  await made.generate(documentOf(backups));
  made.edit(FILE, ["The response is paginated.", "Ask twice."]);
  const edited = made.read(FILE);
  expect(
    await made.generate(documentOf({ ...neighbours, ...backups })),
  ).not.toContain(`conflict ${FILE}`);
  expect(made.read(FILE)).toBe(edited);
  made.remove(FILE);
  const text = documentOf({ ...neighbours, ...backups });
  const { findings } = await generate(
    { out: made.out, allRoutesAsTools: true },
    { text, dryRun: true },
  );
  expect(findings.filter(({ code }) => code === "kept-words")).toHaveLength(1);
});

test("a run says how many components keep their words, and names: renew makes them anew", async () => {
  const made = project();
  await made.generate(documentOf(backups));
  const text = documentOf({ ...neighbours, ...backups });
  const run = async (config: Config = {}) =>
    (
      await generate(
        { out: made.out, allRoutesAsTools: true, ...config },
        { text },
      )
    ).findings.filter(({ code }) => code === "kept-words");
  expect(await run()).toMatchObject([
    {
      severity: "note",
      message:
        "listBackups keeps its title and description, though they would be others if they were made now.",
    },
  ]);
  expect(await run({ names: "renew" })).toEqual([]);
  expect(made.read(FILE)).not.toContain(PAGED);
  expect(await run()).toEqual([]);
});

test("diff settles the words and names of the second document by the first", async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const all = { ...neighbours, ...backups };
  const base = write("base.json", documentOf(all));
  for (const operations of [backups, neighbours, all]) {
    const document = write("head.json", documentOf(operations));
    for (const [from, to] of [
      [base, document],
      [document, base],
    ] as const) {
      const changes = await diff(
        { document: to, allRoutesAsTools: true },
        { base: from },
      );
      expect(
        changes.filter(({ what }) => !/^(?:added|removed|tokens)$/.test(what)),
      ).toEqual([]);
    }
  }
});

test("words and names stay after git merged two branches that each added operations with the same paragraph", async () => {
  const made = project();
  const git = repository(made);
  const added = (names: string) =>
    Object.fromEntries(
      [...names].map((name) => [
        `get /${name}`,
        {
          operationId: `list_${name}`,
          summary: `List ${name}`,
          description: PAGED,
        },
      ]),
    );
  const others = added("abc");
  const mine = added("xyz");
  await made.generate(documentOf(backups));
  commit(git, "first");
  const before = made.read(FILE);
  git("checkout", "-q", "-b", "other");
  await made.generate(documentOf({ ...backups, ...others }));
  commit(git, "other");
  git("checkout", "-q", "main");
  await made.generate(documentOf({ ...mine, ...backups }));
  commit(git, "mine");
  git("merge", "other");
  await made.generate(documentOf({ ...mine, ...backups, ...others }));
  expect(made.read("toolwright.lock")).not.toMatch(/^[<=>]{7}/m);
  expect(made.read(FILE)).toBe(before);
  for (const name of "abcxyz")
    expect(made.read(`src/tools/list-${name}.ts`)).toContain(PAGED);
  const files = made.files();
  await made.generate(documentOf({ ...mine, ...backups, ...others }));
  expect(made.files()).toEqual(files);
});
