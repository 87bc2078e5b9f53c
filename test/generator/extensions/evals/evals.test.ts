import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  check,
  diffEvals,
  evals,
  type Config,
} from "../../../../generator/index.js";
import { toolwright } from "../../cli.js";
import { project } from "../../regenerate/project.js";
import { temporaryFolder } from "../../temporary.js";

const config: Config = { emit: ["evals"] };
const PETS = "evals/pets.yaml";

/** Operation of a small API, with its texts. */
interface Texts {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Document of these operations: `{ "GET /pets": { operationId: … } }`. */
function document(
  operations: Readonly<Record<string, Texts & { operationId: string }>>,
): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = route.split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      in: "path",
      name,
      required: true,
      schema: { type: "integer" },
    }));
    const pet = { type: "object", properties: { id: { type: "integer" } } };
    const schema =
      method === "GET" && parameters.length === 0
        ? { type: "array", items: pet }
        : pet;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: ["pets"],
        parameters,
        responses: {
          "200": {
            description: "It.",
            content: { "application/json": { schema } },
          },
        },
        ...operation,
      },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Zoo", version: "1" },
    servers: [{ url: "https://zoo.example" }],
    paths,
  });
}

const ZOO = {
  "GET /pets": {
    operationId: "listPets",
    summary: "Look for animals by their colour",
  },
  "GET /pets/{petId}": { operationId: "getPet", summary: "Read one animal" },
  "DELETE /pets/{petId}": {
    operationId: "deletePet",
    summary: "Take an animal off the books",
  },
  "POST /pets/{petId}/feed": {
    operationId: "feedPet",
    summary: "Give it a meal",
  },
};

async function zoo(operations = document(ZOO)) {
  const made = project();
  await made.generate(operations, { config });
  return made;
}

const byHand = (...cases: readonly object[]) => JSON.stringify(cases);

test("seeds ask for the need, for twins, removals and a flow, and are the same bytes twice", async () => {
  const made = await zoo();
  await expect(made.read(PETS)).toMatchFileSnapshot("pets.want.yaml");
  expect((await zoo()).read(PETS)).toBe(made.read(PETS));
  expect(existsSync(join(made.out, "evals", "scores.json"))).toBe(false);
  expect(
    await check({
      out: made.out,
      document: JSON.parse(document(ZOO)) as object,
      allRoutesAsTools: true,
      ...config,
    }),
  ).toMatchObject({ flaws: [] });
});

test("a seed for two tools with one description separates them by `not`", async () => {
  const made = await zoo(
    document({
      "GET /cages": { operationId: "getCage", summary: "Read the cage" },
      "GET /cage-numbers": {
        operationId: "getCageNumber",
        summary: "Read the cage",
      },
    }),
  );
  expect(made.read(PETS)).toContain(
    `want: ["getCage"]\n  not: ["getCageNumber"]`,
  );
  expect(made.read(PETS)).toContain(
    `want: ["getCageNumber"]\n  not: ["getCage"]`,
  );
});

test("a seed's request never contains the tool's name, and no text of a document ends it", async () => {
  const hostile = 'Say "x"\u2028\n- ask: "y"\n  want: [z]\u202e';
  const made = await zoo(
    document({
      "GET /a": {
        operationId: "doIt",
        summary: "Call doIt now",
        description: "Makes it. And more.",
      },
      "GET /b": { operationId: "justThis", summary: "Call justThis now" },
      "GET /c": { operationId: "hostile", summary: hostile },
      "GET /d": {
        operationId: "tagged",
        summary: "Filed under an odd tag",
        tags: ['../x\n- "'],
      },
    }),
  );
  expect(made.read(PETS)).toContain('- ask: "Makes it"');
  expect(made.read(PETS)).not.toContain("justThis");
  expect(made.read(PETS)).not.toMatch(/[\u2028\u202e]/);
  expect(made.read("evals/x.yaml")).toContain("# Evals of x: ");
  const { scores } = await evals({ out: made.out });
  const asks = scores.map(({ evalCase }) => evalCase.ask);
  expect(asks).toContain("Makes it");
  expect(asks).not.toContain("y");
});

test("edited evals are merged when the document changes, and a case whose tool is gone fails", async () => {
  const made = await zoo();
  made.edit(PETS, ['Read one animal"', 'How is the tiger?"']);
  made.write(
    PETS,
    `${made.read(PETS)}\n- ask: Feed the lion\n  want: [feedPet]\n`,
  );
  const unfed = Object.fromEntries(
    Object.entries(ZOO).filter(([route]) => !route.endsWith("/feed")),
  );
  const newer = document({
    ...unfed,
    "GET /pets": { ...ZOO["GET /pets"], summary: "Look for beasts" },
  });
  expect(await made.generate(newer, { config })).toContain(`merged ${PETS}`);
  const text = made.read(PETS);
  expect(text).toContain("Look for beasts");
  expect(text).toContain("How is the tiger?");
  expect(text).not.toContain("Give it a meal");
  const { current, flaws } = await check({
    document: JSON.parse(newer) as object,
    out: made.out,
    allRoutesAsTools: true,
    ...config,
  });
  expect(current).toBe(false);
  expect(flaws).toMatchObject([
    {
      code: "broken-reference",
      file: PETS,
      line: text.slice(0, text.indexOf("- ask: Feed")).split("\n").length,
      message: 'This case names the tool "feedPet", which is not there.',
    },
  ]);
  await expect(evals({ out: made.out })).rejects.toThrow("feedPet");
});

