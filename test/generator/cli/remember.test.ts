import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { generate } from "../../../generator/index.js";
import { getMember } from "../../../generator/shared/json.js";
import { toolwright, toolwrightAlone } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const operation = (operationId: string) => ({ operationId, responses: {} });

/** Three routes that are read and one that is not. */
const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/pets": {
      get: { ...operation("listPets"), tags: ["pets"] },
      post: { ...operation("createPet"), tags: ["pets"] },
    },
    "/owners": { get: { ...operation("listOwners"), tags: ["owners"] } },
    "/toys": { get: { ...operation("listToys"), tags: ["toys"] } },
  },
});

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "apis"));
  writeFileSync(join(folder, "apis", "pets.json"), DOCUMENT);
});

const run = (args: string, cwd = ".") =>
  toolwright(args.split(" "), { cwd: join(folder, cwd) });
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const options = (out = "mcp") =>
  Object.entries(
    JSON.parse(read(`${out}/toolwright.config.json`)) as object,
  ).flatMap(([name, value]) =>
    name === "out" ? [] : [`${name} ${JSON.stringify(value)}`],
  );

test.each([
  [
    "damaged",
    "lock-damaged",
    () => writeFileSync(join(folder, "mcp/toolwright.lock"), "x\n"),
  ],
  ["lost", "lock-lost", () => rmSync(join(folder, "mcp/toolwright.lock"))],
])(
  "a project whose lock is %s remembers its document, also with --adopt",
  async (_is, code, harm) => {
    await run("generate apis/pets.json --out mcp --all-routes-as-tools");
    const before = options();
    harm();
    const newer = DOCUMENT.replace("listToys", "listAllToys");
    writeFileSync(join(folder, "apis", "pets.json"), newer);
    for (const [args, cwd] of [
      ["generate --json", "mcp"],
      ["generate --json --out mcp", "."],
    ] as const) {
      const refused = await run(args, cwd);
      expect(refused.code).toBe(2);
      expect(refused.stdout).toContain(`"code": "${code}"`);
    }
    expect((await run("generate --adopt", "mcp")).code).toBe(0);
    expect(options()).toEqual(before);
  },
);

test("generate without arguments uses the options of the last run", async () => {
  const flags = "--all-routes-as-tools --tags pets,owners --timeout 5";
  await run(`generate apis/pets.json --out mcp ${flags}`);
  expect(options()).toEqual([
    "allRoutesAsTools true",
    'document "../apis/pets.json"',
    'sdk "v1"',
    'tags ["pets","owners"]',
    "timeout 5",
  ]);
  const before = read("mcp/toolwright.lock");
  const same = await run("generate", "mcp");
  expect([same.code, same.stderr]).toEqual([0, ""]);
  expect(same.stdout).toMatch(/ {2}3 tools, 0 resources[^]* \d+ unchanged\n/);
  expect((await run("check", "mcp")).stdout).toBe("Pets → .: up to date\n");
  expect((await run("check --out mcp")).code).toBe(0);
  expect((await run("diff", "mcp")).code).toBe(0);
  const planned = await run("plan --json", "mcp");
  expect(JSON.parse(planned.stdout)).toMatchObject({
    components: [{}, { kind: "tool" }, {}],
  });
  expect(read("mcp/toolwright.lock")).toBe(before);
  expect(JSON.parse(read("mcp/package.json"))).toMatchObject({
    scripts: {
      generate: "npm run --silent find-toolwright && toolwright generate",
      check: "npm run --silent find-toolwright && toolwright check",
    },
  });
});

test("generate stores the new path of a moved document", async () => {
  await run("generate apis/pets.json --out mcp --all-routes-as-tools");
  renameSync(join(folder, "apis"), join(folder, "api"));
  expect((await run("generate", "mcp")).stderr).toContain("pets.json");
  expect((await run("generate ../api/pets.json", "mcp")).code).toBe(0);
  expect(options()).toEqual([
    "allRoutesAsTools true",
    'document "../api/pets.json"',
    'sdk "v1"',
  ]);
  expect((await run("generate", "mcp")).code).toBe(0);
});

test("generate finds the document of a project that was moved with it", async () => {
  await run("generate apis/pets.json --out mcp");
  mkdirSync(join(folder, "all"));
  for (const name of ["apis", "mcp"])
    renameSync(join(folder, name), join(folder, "all", name));
  expect((await run("check", "all/mcp")).code).toBe(0);
});

it.each([
  ["standard input", "-"],
  ["an address with a password", "http://ann:hunter22@127.0.0.1:9/a.json"],
])("generate does not store %s", async (_, document) => {
  await run(`generate apis/pets.json --out mcp`);
  const args = ["generate", document, "--out", "mcp"];
  const now = await toolwrightAlone(args, { cwd: folder, input: DOCUMENT });
  expect(read("mcp/toolwright.config.json")).not.toContain("hunter22");
  if (document !== "-") return;
  expect(options()).toEqual(['sdk "v1"']);
  expect(now.stdout).toContain(
    "note      The project does not save its document",
  );
  const nothing = await run("generate", "mcp");
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
  expect(nothing.stderr).toContain("No OpenAPI document");
  expect(nothing.stderr).toContain("A project does not save standard input");
});

