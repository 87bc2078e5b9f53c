import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { generate } from "../../../generator/index.js";
import { toolwright } from "../cli.js";
import { ownCache, temporaryFolder } from "../temporary.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: { 200: { description: "All." } },
      },
    },
  },
});

let folder = "";
beforeEach(() => {
  ownCache();
  folder = temporaryFolder();
  mkdirSync(join(folder, "mcp"));
  writeFileSync(join(folder, "api.json"), DOCUMENT);
});

const run = (args: string, cwd = ".") =>
  toolwright(args.split(" "), { cwd: join(folder, cwd) });
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const write = (path: string, text: string) =>
  writeFileSync(join(folder, path), text);
const config = "mcp/toolwright.config.json";

describe("toolwright.config.json of a project", () => {
  it("is written by the first run and read by later ones, from either folder", async () => {
    await run("generate api.json --out mcp --all-routes-as-tools");
    expect(read(config)).toBe(
      '{\n  "allRoutesAsTools": true,\n  "document": "../api.json",\n  "out": ".",\n  "sdk": "v1"\n}\n',
    );
    for (const [args, cwd] of [
      ["generate", "mcp"],
      ["generate --out mcp", "."],
      ["generate api.json --out mcp", "."],
      ["generate --config mcp/toolwright.config.json", "."],
      ["check", "mcp"],
      ["check --out mcp", "."],
    ] as const) {
      const { code, stderr, stdout } = await run(args, cwd);
      expect([args, code, stderr]).toEqual([args, 0, ""]);
      if (args.startsWith("generate"))
        expect(stdout).toContain("1 tool, 0 resources");
    }
  });

  it("accepts fields that no flag sets, in any layout", async () => {
    await run("generate api.json --out mcp");
    const overrides = { listPets: { name: "all_pets" } };
    const text = JSON.stringify(
      {
        out: "./",
        document: "./../api.json",
        allRoutesAsTools: true,
        overrides,
      },
      null,
      4,
    );
    write(config, text);
    expect((await run("generate", "mcp")).code).toBe(0);
    expect(existsSync(join(folder, "mcp/src/tools/all-pets.ts"))).toBe(true);
    const saved = text.replace("\n}", ',\n    "sdk": "v1"\n}');
    expect(read(config)).toBe(saved);
    const { stdout } = await run("generate --timeout 5", "mcp");
    expect(stdout).toContain("saved     --timeout 5 → toolwright.config.json");
    expect(JSON.parse(read(config))).toEqual({
      out: "./",
      document: "./../api.json",
      allRoutesAsTools: true,
      overrides,
      sdk: "v1",
      timeout: 5,
    });
    expect((await run("check", "mcp")).code).toBe(0);
  });

  it("may have sources, with paths relative to it", async () => {
    write(
      config,
      JSON.stringify({
        out: ".",
        sources: [{ name: "pets", document: "../api.json" }],
      }),
    );
    const { code, stderr } = await run("generate --name Ours", "mcp");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(read(config))).toEqual({
      out: ".",
      sources: [{ name: "pets", document: "../api.json" }],
      name: "Ours",
      sdk: "v1",
    });
    expect((await run("check --out mcp")).code).toBe(0);
  });

  it.each([
    [
      "JSON with comments",
      "json",
      '{\n  // Ours.\n  "document": "../api.json",\n  "out": ".",\n}\n',
    ],
    ["code", "ts", 'export default { document: "../api.json", out: "." };\n'],
    [
      "one of several servers",
      "json",
      '[{ "document": "../api.json", "out": "." }, { "document": "../api.json", "out": "../other" }]',
    ],
  ])("stays as you wrote it: %s", async (kind, extension, text) => {
    const path = `mcp/toolwright.config.${extension}`;
    write(path, text);
    const isOne = kind !== "one of several servers";
    expect((await run("generate", "mcp")).code).toBe(0);
    const args = isOne ? "generate --timeout 5" : "generate";
    const { code, stderr } = await run(args, "mcp");
    expect(code).toBe(0);
    if (isOne) {
      expect(stderr).toContain(
        `note: --timeout 5 holds for this run: toolwright.config.${extension} is written by hand`,
      );
      expect(read("mcp/src/client.ts")).toContain("timeout: 5,");
      expect((await run("check", "mcp")).code).toBe(1);
      expect((await run("check --out mcp")).code).toBe(1);
      expect((await run("generate --out mcp")).code).toBe(0);
    }
    expect((await run("check", "mcp")).code).toBe(0);
    expect(read(path)).toBe(text);
    if (extension !== "json")
      expect(existsSync(join(folder, config))).toBe(false);
  });

  it("does not overwrite the config of another folder", async () => {
    const text = '{ "document": "api.json", "out": "other" }';
    write(config, text);
    const { code, stderr } = await run(
      "generate api.json --out mcp --timeout 5",
    );
    expect(code).toBe(0);
    expect(stderr).toContain("api.json --timeout 5 hold for this run");
    expect(read(config)).toBe(text);
  });

  it("is the only config that may be in its folder", async () => {
    await run("generate api.json --out mcp");
    write("mcp/toolwright.config.ts", 'export default { out: "." };');
    const { code, stderr } = await run("generate", "mcp");
    expect(code).toBe(2);
    expect(stderr).toContain("The current directory has two configs");
  });

  it("names the config that the project is generated from, and is followed as long as that names the project", async () => {
    write(
      "toolwright.config.json",
      '{ "document": "api.json", "out": "mcp", "allRoutesAsTools": true }',
    );
    await run("generate");
    expect(read(config)).toBe(
      '{\n  "extends": "../toolwright.config.json",\n  "out": "."\n}\n',
    );
    const { code, stdout } = await run("generate --timeout 5", "mcp");
    expect(code).toBe(0);
    expect(stdout).toContain("1 tool, 0 resources");
    expect(JSON.parse(read(config))).toEqual({
      extends: "../toolwright.config.json",
      out: ".",
      timeout: 5,
    });
    write(
      "toolwright.config.json",
      '{ "document": "api.json", "out": "other" }',
    );
    const gone = await run("generate", "mcp");
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain("no longer has this folder");
  });

  it("reports the end of the SDK's first version once", async () => {
    const told =
      "version 1 of the MCP SDK gets fixes until at least 2027-01-27";
    const first = await run("generate api.json --out mcp");
    expect(first.stdout).toContain(told);
    expect((await run("generate", "mcp")).stdout).not.toContain(told);
    const other = await run("generate api.json --out other --sdk v2");
    expect(other.stdout).not.toContain(told);
    expect((await run("generate --sdk v2", "mcp")).code).toBe(0);
    expect(read("mcp/package.json")).toContain("@modelcontextprotocol/server");
  });

  it("is not written by generate() of a script", async () => {
    await generate({ document: "api.json", out: "mcp" }, { cwd: folder });
    expect(existsSync(join(folder, config))).toBe(false);
  });
});