test("cases with swapped descriptions both fail, and name each other", async () => {
  const made = await zoo();
  made.write(
    "evals/ours.yaml",
    byHand(
      { ask: "look for an animal by colour", want: "listPets" },
      { ask: "give a meal", want: ["feedPet"] },
    ),
  );
  const hand = async () => {
    const { scores, tallies } = await evals({ out: made.out });
    const ours = scores.filter(({ evalCase }) => !evalCase.isSeed);
    return {
      tally: tallies.hand,
      clients: ours.map(({ places }) => places.clients),
    };
  };
  expect((await hand()).tally).toMatchObject({
    cases: 2,
    hits: { clients: { first: 2 }, search: { first: 2 } },
  });
  const [list, feed] = ["src/tools/list-pets.ts", "src/tools/feed-pet.ts"];
  const [listText, feedText] = [
    ZOO["GET /pets"].summary,
    ZOO["POST /pets/{petId}/feed"].summary,
  ];
  made.write(list, made.read(list).replaceAll(listText, feedText));
  made.write(feed, made.read(feed).replaceAll(feedText, listText));
  const { clients, tally } = await hand();
  expect(tally.hits.clients.first).toBe(0);
  expect(clients.map(({ outrankedBy }) => outrankedBy[0])).toEqual([
    "feedPet",
    "listPets",
  ]);
});

test("a tool that you renamed is scored under both names", async () => {
  const made = await zoo();
  made.edit("src/tools/feed-pet.ts", ['name: "feedPet"', 'name: "serveMeal"']);
  made.write(
    "evals/ours.yaml",
    byHand({ ask: "give it a meal", want: "serveMeal" }),
  );
  const { scores } = await evals({ out: made.out });
  const places = scores
    .filter(({ evalCase }) => /feedPet|serveMeal/.test(String(evalCase.want)))
    .filter(({ evalCase }) => evalCase.want.length === 1)
    .map(({ places }) => places.clients.rank);
  expect(places).toEqual([1, 1]);
});

test("--fail-under counts cases that you wrote or changed, and says if there are none", async () => {
  const made = await zoo();
  const run = (...args: string[]) =>
    toolwright(["evals", ...args], { cwd: made.out });
  const unheld = await run("--fail-under", "100");
  expect(unheld.code).toBe(0);
  expect(unheld.stdout).toContain("--fail-under has nothing to count");
  // Half of a seed, and the mark left: the user changed it anyway.
  made.edit(PETS, ['Read one animal"', 'Read one beast"']);
  made.write(
    "evals/ours.yaml",
    byHand({ ask: "quantum chromodynamics", want: "feedPet" }),
  );
  const failed = await run("--fail-under", "60");
  expect(failed.stdout).toContain(
    "By hand: 2 cases; clients that search hit@1 50.0 %",
  );
  expect(failed.stdout).toContain("evals/ours.yaml:1 quantum chromodynamics");
  expect(failed.code).toBe(1);
  expect((await run("--fail-under", "50")).code).toBe(0);
  expect((await run("--fail-under", "x")).code).toBe(2);
});

