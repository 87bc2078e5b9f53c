import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { argumentsOf } from "../../../generator/cli/arguments.js";
import { lockPath } from "../../../generator/output/paths.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const document = resolve("samples/petstore/openapi.json");

describe("what is wrong is told with what would be right:", () => {
  it.each<[string[], string]>([
    [["--route-map", "GET ^/x TOOLS"], "Did you mean TOOL?"],
    [["--route-map", "GET,POTS ^/x TOOL"], "Did you mean POST?"],
    [["--tags", "pet"], "Did you mean pets?"],
    [
      ["--tools", "search", "--pin", "lstPets", "--all-routes-as-tools"],
      "Did you mean listPets?",
    ],
    [["--emit", "dockerfile", "mcpb"], "have commas between"],
  ])("%j", async (flags, want) => {
    const out = join(temporaryFolder(), "out");
    const run = await toolwright([
      "generate",
      document,
      "--out",
      out,
      ...flags,
    ]);
    expect(run.stderr).toContain(want);
    expect(run.code).toBe(2);
  });

  it("another scheme of a URL", async () => {
    const { stderr } = await toolwright(["plan", "htp://x"]);
    expect(stderr).toContain("A URL begins with http:// or https://.");
  });

  it.each(["ts", "js", "mjs"])(
    "a config in .%s without a default export",
    async (extension) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      const file = join(folder, `toolwright.config.${extension}`);
      writeFileSync(file, "export const config = {};\n");
      const { code, stderr } = await toolwright(["plan", "--config", file]);
      expect(stderr).toContain("has no default export.");
      expect(code).toBe(2);
    },
  );

  it("a misspelt operation of an override", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "toolwright.config.json");
    const overrides = { lstPets: { name: "a" } };
    writeFileSync(file, JSON.stringify({ document, overrides }));
    const { stderr } = await toolwright(["plan", "--config", file]);
    expect(stderr).toContain("Did you mean listPets?");
  });
});

test.each(["", "generate", "plan", "report", "check", "diff", "init", "add"])(
  "each line of the help of %s fits 80 columns",
  async (command) => {
    const { stdout } = await toolwright([command, "--help"].filter(Boolean));
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    if (/generate|plan|report|check|diff/.test(command))
      for (const group of ["What is read:", "What is written:"])
        expect(stdout).toContain(group);
  },
);

test("habits from elsewhere are understood", () => {
  const here = temporaryFolder();
  expect(
    argumentsOf(["generate", "-i", "a.json", "--output", "b"], here),
  ).toEqual(["generate", "a.json", "--out", "b"]);
  expect(argumentsOf(["--input=a.json", "--output=b"], here)).toEqual([
    "a.json",
    "--out",
    "b",
  ]);
});

test("alone it generates beside a config or in a project, and nowhere else", () => {
  const folder = temporaryFolder();
  expect(argumentsOf([], folder)).toEqual([]);
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", lockPath), "");
  expect(argumentsOf([], join(folder, "a"))).toEqual(["generate"]);
  writeFileSync(join(folder, "toolwright.config.json"), "{}");
  expect(argumentsOf([], folder)).toEqual(["generate"]);
});
