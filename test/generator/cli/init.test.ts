import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { beforeEach, describe, expect, it, test } from "vitest";
import { addScripts, writeConfig } from "../../../generator/cli/init.js";
import { readConfigs } from "../../../generator/config/config-file.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const operation = (tag: string) => ({ tags: [tag], responses: {} });

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: 'My "Shop"', version: "1" },
  paths: {
    "/pets": { get: operation("pets"), post: operation("pets") },
    "/owners": { get: operation("owners") },
  },
});

let cwd = "";
beforeEach(() => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, "openapi.json"), DOCUMENT);
});

const read = (path: string) => readFileSync(join(cwd, path), "utf8");

/** Replies in turn; records the questions. */
function answering(...answers: string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question.split("\n")[0] ?? "");
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`Too much: ${question}`);
    return answer;
  };
  return { ask, asked };
}

describe("init writes a config with", () => {
  const bounded = {
    document: "openapi.json",
    sdk: "v1",
    maxResultTokens: 20_000,
  };
  const all = { ...bounded, allRoutesAsTools: true };
  it.each<[string, string[], object]>([
    ["nothing but Enter", ["", "", "", ""], { ...all, out: "my-shop-mcp" }],
    [
      "other replies, two of them corrected",
      ["openapi.json", "two", "2", "pets, toys", "pets,owners", "apis/mcp"],
      {
        ...bounded,
        allRoutesAsTools: false,
        tags: ["pets", "owners"],
        out: "apis/mcp",
      },
    ],
  ])("%s", async (_, answers, want) => {
    const { document, out } = want as { document: string; out: string };
    const paths = { document: join(cwd, document), out: join(cwd, out) };
    for (const isTypeScript of [false, true]) {
      const { ask, asked } = answering(...answers);
      const name = await writeConfig({ cwd, ask, isTypeScript });
      expect(name).toBe(`toolwright.config.${isTypeScript ? "ts" : "json"}`);
      expect(new Set(asked).size).toBe(4);
      const entries = await readConfigs(join(cwd, name));
      expect(entries).toEqual([
        { options: { ...want, ...paths }, needsTrust: isTypeScript },
      ]);
      expect(read(name)).toMatch(/^ *\/\/ .*overrides/m);
      rmSync(join(cwd, name));
    }
  });

  test("comments that prettier keeps, and no comma behind the last field", async () => {
    const name = await writeConfig({
      cwd,
      ask: null,
      document: "openapi.json",
    });
    const text = read(name);
    expect(await format(text, { parser: "json" })).toBe(text);
    expect(text).not.toMatch(/,\s*\}/);
  });

  test("init does not ask for options of the command line", async () => {
    const { ask, asked } = answering("", "");
    await writeConfig({ cwd, document: "openapi.json", out: "mcp", ask });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, object, RegExp]>([
    ["no document", { document: "nowhere.json" }, /nowhere\.json/],
    ["no application", { document: "app.ts" }, /app\.ts/],
    [
      "a password",
      { document: "https://ann:xyzzy@api.example/openapi.json" },
      /^(?!.*xyzzy).*contains a user name or a password/,
    ],
  ])("init writes nothing for %s", async (_, given, want) => {
    const files = readdirSync(cwd);
    await expect(writeConfig({ cwd, ask: null, ...given })).rejects.toThrow(
      want,
    );
    expect(readdirSync(cwd)).toEqual(files);
  });
});

test("init writes the config, the project and the scripts", async () => {
  writeFileSync(join(cwd, "package.json"), '\ufeff{\r\n\t"name": "a"\r\n}\r\n');
  const init = () => toolwright(["init", "--yes"], { cwd });
  const { code, stderr, stdout } = await init();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/ {2}3 tools, 0 resources/);
  expect(stdout).toMatch(/ {2}added {5}script check: npm run check\n$/);
  expect(read("package.json")).toMatch(
    /^\ufeff\{\r\n\t"name": "a",\r\n\t"scripts": \{\r\n\t\t"generate": "npm run --silent find-toolwright && toolwright generate",\r\n\t\t"check": "npm run --silent find-toolwright && toolwright check",\r\n\t\t"find-toolwright": "node -e .*"\r\n\t\}\r\n\}\r\n$/,
  );
  for (const place of [cwd, join(cwd, "my-shop-mcp")])
    expect((await toolwright(["check"], { cwd: place })).code).toBe(0);
  const config = read("toolwright.config.json");
  expect(await init()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: A config already exists/) as string,
  });
  expect(read("toolwright.config.json")).toBe(config);
});

test("init writes nothing beside an invalid package.json", async () => {
  writeFileSync(join(cwd, "package.json"), "[]");
  const { code, stderr } = await toolwright(["init", "--yes"], { cwd });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("package.json: It is not a JSON object."),
  ]);
  expect(readdirSync(cwd)).toEqual(["openapi.json", "package.json"]);
});

test("init does nothing without a terminal", async () => {
  const { code, stderr } = await toolwright(["init"], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining("--yes")]);
  expect(readdirSync(cwd)).toEqual(["openapi.json"]);
});

test("init keeps existing scripts and uses an installed toolwright", () => {
  const manifest = {
    scripts: { check: "tsc" },
    devDependencies: { toolwright: "^0.1.0" },
  };
  writeFileSync(join(cwd, "package.json"), JSON.stringify(manifest));
  expect(addScripts(cwd)).toEqual([
    "  added     script generate: npm run generate",
    "  kept      package.json already has another script check; run toolwright check",
  ]);
  expect(JSON.parse(read("package.json"))).toEqual({
    ...manifest,
    scripts: { check: "tsc", generate: "toolwright generate" },
  });
  expect(addScripts(cwd)[0]).toBe("  kept      script generate");
});
