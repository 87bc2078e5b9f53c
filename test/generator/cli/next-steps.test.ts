import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { format } from "prettier";
import { describe, expect, it, test } from "vitest";
import { findSurroundingSteps } from "../../../generator/cli/next-steps.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const created = (...paths: string[]) =>
  paths.map((path) => ({ kind: "created" as const, path, text: "" }));

function repository(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "shop-mcp"));
  for (const [path, text] of Object.entries(files))
    writeFileSync(join(folder, path), text);
  return folder;
}

describe("the workflow of --emit ci", () => {
  const own = ".github/workflows/mcp.yml";
  const document = join(process.cwd(), "test/emitted/sdk.json");

  /** Generates into a folder below `folder`, and returns the output. */
  async function run(folder: string, out: string, command = "generate") {
    const args = command === "generate" ? [document] : [];
    const { code, stdout } = await toolwright(
      [command, ...args, "--out", out, "--emit", "ci,tests"],
      { cwd: folder },
    );
    return { code, stdout };
  }

  it("is a file of a project that is the root of its repository, or in none", async () => {
    for (const folder of [repository(), temporaryFolder()]) {
      const { stdout } = await run(folder, ".");
      expect(stdout).not.toContain("GitHub reads");
      expect(existsSync(join(folder, own))).toBe(true);
    }
  });

  it("is printed for a project below the root, until it is there", async () => {
    const folder = repository();
    const { stdout } = await run(folder, "shop-mcp");
    expect(existsSync(join(folder, "shop-mcp", own))).toBe(false);
    const [, path = "", text = ""] =
      /next: write this into (\S+)\. GitHub [^\n]*\n\n([^]*)$/.exec(stdout) ??
      [];
    expect(path).toBe(".github/workflows/shop-mcp.yml");
    expect(load(text)).toMatchObject({
      defaults: { run: { "working-directory": "shop-mcp" } },
      jobs: {
        check: {
          steps: expect.arrayContaining([{ run: "npm test" }]) as unknown,
        },
      },
    });
    expect(await format(text, { parser: "yaml" })).toBe(text);
    expect((await run(folder, "shop-mcp", "check")).code).toBe(0);
    const again = (await run(folder, "shop-mcp")).stdout;
    expect(again).not.toContain("jobs:");
    expect(again).toContain(
      "next: write the workflow, which generate --dry-run prints, into .github/workflows/shop-mcp.yml",
    );
    const { stdout: dry } = await toolwright(
      [
        "generate",
        document,
        "--out",
        "shop-mcp",
        "--emit",
        "ci,tests",
        "--dry-run",
      ],
      { cwd: folder },
    );
    expect(dry).toContain(text);
    mkdirSync(join(folder, ".github", "workflows"), { recursive: true });
    writeFileSync(join(folder, path), text);
    expect((await run(folder, "shop-mcp")).stdout).not.toContain("GitHub");
  });

  it("installs toolwright where a package around the project names it", async () => {
    const folder = repository({
      "package.json": '{ "devDependencies": { "toolwright": "0.1.0" } }',
    });
    const { stdout } = await run(folder, "shop-mcp");
    const [, text = ""] = /GitHub [^\n]*\n\n([^]*)$/.exec(stdout) ?? [];
    expect(load(text)).toMatchObject({
      jobs: {
        check: {
          steps: expect.arrayContaining([
            { run: "npm ci", "working-directory": "." },
            { run: "npm ci" },
          ]) as unknown,
        },
      },
    });
  });

  it("is not printed for a folder whose name GitHub would evaluate", async () => {
    const folder = repository();
    const out = "${{ github.token }}";
    const args = ["generate", document, "--out", out, "--emit", "ci"];
    const { code, stderr, stdout } = await toolwright(args, { cwd: folder });
    expect(code).toBe(2);
    expect(stdout).not.toContain("working-directory");
    expect(stderr).toContain("GitHub reads ${{ in the path of this folder");
    expect(existsSync(join(folder, out, "package.json"))).toBe(true);
  });

  it("comes to the same in a copy without .git", async () => {
    for (const out of ["shop-mcp", "."]) {
      const folder = repository();
      await run(folder, out);
      rmSync(join(folder, ".git"), { recursive: true });
      expect((await run(folder, out, "check")).code).toBe(0);
      await run(folder, out);
      expect(existsSync(join(folder, out, own))).toBe(out === ".");
    }
  });

  it("stays in a project that has it", async () => {
    const folder = temporaryFolder();
    await run(folder, "shop-mcp");
    mkdirSync(join(folder, ".git"));
    await run(folder, "shop-mcp");
    expect(existsSync(join(folder, "shop-mcp", own))).toBe(true);
    expect((await run(folder, "shop-mcp", "check")).code).toBe(0);
  });
});

it.each<[config: string, isTold: boolean]>([
  ["{}", true],
  ['{ "include": ["next-env.d.ts", "**/*.ts", "**/*.tsx"] }', true],
  ['{ "include": ["**/*"], "exclude": ["node_modules"] } // a comment', true],
  ['{ "include": ["src"] }', false],
  ['{ "include": ["**/*.ts"], "exclude": ["shop-mcp"] }', false],
  ['{ "include": ["**/*.ts"], "exclude": ["./shop-mcp/**"] } // a', false],
  ['{ "compilerOptions": { "outDir": "shop-mcp" } }', true],
  ['{ "exclude": ["shop-mcp-old"] }', true],
  ['{ "files": ["a.ts"] }', false],
])(
  "a next step excludes the server from the application's tsconfig.json: %s %s",
  (config, isTold) => {
    const folder = repository({ "tsconfig.json": config });
    const run = {
      out: join(folder, "shop-mcp"),
      outcomes: created("src/main.ts"),
    };
    expect(findSurroundingSteps(run, folder)).toEqual(
      isTold
        ? [
            'add "shop-mcp" to "exclude" in tsconfig.json: the server has its own tsconfig.json',
          ]
        : [],
    );
  },
);

test("add --help wraps lists of features at 80 columns and not before", async () => {
  const { stdout } = await toolwright(["add", "--help"]);
  const [, list = ""] = stdout.split("Features:\n");
  for (const line of list.split("\n")) {
    expect(line.length).toBeLessThanOrEqual(80);
    // A line that continues is below its text, and holds what did not fit.
    const [, last = ""] = /^ {25}(\S+)/.exec(line) ?? [];
    const before = list.split("\n")[list.split("\n").indexOf(line) - 1] ?? "";
    if (last !== "")
      expect(before.length + 1 + last.length).toBeGreaterThan(79);
  }
});
