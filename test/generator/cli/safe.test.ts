import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { check, generate } from "../../../generator/index.js";
import { isSafe } from "../../../generator/cli/flags.js";
import { command, toolwright } from "../cli.js";
import { ownCache, temporaryFolder } from "../temporary.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets": {
      post: {
        operationId: "createPet",
        responses: { 204: { description: "Done." } },
      },
    },
  },
});

let folder = "";
let repo = "";
beforeEach(() => {
  ownCache();
  folder = temporaryFolder();
  repo = join(folder, "repo");
  mkdirSync(repo);
  git("init", "--quiet", "--initial-branch", "main");
});

function git(...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", [...identity, ...args], { cwd: repo });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "One");
}

const run = (args: string, cwd = ".") =>
  toolwright(args.split(" "), { cwd: join(repo, cwd) });

/** Layouts that the docs show: files, the command that generates, and the folders in which the others run. */
const LAYOUTS: readonly (readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  generation: string,
  runs: readonly (readonly [cwd: string, flags: string])[],
])[] = [
  [
    "a document beside the project",
    { "openapi.json": DOCUMENT },
    "generate openapi.json --out mcp",
    [
      ["mcp", ""],
      [".", " --out mcp"],
    ],
  ],
  [
    "a document two folders up",
    { "openapi.json": DOCUMENT },
    "generate openapi.json --out servers/pets/mcp",
    [["servers/pets/mcp", ""]],
  ],
  [
    "a monorepo with a config of several servers",
    {
      "apis/a.json": DOCUMENT,
      "apis/b.json": DOCUMENT,
      "servers/toolwright.config.json": JSON.stringify([
        { document: "../apis/a.json", out: "a" },
        { document: "../apis/b.json", out: "b" },
      ]),
    },
    "generate --config servers/toolwright.config.json",
    [
      ["servers", ""],
      ["servers/a", ""],
      [".", " --config servers/toolwright.config.json"],
    ],
  ],
  [
    "a repository of its own with the document in it",
    { "openapi.json": DOCUMENT },
    "generate openapi.json --out .",
    [[".", ""]],
  ],
  [
    "a config in JSON with comments, an overlay and split files",
    {
      "api/openapi.json": DOCUMENT.replace(
        '"204":{"description":"Done."}',
        '"204":{"$ref":"../shared/done.json"}',
      ),
      "shared/done.json": '{ "description": "Done." }',
      "api/fix.yaml":
        "overlay: 1.0.0\ninfo: { title: A, version: 1.0.0 }\nactions:\n  - { target: $.info, update: { version: '2' } }\n",
      "toolwright.config.json":
        '{\n  // Ours.\n  "document": "api/openapi.json",\n  "overlays": ["api/fix.yaml"],\n  "routeMaps": [{ "pattern": "^/pets", "routeType": "TOOL" }],\n  "out": "mcp",\n}\n',
    },
    "generate",
    [
      [".", ""],
      ["mcp", ""],
    ],
  ],
];

test.each(LAYOUTS)(
  "an ordinary project passes with --safe: %s",
  async (_name, files, generation, runs) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    expect(await run(`${generation} --safe`)).toMatchObject({ code: 0 });
    commit();
    for (const [cwd, flags] of runs)
      for (const name of ["check", "generate", "diff --base main", "lint"]) {
        const { code, stderr } = await run(`${name}${flags} --safe`, cwd);
        expect([name, cwd, code, stderr]).toEqual([name, cwd, 0, ""]);
      }
  },
);