test("generate finds the document through an output folder that is a link, from either side", async () => {
  mkdirSync(join(folder, "deep/in"), { recursive: true });
  symlinkSync(join(folder, "deep/in"), join(folder, "link"));
  await run("generate apis/pets.json --out link/mcp");
  expect(options("deep/in/mcp")).toEqual([
    'document "../../../apis/pets.json"',
    'sdk "v1"',
  ]);
  for (const place of ["link/mcp", "deep/in/mcp"]) {
    expect(await run("check", place)).toMatchObject({ code: 0, stderr: "" });
    expect((await run(`check --out ${place}`)).code).toBe(0);
  }
});

describe("a config with several servers", () => {
  const config = (more = {}) =>
    JSON.stringify([
      { document: "pets.json", out: "../mcp", allRoutesAsTools: true, ...more },
      { document: "pets.json", out: "../other" },
    ]);
  beforeEach(async () => {
    writeFileSync(join(folder, "apis", "a.json"), config());
    expect((await run("generate --config apis/a.json")).code).toBe(0);
  });

  test("is remembered, and each entry is found by its folder", async () => {
    expect(options()).toEqual(['extends "../apis/a.json"']);
    const { code, stdout } = await run("check", "mcp");
    expect([code, stdout]).toEqual([0, "Pets → .: up to date\n"]);
    expect((await run("check", "other")).code).toBe(0);
    symlinkSync(join(folder, "mcp"), join(folder, "link"));
    expect((await run("check --out link")).stderr).toBe("");
  });

  test("names each server in the summary, and writes every page of a report", async () => {
    const named = async (command: string) =>
      (await run(`${command} --config apis/a.json`)).stdout.match(
        /^`(?:mcp|other)`:\n\n|^toolwright-.*\n/gm,
      );
    const each = ["`mcp`:\n\n", "`other`:\n\n"];
    expect(await named("plan")).toEqual(each);
    expect(await named("diff --format markdown")).toEqual(each);
    expect(await named("diff --json")).toBe(null);
    expect(await named("report")).toEqual([
      "toolwright-report-mcp.html\n",
      "toolwright-report-other.html\n",
    ]);
  });

  test("rejects two servers with the same output folder", async () => {
    writeFileSync(join(folder, "apis", "a.json"), config({ out: "../other" }));
    const { code, stderr } = await run("generate --config apis/a.json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/Two servers have the same `out` folder: .*other/);
  });

  test("may change options without a note", async () => {
    const other = config({ allRoutesAsTools: false });
    writeFileSync(join(folder, "apis", "a.json"), other);
    expect((await run("generate", "mcp")).code).toBe(0);
  });

  test("reports an entry that was removed", async () => {
    const other = config({ out: "../third" });
    writeFileSync(join(folder, "apis", "a.json"), other);
    const { code, stderr } = await run("generate", "mcp");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("no longer has this folder"),
    ]);
  });
});

describe("a document beside the project", () => {
  const args = "generate apis/pets.json --out mcp";

  test("is read again after the project has become a repository of its own", async () => {
    await run(args);
    mkdirSync(join(folder, "mcp", ".git"));
    expect((await run("generate", "mcp")).code).toBe(0);
    expect((await run("check", "mcp")).code).toBe(0);
  });
});

describe("options that differ from the last run", () => {
  beforeEach(async () => {
    await run("generate apis/pets.json --out mcp --all-routes-as-tools");
  });

  test("are reported and saved if they change the kind of routes", async () => {
    const args = "generate apis/pets.json --out mcp --tags toys";
    const told = "note: Last run: none. This run: --tags toys.\n  gone: ";
    const before = read("mcp/toolwright.lock");
    const dry = await run(`${args} --dry-run`);
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(told)]);
    expect(read("mcp/toolwright.lock")).toBe(before);
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, expect.stringContaining(told)]);
    expect(options()).toContain('tags ["toys"]');
    expect(await run("generate", "mcp")).toMatchObject({ code: 0, stderr: "" });
  });

  test("are taken from the project's config if only the document is named", async () => {
    for (const command of ["check", "generate"]) {
      const args = `${command} apis/pets.json --out mcp`;
      expect(await run(args)).toMatchObject({ code: 0, stderr: "" });
    }
    expect(options()).toContain("allRoutesAsTools true");
  });

  test("are saved without a note if no component changes its kind", async () => {
    const flags = "--all-routes-as-tools --timeout 9 --redact-errors";
    const { code, stderr } = await run(
      `generate apis/pets.json --out mcp ${flags}`,
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(options()).toContain("timeout 9");
  });

  test("that make the API one of several move its routes, and report none as gone", async () => {
    const sources = ["shop", "office"].map((name) => ({
      name,
      document: "apis/pets.json",
      allRoutesAsTools: true,
    }));
    const config = JSON.stringify({ out: "mcp", sources });
    writeFileSync(join(folder, "toolwright.config.json"), config);
    const { code, stderr } = await run("generate");
    expect([code, stderr]).toEqual([0, ""]);
    expect(existsSync(join(folder, "mcp/src/shop/tools"))).toBe(true);
  });

  test("that drop the check of access tokens are reported", async () => {
    const warning = "the server no longer verifies access tokens of callers";
    const jwt = await run("generate --out mcp --auth jwt");
    expect(jwt.stdout).not.toContain(warning);
    const tokens = await run("generate --out mcp --auth tokens");
    expect(tokens.stdout).toContain(warning);
  });

  test("are reported by check", async () => {
    const { code, stdout } = await run("check --out mcp --tags toys");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "Options changed since the last run. Before: none. Now: --tags toys.",
    );
  });
});

