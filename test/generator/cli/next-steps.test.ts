import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
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

it("a next step moves a workflow to the root of its repository", () => {
  const folder = repository();
  const outcomes = created(".github/workflows/mcp.yml");
  const out = join(folder, "shop-mcp");
  const [step] = findSurroundingSteps({ out, outcomes }, folder);
  expect(step).toContain(
    "move shop-mcp/.github/workflows/mcp.yml to .github/workflows/mcp.yml",
  );
  expect(step).toContain("working-directory: shop-mcp");
  expect(findSurroundingSteps({ out: folder, outcomes }, folder)).toEqual([]);
  expect(findSurroundingSteps({ out, outcomes: [] }, folder)).toEqual([]);
});

it.each<[config: string, isTold: boolean]>([
  ["{}", true],
  ['{ "include": ["next-env.d.ts", "**/*.ts", "**/*.tsx"] }', true],
  ['{ "include": ["**/*"], "exclude": ["node_modules"] } // a comment', true],
  ['{ "include": ["src"] }', false],
  ['{ "include": ["**/*.ts"], "exclude": ["shop-mcp"] }', false],
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
