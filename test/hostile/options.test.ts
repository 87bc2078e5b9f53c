/** Options of a project's config, which is code, as that of other tools is, and applied as it stands. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { toolwright } from "../generator/cli.js";
import { shop } from "../generator/regenerate/shop.js";
import { ownCache, temporaryFolder } from "../generator/temporary.js";

const config = "toolwright.config.json";

let folder = "";
let repo = "";
beforeEach(async () => {
  ownCache();
  folder = temporaryFolder();
  repo = join(folder, "repo");
  mkdirSync(join(repo, ".git"), { recursive: true });
  writeFileSync(join(repo, "shop.yaml"), shop());
  writeFileSync(join(folder, "outside.yaml"), shop());
  const trace = JSON.stringify(join(folder, "ran"));
  const modules = {
    "notes.mjs": "() => []",
    "notes.ts": "() => []",
    "team.ts": '{ document: "shop.yaml", out: "mcp" }',
  };
  for (const [name, exported] of Object.entries(modules))
    writeFileSync(
      join(repo, name),
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${trace}, "");\nexport default ${exported};\n`,
    );
  expect((await run("generate shop.yaml --out mcp", ".")).code).toBe(0);
});

const run = (args: string, cwd = "mcp") =>
  toolwright(args.split(" "), { cwd: join(repo, cwd) });

/** Writes the config of the project. */
const configure = (options: object) =>
  writeFileSync(
    join(repo, "mcp", config),
    JSON.stringify({ document: "../shop.yaml", out: ".", ...options }),
  );

const COMMANDS = ["check", "diff", "plan", "generate --dry-run", "generate"];

test.each<[name: string, options: Record<string, unknown>]>([
  ["a name of no option", { hasOwnProperty: true }],
  ["a prototype", JSON.parse('{"__proto__":{"app":"x"}}') as object as never],
  ["a value of another type", { extensions: "../notes.mjs" }],
  ["a chain of configs", { extends: ["../notes.ts"], timeout: "5" }],
])("%s is refused with its name and its file", async (_name, options) => {
  configure(options);
  const name = Object.keys(options).at(-1) ?? "";
  for (const command of COMMANDS) {
    const { code, stderr } = await run(command);
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain(config);
    expect(stderr).toContain(name);
  }
  expect(existsSync(join(folder, "ran"))).toBe(false);
});

test.each<[name: string, options: object]>([
  ["an extension", { extensions: ["../notes.mjs"] }],
  ["an extension in a list of configs", { extensions: ["../notes.ts"] }],
  ["a config that it extends", { document: undefined, extends: "../team.ts" }],
  ["a command", { afterGenerate: "touch ../../ran", timeout: 5 }],
])("%s runs without --safe, and not with it", async (name, options) => {
  configure(options);
  if (name.includes("list"))
    writeFileSync(
      join(repo, "mcp", config),
      JSON.stringify([{ document: "../shop.yaml", out: ".", ...options }]),
    );
  const { code, stderr } = await run("generate --safe");
  expect(code).toBe(2);
  expect(stderr).toContain("--safe refuses");
  expect(existsSync(join(folder, "ran"))).toBe(false);
  expect(await run("generate")).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "ran"))).toBe(true);
});

test.each<[name: string, options: object]>([
  ["a document elsewhere", { document: "../../outside.yaml" }],
  ["an overlay elsewhere", { overlays: ["../../overlay.yaml"] }],
  ["a root for references", { refRoot: "../.." }],
  [
    "a source elsewhere",
    {
      document: undefined,
      sources: [{ name: "shop", document: "../../outside.yaml" }],
    },
  ],
  ["a folder for files", { files: { folder: "/srv/files" } }],
])(
  "%s is used on every machine, without a question",
  async (_name, options) => {
    writeFileSync(
      join(folder, "overlay.yaml"),
      "overlay: 1.0.0\ninfo: { title: A, version: 1.0.0 }\nactions:\n  - { target: $.info, update: { version: '2' } }\n",
    );
    configure(options);
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    ownCache();
    expect(await run("check")).toMatchObject({ code: 0, stderr: "" });
  },
);

test("an output folder elsewhere is written to as the config says", async () => {
  configure({ out: "../../elsewhere" });
  expect((await run("generate")).code).toBe(0);
  expect(existsSync(join(folder, "elsewhere", "package.json"))).toBe(true);
});

test("options that aren't an object in JSON are reported", async () => {
  writeFileSync(join(repo, "mcp", config), "<<<<<<< ours\n{}\n");
  const { code, stderr } = await run("generate");
  expect(code).toBe(2);
  expect(stderr).toContain(`${config}: It is not a JSON object.`);
});

test.each([
  ["../shop.yaml", {}, true],
  ["../../outside.yaml", {}, true],
  ["../shop.yaml", { afterGenerate: "true" }, true],
  ["../shop.yaml", { extensions: ["../notes.mjs"] }, false],
  ["../shop.yaml", { allowRemote: true }, false],
])(
  "the workflow of %s with %j passes --safe: %s",
  async (document, options, isSafe) => {
    configure({ document, emit: ["ci"], ...options });
    const { code, stdout } = await run("generate --dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain(
      isSafe
        ? "      - run: npm run check -- --safe\n"
        : "      - run: npm run check\n",
    );
    expect(stdout).toContain(
      isSafe
        ? "The steps above do run code"
        : "Without --safe, which would refuse",
    );
  },
);