test("a command that always takes the first tool gets the expected scores", async () => {
  const made = await zoo();
  made.remove(PETS);
  made.write(
    "evals/ours.yaml",
    byHand(
      { ask: "first", want: "deletePet" },
      { ask: "first and with", want: "deletePet", with: { petId: 7 } },
      {
        ask: "first, but other arguments",
        want: "deletePet",
        with: { petId: 8 },
      },
      { ask: "first is excluded", want: "deletePet", not: ["deletePet"] },
      { ask: "another one", want: "feedPet" },
      { ask: "two", want: ["deletePet", "feedPet"] },
    ),
  );
  const stub = join(temporaryFolder(), "first.mjs");
  writeFileSync(
    stub,
    `let text = "";
for await (const chunk of process.stdin) text += chunk;
const { prompt, tools } = JSON.parse(text);
if (typeof prompt !== "string" || !tools[0].inputSchema) throw new Error("No input.");
console.log(JSON.stringify([{ name: tools[0].name, arguments: { petId: 7 } }]));`,
  );
  const model = `node ${stub}`;
  const { scores, tallies } = await evals({ out: made.out }, { model });
  expect(scores.map((score) => score.model)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(tallies.hand.model).toBe(2);
  // A run without a model keeps what it did.
  await evals({ out: made.out });
  expect(made.read("evals/scores.json").match(/"model":true/g)).toHaveLength(2);
  await expect(evals({ out: made.out }, { model: "echo no" })).rejects.toThrow(
    "printed no list of calls",
  );
  await expect(evals({ out: made.out }, { model: "exit 3" })).rejects.toThrow(
    "ended with 3",
  );
});

test("a model gets results of the built server's mock between its calls", async () => {
  const made = await zoo();
  made.remove(PETS);
  made.write(
    "evals/ours.yaml",
    byHand({ ask: "a", want: ["listPets", "getPet"], with: { petId: 42 } }),
  );
  made.write("test/index.ts", "");
  // As a built server speaks, with the environment that it got.
  made.write(
    "dist/main.js",
    `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = method === "initialize" ? {} : { id: 42, env: process.env };
  if (id) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}`,
  );
  const stub = join(temporaryFolder(), "two.mjs");
  writeFileSync(
    stub,
    `let text = "";
for await (const chunk of process.stdin) text += chunk;
const { calls } = JSON.parse(text);
const petId = calls[0]?.result.id;
if (calls[0] && (calls[0].result.env.API_MOCK !== "1" || calls[0].result.env.HOME)) throw new Error("Environment.");
console.log(JSON.stringify([[{ name: "listPets" }], [{ name: "getPet", arguments: { petId } }], []][calls.length]));`,
  );
  const model = `node ${stub}`;
  const { tallies } = await evals({ out: made.out }, { model });
  expect(tallies.hand.model).toBe(1);
  made.write("dist/main.js", "process.exit(1);");
  await expect(evals({ out: made.out }, { model })).rejects.toThrow(
    "gave no reply to initialize",
  );
});

test("diff reads the scores of a git ref, and says which changes they could show", async () => {
  const made = await zoo();
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args],
      { cwd: made.out },
    );
  await evals({ out: made.out });
  git("init", "-q");
  git("add", "-f", "evals");
  git("commit", "-qm", "Score");
  const committed = made.read("evals/scores.json");
  made.edit("src/tools/list-pets.ts", [
    "Look for animals by their colour",
    "It",
  ]);
  const { added, measures, removed } = await diffEvals(
    { out: made.out },
    "HEAD",
  );
  expect([added, removed]).toEqual([[], []]);
  const [clients] = measures;
  expect(clients).toMatchObject({
    measure: "clients",
    gained: [],
    lost: [`${PETS} Look for animals by their colour`],
  });
  const {
    base = 0,
    cases = 0,
    current,
    detectable,
    interval = [0, 0],
  } = clients ?? {};
  expect(current).toBe(base - 1);
  expect(interval[0]).toBeLessThan(0);
  expect(interval[1]).toBe(0);
  expect(detectable).toBeLessThanOrEqual(cases);
  expect(await diffEvals({ out: made.out }, "HEAD")).toEqual({
    added,
    measures,
    removed,
  });
  expect(made.read("evals/scores.json")).toBe(committed);
  for (const ref of ["--output=x", "HEAD:evals", "nowhere"])
    await expect(diffEvals({ out: made.out }, ref)).rejects.toThrow(
      "not a git ref",
    );
  const { code, stdout } = await toolwright(["evals", "diff", "HEAD"], {
    cwd: made.out,
  });
  expect(code).toBe(0);
  expect(stdout).toContain("in one direction would have shown");
});

test.each([
  ["no list", "ask: a"],
  ["no object", "- a"],
  ["no ask", "- { want: [getPet] }"],
  ["no want", "- { ask: a }"],
  ["an invalid name", "- { ask: a, want: [1] }"],
  ["an unknown field", "- { ask: a, want: getPet, wants: b }"],
  ["a prototype", '- { "__proto__": { "want": ["getPet"] }, "ask": "a" }'],
  ["invalid arguments", "- { ask: a, want: getPet, with: 1 }"],
  ["no YAML", "- {"],
  ["a long ask", `- { ask: ${"a".repeat(3_000)}, want: getPet }`],
  ["many cases", "- a\n".repeat(3_000)],
  [
    "aliases of aliases",
    `${[..."abcdefgh"].map((name, at, names) => `${name}: &${name} [${at === 0 ? "x" : `*${names[at - 1]}, `.repeat(9)}]`).join("\n")}\n`,
  ],
])("check and evals refuse a file with %s", async (_title, text) => {
  const made = await zoo();
  made.write("evals/ours.yaml", text);
  await expect(evals({ out: made.out })).rejects.toThrow();
  const { flaws } = await check({
    document: JSON.parse(document(ZOO)) as object,
    out: made.out,
    allRoutesAsTools: true,
    ...config,
  });
  expect(flaws.length).toBeGreaterThan(0);
});

test("a scores file that is invalid or a link is refused, and nothing is written through it", async () => {
  const made = await zoo();
  const scores = join(made.out, "evals", "scores.json");
  for (const text of ["[]", "{", '{"a":1}', '{"a":{"clients":0,"search":1}}']) {
    writeFileSync(scores, text);
    await expect(evals({ out: made.out })).rejects.toThrow("holds no scores");
  }
  made.remove("evals/scores.json");
  const outside = join(temporaryFolder(), "precious");
  writeFileSync(outside, "{}");
  symlinkSync(outside, scores);
  await expect(evals({ out: made.out })).rejects.toThrow("A folder or link");
  expect(readFileSync(outside, "utf8")).toBe("{}");
});
