import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { normaliseArguments } from "../../../generator/cli/flags.js";
import { lockPath } from "../../../generator/project/paths.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const document = resolve("samples/petstore/openapi.json");

describe("an error suggests the right value for", () => {
  it.each<[string[], string]>([
    [["--route-map", "GET ^/x TOOLS"], "Did you mean TOOL?"],
    [["--route-map", "GET,POTS ^/x TOOL"], "Did you mean POST?"],
    [["--tags", "pet"], "Did you mean pets?"],
    [
      [
        "--tools",
        "search",
        "--always-listed",
        "lstPets",
        "--all-routes-as-tools",
      ],
      "Did you mean listPets?",
    ],
    [["--emit", "dockerfile", "mcpb"], "Use a comma-separated list"],
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

  it("a URL with another scheme", async () => {
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
      expect(stderr).toContain("does not have a default export.");
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

describe("a project with a config", () => {
  const own = (folder: string, ...words: string[]) =>
    toolwright(words, { cwd: folder });

  async function made(config: object = {}, ...flags: string[]) {
    const folder = temporaryFolder();
    const text = JSON.stringify({ document, out: "server", ...config });
    writeFileSync(join(folder, "toolwright.config.json"), text);
    return { folder, run: await own(folder, "generate", ...flags) };
  }

  it("gets a next step if the registry's files need a name", async () => {
    const { run } = await made({ emit: ["registry"] });
    expect(run.stdout).toContain("next: set your own name in package.json");
  });

  it("gets a note about flags that its config doesn't have", async () => {
    const { folder, run } = await made({}, "--emit", "ci");
    expect(run.stderr).toBe(
      "note: --emit ci holds for this run: toolwright.config.json is written by hand and stays as it is, so `check` will differ. Write it there, or leave it out.\n",
    );
    const { stderr, stdout } = await own(folder, "generate");
    expect(stdout).toMatch(/removed +server\/\.github\/workflows\/mcp\.yml/);
    expect(stderr).toBe("");
  });

  it("prints conflicts even with --quiet", async () => {
    const { folder } = await made();
    const file = join(folder, "server/src/tools/create-pet.ts");
    const edited = readFileSync(file, "utf8").replace(
      /(?<= title: ").*?(?=")/,
      "Mine",
    );
    writeFileSync(file, edited);
    const newer = readFileSync(document, "utf8").replace(
      "Add a pet",
      "Add one pet",
    );
    writeFileSync(join(folder, "newer.json"), newer);
    const { code, stderr } = await own(
      folder,
      "generate",
      "newer.json",
      "--quiet",
    );
    expect(stderr).toContain("1 conflict");
    expect(code).toBe(1);
  });

  it("names its files relative to the current directory", async () => {
    const { folder } = await made();
    rmSync(join(folder, "server/toolwright.lock"));
    // With all as it is generated now, nothing is lost.
    appendFileSync(join(folder, "server/README.md"), "By hand.\n");
    const { stderr } = await own(folder, "generate");
    expect(stderr).toContain("error: server/toolwright.lock: ");
  });

  it("is found through the config, and with --out", async () => {
    const { folder } = await made();
    const wants = expect.stringContaining(
      "codex mcp add petstore-mcp",
    ) as string;
    for (const words of [[], ["server"], ["--out", "server"]])
      expect(await own(folder, "clients", ...words)).toMatchObject({
        stdout: wants,
      });
  });

  it("rejects the same options in `plan` as in `generate`", async () => {
    const { run } = await made({ timeouts: { nope: 3 } });
    expect(run.code).toBe(2);
    const folder = temporaryFolder();
    const file = join(folder, "toolwright.config.json");
    writeFileSync(file, JSON.stringify({ document, timeouts: { nope: 3 } }));
    const planned = await own(folder, "plan");
    expect(planned.stderr).toContain('timeouts names "nope"');
    expect(planned.code).toBe(2);
  });
});

describe("afterGenerate", () => {
  const done = "node -e \"fs.appendFileSync('../said', 'x')\"";
  const says = (folder: string) =>
    existsSync(join(folder, "said"))
      ? readFileSync(join(folder, "said"), "utf8")
      : "";

  it("runs only after files were written", async () => {
    const folder = temporaryFolder();
    const text = JSON.stringify({
      document,
      out: "server",
      afterGenerate: done,
    });
    writeFileSync(join(folder, "toolwright.config.json"), text);
    const run = (...words: string[]) => toolwright(words, { cwd: folder });
    await run("generate", "--dry-run");
    await run("plan");
    await run("check");
    expect(says(folder)).toBe("");
    expect((await run("generate")).code).toBe(0);
    expect(says(folder)).toBe("x");
    await run("generate");
    await run("check");
    expect(says(folder)).toBe("x");
    const memory = join(folder, "server/toolwright.config.json");
    expect(readFileSync(memory, "utf8")).not.toContain("afterGenerate");
  });

  it("reports a command that fails", async () => {
    const folder = temporaryFolder();
    const text = JSON.stringify({
      document,
      out: "server",
      afterGenerate: "exit 3",
    });
    writeFileSync(join(folder, "toolwright.config.json"), text);
    const { code, stderr } = await toolwright(["generate"], { cwd: folder });
    expect(stderr).toContain(
      "the command in `afterGenerate` failed (3): exit 3",
    );
    expect(code).toBe(1);
  });

  it("is refused by generate with --safe, and no other command", async () => {
    const folder = temporaryFolder();
    const run = (...words: string[]) => toolwright(words, { cwd: folder });
    await run("generate", document, "--out", "server");
    const memory = join(folder, "server/toolwright.config.json");
    const config = {
      ...(JSON.parse(readFileSync(memory, "utf8")) as object),
      afterGenerate: done,
    };
    writeFileSync(memory, JSON.stringify(config, null, 2));
    const words = [document, "--out", "server", "--safe"];
    const { code, stderr } = await run("generate", ...words);
    expect(stderr).toContain("--safe refuses afterGenerate");
    expect(code).toBe(2);
    for (const command of ["check", "plan", "diff"])
      expect([command, (await run(command, ...words)).code]).toEqual([
        command,
        0,
      ]);
    expect(says(folder)).toBe("");
  });
});

test.each(["", "generate", "plan", "report", "check", "diff", "init", "add"])(
  "each line of the help of %s fits 80 columns",
  async (command) => {
    const { stdout } = await toolwright([command, "--help"].filter(Boolean));
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    if (/generate|plan|report|check|diff/.test(command))
      for (const group of ["Input:", "Output:"])
        expect(stdout).toContain(group);
  },
);

test("flags of other generators are accepted: -i, --input, --output", () => {
  const here = temporaryFolder();
  expect(
    normaliseArguments(["generate", "-i", "a.json", "--output", "b"], here),
  ).toEqual(["generate", "a.json", "--out", "b"]);
  expect(normaliseArguments(["--input=a.json", "--output=b"], here)).toEqual([
    "a.json",
    "--out",
    "b",
  ]);
});

test("toolwright without a command generates beside a config or in a project, and nowhere else", () => {
  const folder = temporaryFolder();
  expect(normaliseArguments([], folder)).toEqual([]);
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", lockPath), "");
  expect(normaliseArguments([], join(folder, "a"))).toEqual(["generate"]);
  writeFileSync(join(folder, "toolwright.config.json"), "{}");
  expect(normaliseArguments([], folder)).toEqual(["generate"]);
});