test("components that the document drops are not reported as a change of options", async () => {
  const step = { stepId: "add", operationId: "createPet" };
  const flow = {
    arazzo: "1.0.1",
    info: { title: "Flows", version: "1" },
    sourceDescriptions: [{ name: "pets", url: "pets.json", type: "openapi" }],
    workflows: [{ workflowId: "addPet", summary: "Add one", steps: [step] }],
  };
  writeFileSync(join(folder, "apis", "flows.json"), JSON.stringify(flow));
  const { stdout } = await run(
    "generate apis/pets.json --out mcp --workflows apis/flows.json",
  );
  expect(stdout).toContain("1 tool, 3 resources, 0 resource templates, 1 work");
  // Notes for a newcomer who has chosen nothing.
  expect(stdout).toContain(
    "3 routes became resources, which many clients never read; use --all-routes-as-tools to make them tools",
  );
  const { paths, ...rest } = JSON.parse(DOCUMENT) as { paths: object };
  const less = { ...rest, paths: { "/pets": getMember(paths, "/pets") } };
  writeFileSync(join(folder, "apis", "pets.json"), JSON.stringify(less));
  expect((await run("generate", "mcp")).code).toBe(0);
});

test("a folder without lock and options has no stored options", async () => {
  await run("generate apis/pets.json --out mcp");
  const spaced = ["generate", "apis/pets.json", "--out", "my mcp"];
  const { stdout } = await toolwright(spaced, { cwd: folder });
  expect(stdout).toContain("cd 'my mcp' && npm install");
  for (const name of ["lock", "config.json"])
    rmSync(join(folder, "mcp", `toolwright.${name}`));
  const { code, stderr } = await run("generate", "mcp");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--out")]);
  expect(existsSync(join(folder, "mcp", "toolwright.lock"))).toBe(false);
});

test("options that delete many files are reported", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `/p${at}`,
      { get: operation(`op${at}`) },
    ]),
  );
  const document = { ...(JSON.parse(DOCUMENT) as object), paths };
  writeFileSync(join(folder, "apis", "pets.json"), JSON.stringify(document));
  const args = "generate apis/pets.json --out mcp --all-routes-as-tools";
  await run(`${args} --emit tests`);
  const { code, stderr } = await run(`${args} --emit ci`);
  expect(code).toBe(0);
  expect(stderr).toMatch(/files that go: test\/.* and \d+ more/);
});

test("generate() of a script keeps the options that the command line saved", async () => {
  await run(
    "generate apis/pets.json --out mcp --all-routes-as-tools --tags pets",
  );
  const before = read("mcp/toolwright.config.json");
  const [document, out] = ["apis/pets.json", "mcp"];
  await generate({ document, out, allRoutesAsTools: true }, { cwd: folder });
  expect(read("mcp/toolwright.config.json")).toBe(before);
  expect((await run("generate", "mcp")).code).toBe(0);
});

test("a renamed import in a file of src/custom is reported", async () => {
  await run("generate apis/pets.json --out mcp --all-routes-as-tools");
  await run("add custom", "mcp");
  await run("generate", "mcp");
  const own = join(folder, "mcp/src/custom/index.ts");
  const use = 'import tool from "../tools/list-pets.js";\nvoid tool;\n';
  writeFileSync(own, use + readFileSync(own, "utf8"));
  const renamed = DOCUMENT.replace("listPets", "allPets");
  writeFileSync(join(folder, "apis", "pets.json"), renamed);
  const { stdout } = await run("generate", "mcp");
  expect(readFileSync(own, "utf8")).toContain("../tools/all-pets.js");
  expect(stdout).toMatch(/renamed +src\/custom\/index\.ts/);
});
