import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SDK, type SdkLine } from "../../../generator/config/sdk.js";
import { check, generate } from "../../../generator/index.js";
import { toolwright } from "../cli.js";
import { ownCache, temporaryFolder } from "../temporary.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { responses: { 200: { description: "All." } } } } },
});

const OTHER: SdkLine = DEFAULT_SDK === "v1" ? "v2" : "v1";

let folder = "";
beforeEach(() => {
  ownCache();
  folder = temporaryFolder();
  writeFileSync(join(folder, "api.json"), DOCUMENT);
});

const run = (args: string) => toolwright(args.split(" "), { cwd: folder });
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const write = (path: string, text: string) =>
  writeFileSync(join(folder, path), text);
const lineOf = (): SdkLine =>
  read("mcp/src/runtime/sdk.ts").includes('"@modelcontextprotocol/server')
    ? "v2"
    : "v1";
const CONFIG = "mcp/toolwright.config.json";

describe("the line of the SDK", () => {
  it.each<[string, string, SdkLine]>([
    ["the default", "", DEFAULT_SDK],
    ["a flag", ` --sdk ${OTHER}`, OTHER],
  ])("is saved by the first run: %s", async (_what, flags, line) => {
    await run(`generate api.json --out mcp${flags}`);
    expect(JSON.parse(read(CONFIG))).toMatchObject({ sdk: line });
    expect(lineOf()).toBe(line);
  });

  it("of a project whose config doesn't have it is that of the lock, is saved, and is no change", async () => {
    await run(`generate api.json --out mcp --sdk ${OTHER}`);
    const config = read(CONFIG);
    write(CONFIG, config.replace(/,\n {2}"sdk": "v\d"/, ""));
    expect(read(CONFIG)).not.toContain("sdk");
    const checked = await run("check --out mcp");
    expect([checked.code, checked.stdout]).toEqual([
      0,
      "Pets → mcp: up to date\n",
    ]);
    const lock = read("mcp/toolwright.lock");
    const { code, stdout } = await run("generate --out mcp");
    expect(code).toBe(0);
    expect(stdout).toMatch(/files: \d+ unchanged\n/);
    expect(stdout).not.toMatch(/options|saved/);
    expect([read(CONFIG), read("mcp/toolwright.lock")]).toEqual([config, lock]);
  });

  it("is read of the module if the lock is lost", async () => {
    await run(`generate api.json --out mcp --sdk ${OTHER}`);
    rmSync(join(folder, "mcp/toolwright.lock"));
    rmSync(join(folder, CONFIG));
    expect((await run("generate api.json --out mcp --adopt")).code).toBe(0);
    expect(lineOf()).toBe(OTHER);
  });

  it("that a flag sets for one run is not saved", async () => {
    await run("generate api.json --out mcp");
    const config = read(CONFIG);
    expect((await run(`generate --out mcp --sdk ${OTHER} --once`)).code).toBe(
      0,
    );
    expect([read(CONFIG), lineOf()]).toEqual([config, OTHER]);
  });

  it.each([
    [
      "code",
      "toolwright.config.mjs",
      'export default { document: "api.json", out: "mcp" };\n',
      "sdk",
    ],
    [
      "JSON with comments",
      "toolwright.config.json",
      '{\n  // Ours.\n  "document": "api.json", "out": "mcp"\n}\n',
      '"sdk"',
    ],
  ])(
    "that a config by hand doesn't say stays, and the run names the line to write: %s",
    async (_what, name, text, field) => {
      write(name, text);
      const first = await run(`generate --sdk ${OTHER}`);
      expect(first.code).toBe(0);
      const { stdout } = await run("generate");
      expect(lineOf()).toBe(OTHER);
      const line = `${field}: "${OTHER}"`;
      expect(stdout.replace(/\s+/g, " ")).toContain(
        `write ${line} into ${name}`,
      );
      expect(read(name)).toBe(text);
      expect((await run("check")).code).toBe(0);
      write(name, text.replace(/"mcp"/, `"mcp", ${line}`));
      const told = await run("generate");
      expect(told.stdout).toMatch(/files: \d+ unchanged\n/);
      expect(told.stdout).not.toContain("write ");
    },
  );

  it("stays in a script that says none", async () => {
    const config = { document: "api.json", out: "mcp" };
    await generate({ ...config, sdk: OTHER }, { cwd: folder });
    await generate(config, { cwd: folder });
    expect(lineOf()).toBe(OTHER);
    expect((await check(config, { cwd: folder })).current).toBe(true);
    await generate({ ...config, sdk: DEFAULT_SDK }, { cwd: folder });
    expect(lineOf()).toBe(DEFAULT_SDK);
  });

  it("is what `add` goes by", async () => {
    await run(`generate api.json --out mcp --sdk ${OTHER}`);
    const { code, stdout } = await run("add sessions --out mcp");
    expect(code).toBe(0);
    expect(stdout).not.toContain("npm install");
    expect(read("mcp/src/runtime/sdk/session.ts")).toContain(
      OTHER === "v2"
        ? "@modelcontextprotocol/server"
        : "@modelcontextprotocol/sdk",
    );
  });
});

describe("advice of generate", () => {
  it.each([
    ["the end of v1", "--sdk v1", "version 1 of the MCP SDK", true],
    ["the end of v1, on v2", "--sdk v2", "version 1 of the MCP SDK", false],
  ])("on %s comes with v1 only", async (_what, flags, text, isTold) => {
    const { stdout } = await run(`generate api.json --out mcp ${flags}`);
    expect(stdout.includes(text)).toBe(isTold);
  });

  it.each([
    ["allRoutesAsTools", false, "became a resource"],
    ["routeMaps", [], "became a resource"],
  ])("doesn't contradict %s of the config", async (name, value, text) => {
    const config = { document: "api.json", out: "mcp" };
    const writeConfig = (field: object) =>
      write(
        "toolwright.config.json",
        JSON.stringify([{ ...config, ...field }]),
      );
    writeConfig({});
    expect((await run("generate --dry-run")).stdout).toContain(text);
    writeConfig({ [name]: value });
    expect((await run("generate --dry-run")).stdout).not.toContain(text);
  });
});