describe("what a user types may be elsewhere:", () => {
  beforeEach(async () => {
    writeFileSync(join(folder, "openapi.json"), DOCUMENT);
    await run("generate ../openapi.json --out mcp");
    commit();
  });

  test("a document and an output folder", async () => {
    const refused = await run("check --out mcp --safe");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--safe refuses document");
    expect(refused.stderr).toContain("Pass the path on the command line");
    for (const args of [
      "check ../openapi.json --out mcp --safe",
      "generate ../openapi.json --out ../elsewhere --safe",
      "diff ../openapi.json --base ../openapi.json --out mcp --safe",
    ])
      expect([args, (await run(args)).code]).toEqual([args, 0]);
  });

  test("a config, in JSON alone", async () => {
    write("openapi.json", DOCUMENT);
    const config = JSON.stringify({
      document: "repo/openapi.json",
      out: "repo/other",
    });
    writeFileSync(join(folder, "team.json"), config);
    writeFileSync(join(folder, "team.mjs"), `export default ${config};\n`);
    expect((await run("generate --config ../team.json --safe")).code).toBe(0);
    const { code, stderr } = await run("generate --config ../team.mjs --safe");
    expect(code).toBe(2);
    expect(stderr).toMatch(/--safe refuses config: ".*team\.mjs" runs code/);
  });

  test("and is no way out through a link of the checkout", async () => {
    execFileSync("ln", ["-s", "../openapi.json", join(repo, "linked.json")]);
    const { code, stderr } = await run("plan linked.json --safe");
    expect(code).toBe(2);
    expect(stderr).toContain("is a link to");
  });

  test("a URL is refused all the same, with what to do", async () => {
    const { code, stderr } = await run(
      "plan https://127.0.0.1:9/a.json --safe",
    );
    expect(code).toBe(2);
    expect(stderr).toContain("is an address, and nothing connects");
    expect(stderr).toContain("Save the content of the address to a file");
  });
});

test("TOOLWRIGHT_SAFE is the same as --safe, unless it is empty, 0 or false", () => {
  const of = (value: string) => isSafe({}, { TOOLWRIGHT_SAFE: value });
  expect(["1", "true", "yes"].map(of)).toEqual([true, true, true]);
  expect(["", "0", "false"].map(of)).toEqual([false, false, false]);
  expect(
    [{}, { safe: true }, { offline: true }].map((flags) => isSafe(flags, {})),
  ).toEqual([false, true, true]);
});

test("the library takes safe: true", async () => {
  writeFileSync(join(folder, "outside.json"), DOCUMENT);
  write("shop.json", DOCUMENT);
  const options = { cwd: repo, safe: true };
  await generate({ document: "shop.json", out: "mcp" }, options);
  for (const config of [
    { document: "../outside.json", out: "mcp" },
    { document: "shop.json", out: "../elsewhere" },
    { document: "shop.json", out: "mcp", app: "app.ts" },
    { document: "shop.json", out: "mcp", extensions: ["a.mjs"] },
    { document: "https://127.0.0.1:9/a.json", out: "mcp" },
  ])
    await expect(check(config, options)).rejects.toThrow("--safe refuses");
});

test("--watch with --safe watches nothing that it refuses, and says why", async () => {
  write("shop.json", DOCUMENT);
  await run("generate shop.json --out mcp");
  write(
    "mcp/toolwright.config.json",
    '{ "out": ".", "document": "../../outside.json" }',
  );
  commit();
  const [file = "", ...args] = command();
  const child = spawn(file, [...args, "generate", "--watch", "--safe"], {
    cwd: join(repo, "mcp"),
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  await expect.poll(() => output).toContain("watching 1 file");
  expect(output).toContain("--safe refuses document");
  child.kill("SIGTERM");
});

test("init writes a config without code, from a document that a link of the checkout doesn't choose", async () => {
  write("shop.json", DOCUMENT);
  expect((await run("init shop.json --out mcp --yes --safe")).code).toBe(0);
  const config = readFileSync(join(repo, "toolwright.config.json"), "utf8");
  expect(config).toContain(
    '"$schema": "./node_modules/toolwright/config.schema.json"',
  );
  expect(config).toMatch(/^ {2}\/\/ OpenAPI document/m);
  commit();
  expect((await run("check --safe")).code).toBe(0);
  const other = join(folder, "other");
  cpSync(repo, other, { recursive: true });
  execFileSync("rm", [
    "-r",
    join(other, "toolwright.config.json"),
    join(other, "mcp"),
  ]);
  writeFileSync(join(folder, "secret.json"), DOCUMENT);
  execFileSync("ln", ["-s", "../secret.json", join(other, "openapi.json")]);
  const ended = await toolwright(["init", "--yes", "--safe"], { cwd: other });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain("is a link to");
});
