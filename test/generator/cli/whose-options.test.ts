import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

function documentOf(title: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1" },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          responses: { 200: { description: "All." } },
        },
      },
    },
  });
}

/** A folder with two APIs, and a config for the one of them. */
function packages() {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "api.json"), documentOf(name));
  }
  const config = {
    document: "a/api.json",
    out: "a/mcp",
    allRoutesAsTools: true,
  };
  writeFileSync(join(folder, "toolwright.config.json"), JSON.stringify(config));
  const run = (...words: string[]) => toolwright(words, { cwd: folder });
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const write = (path: string, text: string) =>
    writeFileSync(join(folder, path), text);
  return { read, run, write };
}

describe("the config of another API in the current directory", () => {
  it("is not applied, and a note says so", async () => {
    const { run } = packages();
    const { code, stderr, stdout } = await run(
      ...["generate", "b/api.json", "--out", "b/mcp"],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("0 tools, 1 resource");
    expect(stderr).toContain(
      "note: toolwright.config.json names no folder b/mcp as `out`, so it is not read.",
    );
    // Nor does a later run that names the folder alone take the other API into it.
    const again = await run("generate", "--out", "b/mcp");
    expect(again.stdout).toContain("0 tools, 1 resource");
    expect((await run("check", "--out", "b/mcp")).code).toBe(0);
  });

  it("is applied to the folder that it names, with and without arguments", async () => {
    const { run } = packages();
    await run("generate", "b/api.json", "--out", "b/mcp");
    for (const words of [[], ["a/api.json", "--out", "a/mcp"]]) {
      const { code, stderr, stdout } = await run("generate", ...words);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("1 tool, 0 resources");
    }
  });

  it("is applied if --config names it", async () => {
    const { run } = packages();
    const { stdout } = await run(
      ...["generate", "b/api.json", "--out", "b/mcp"],
      ...["--config", "toolwright.config.json"],
    );
    expect(stdout).toContain("1 tool, 0 resources");
  });
});

test("saved options keep the layout of a formatter", async () => {
  const { read, run, write } = packages();
  const words = ["generate", "b/api.json", "--out", "b/mcp"];
  await run(...words, "--emit", "tests,ci");
  const path = "b/mcp/toolwright.config.json";
  const text = `${JSON.stringify(JSON.parse(read(path)), null, 4)}\n`;
  write(path, text);
  write("b/api.json", documentOf("B"));
  const { code } = await run("generate", "--out", "b/mcp");
  expect(code).toBe(0);
  expect(read(path)).toBe(text);
});

test("options with --once hold for one run and are not saved", async () => {
  const { read, run } = packages();
  await run("generate", "b/api.json", "--out", "b/mcp");
  const saved = read("b/mcp/toolwright.config.json");
  const once = await run(
    ...["generate", "--out", "b/mcp", "--timeout", "5", "--once"],
  );
  expect(once.code).toBe(0);
  expect(read("b/mcp/src/client.ts")).toContain("timeout: 5,");
  expect(read("b/mcp/toolwright.config.json")).toBe(saved);
  expect(once.stdout).not.toContain("saved ");
  const again = await run("generate", "--out", "b/mcp");
  expect(again.code).toBe(0);
  expect(read("b/mcp/src/client.ts")).not.toContain("timeout: 5,");
});

test("an option of a later run is saved and reported", async () => {
  const { read, run } = packages();
  await run("generate", "b/api.json", "--out", "b/mcp");
  const { stdout } = await run("generate", "--out", "b/mcp", "--timeout", "5");
  expect(stdout).toContain("saved     --timeout 5 → toolwright.config.json");
  expect(read("b/mcp/toolwright.config.json")).toContain('"timeout": 5');
});

test("--offline is another name of --safe", async () => {
  const { run } = packages();
  const words = ["--out", "b/mcp", "--offline"];
  const refused = await run("generate", "https://127.0.0.1:1/a.json", ...words);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--safe refuses document");
  expect((await run("generate", "b/api.json", ...words)).code).toBe(0);
});

test("plan --options prints each option with its value and the place that it comes from", async () => {
  const { run, write } = packages();
  await run("generate", "b/api.json", "--out", "b/mcp");
  write(
    "team.json",
    JSON.stringify({
      out: "b/mcp",
      document: "https://ann:hunter22@api.example/b.json?key=hunter22",
      timeout: 5,
    }),
  );
  write(
    "b/mcp/toolwright.config.json",
    '{ "extends": "../../team.json", "out": ".", "tags": ["pets"] }',
  );
  const words = [
    ...["plan", "--options", "--config", "b/mcp/toolwright.config.json"],
    ...["--names", "renew"],
  ];
  const { code, stdout } = await run(...words);
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  for (const line of [
    /^document +https:\/\/…@api\.example\/b\.json\?… +team\.json$/,
    /^timeout +5 +team\.json$/,
    /^tags +pets +b\/mcp\/toolwright\.config\.json$/,
    /^names +renew +--names$/,
    /^out +b\/mcp +b\/mcp\/toolwright\.config\.json$/,
    /^sdk +v1 +default$/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(line));
  const json = await run(...words, "--json");
  expect(JSON.parse(json.stdout)).toContainEqual({
    name: "timeout",
    value: 5,
    from: "team.json",
  });
  expect(stdout + json.stdout).not.toContain("hunter22");
});

test("an address with a password is refused before anything is read", async () => {
  const { run } = packages();
  const { code, stderr } = await run(
    ...[
      "generate",
      "https://ann:hunter22@127.0.0.1:1/a.json",
      "--out",
      "b/mcp",
    ],
  );
  expect(code).toBe(2);
  expect(stderr).toContain("holds a user or a password");
  expect(stderr).not.toContain("hunter22");
});
