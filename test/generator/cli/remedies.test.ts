import { FEATURES } from "../../../generator/features/features.js";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it, test } from "vitest";
import {
  add,
  check,
  generate,
  lint,
  ToolwrightError,
  type Config,
  type LintFinding,
} from "../../../generator/index.js";
import { toolwright } from "../cli.js";
import { faults } from "../lint/document.js";
import { linkPackages, typeErrors } from "../regenerate/packages.js";
import { project } from "../regenerate/project.js";
import { oneMore, shop } from "../regenerate/shop.js";
import { temporaryFolder } from "../temporary.js";

/** Generates with a config that a remedy has changed, and checks the result. */
async function prove(config: Config, text: string) {
  const out = join(temporaryFolder(), "out");
  await generate({ out, ...config }, { text });
  expect(await check({ out, ...config }, { text })).toMatchObject({
    current: true,
  });
}

const idOf = ({ argument, rule, tool }: LintFinding) =>
  [rule, tool, argument ?? ""].join(" ");

describe("a cure that lint prints", () => {
  const text = faults();
  const lintIn = (cwd: string, config: Config) => lint(config, { cwd });

  /** Findings of the faulty document, and a folder with it. */
  async function findAll() {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "api.yaml"), text);
    const config: Config = { document: "api.yaml", allRoutesAsTools: true };
    const { findings } = await lintIn(cwd, config);
    return { cwd, config, findings };
  }

  it("as an override is taken by generate and check, and mends its fault", async () => {
    const { config, cwd, findings } = await findAll();
    const cures = findings.filter(({ cure }) => cure.kind === "override");
    expect(cures.length).toBeGreaterThan(3);
    for (const finding of cures) {
      const { overrides } = readLiteral(
        `{${finding.cure.text.split("in the config:")[1]}}`,
      );
      const cured = { ...config, overrides } as Config;
      await prove(
        {
          allRoutesAsTools: true,
          ...(overrides ? { overrides } : {}),
        } as Config,
        text,
      );
      const left = await lintIn(cwd, cured);
      // What hides the largest arguments may take several rounds.
      if (finding.rule !== "large-arguments")
        expect(left.findings.map(idOf)).not.toContain(idOf(finding));
    }
  }, 120_000);

  it("as an option is taken by generate and check, and mends its fault", async () => {
    const { config, cwd, findings } = await findAll();
    const cures = findings.filter(({ cure }) => cure.kind === "option");
    expect(cures.length).toBeGreaterThan(1);
    for (const finding of cures) {
      const [, field] =
        /in the config: (\w+: \S+)$/.exec(finding.cure.text) ?? [];
      const options = readLiteral(`{${field}}`) as Config;
      await prove({ allRoutesAsTools: true, ...options }, text);
      const left = await lintIn(cwd, { ...config, ...options });
      expect(left.findings.map(idOf)).not.toContain(idOf(finding));
    }
  }, 120_000);

  it("as an overlay is taken by generate and check, and mends its fault", async () => {
    const { config, cwd, findings } = await findAll();
    const cures = findings.filter(({ cure }) => cure.isCertain);
    expect(cures.length).toBeGreaterThan(4);
    for (const finding of cures) {
      const overlay = {
        overlay: "1.0.0",
        info: { title: "a", version: "1" },
        actions: [finding.cure.action],
      };
      const path = join(cwd, "fixes.json");
      writeFileSync(path, JSON.stringify(overlay));
      await prove({ allRoutesAsTools: true, overlays: [path] }, text);
      const left = await lintIn(cwd, { ...config, overlays: [path] });
      expect(left.findings.map(idOf)).not.toContain(idOf(finding));
    }
  }, 120_000);
});

function readLiteral(source: string): Record<string, unknown> {
  return runInNewContext(`(${source})`) as Record<string, unknown>;
}

test("a parameter in an overlay of lint is found by its name, and its loss is reported", async () => {
  const api = (names: string[]) =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      servers: [{ url: "https://a.example" }],
      paths: {
        "/a": {
          get: {
            operationId: "listA",
            parameters: names.map((name) => ({
              name,
              in: "query",
              ...(name === "state" && { description: "One of: open, closed." }),
              schema: { type: "string" },
            })),
            responses: { 200: { description: "OK" } },
          },
        },
      },
    });
  const cwd = temporaryFolder();
  const run = (...args: string[]) =>
    toolwright([...args, "--all-routes-as-tools", "--overlay", "fixes.yaml"], {
      cwd,
    });
  const write = (names: string[]) =>
    writeFileSync(join(cwd, "api.json"), api(names));
  write(["state"]);
  await run("lint", "api.json");
  write(["owner", "state"]);
  await run("generate", "api.json", "--out", "out");
  const module = () =>
    readFileSync(join(cwd, "out/src/tools/list-a.ts"), "utf8");
  expect(module()).toMatch(/state: \{[^}]*enum: \["open", "closed"\]/);
  expect(module()).toMatch(/owner: \{\s*in: "query",\s*type: "string",\s*\}/);
  write(["owner"]);
  const { stdout } = await run("generate", "api.json", "--out", "out");
  expect(stdout).toMatch(/fixes\.yaml.*listA, state\) has no effect/);
});

describe("a note of generate", () => {
  const reads = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: Object.fromEntries(
      Array.from({ length: 130 }, (_, index) => [
        `/a${index}`,
        {
          get: {
            operationId: `listA${index}`,
            responses: { 200: { description: "OK" } },
          },
        },
      ]),
    ),
  });

  it.each<[string, RegExp]>([
    [
      "routes that became resources",
      /became resources.*?(use|set) (.+?) (?:in \S+ )?to make/,
    ],
    [
      "the line of the SDK",
      /version 2, (use|set) (.+?) (?:in \S+ )?and generate/,
    ],
    [
      "the costs of many tools",
      /cost a model.*?(use|set) (.+?) (?:in \S+ )?for about/,
    ],
  ])(
    "on %s names a flag, or a field of a config by hand, that generate and check take",
    async (_what, pattern) => {
      for (const isByHand of [false, true]) {
        const cwd = temporaryFolder();
        writeFileSync(join(cwd, "api.json"), reads);
        const config = {
          document: "api.json",
          out: "out",
          ...(pattern.source.includes("cost") && { allRoutesAsTools: true }),
          ...(pattern.source.includes("version 2") && { sdk: "v1" }),
        };
        const writeConfig = (field: object) =>
          writeFileSync(
            join(cwd, "toolwright.config.mjs"),
            `export default ${JSON.stringify({ ...config, ...field })};\n`,
          );
        const flags = isByHand
          ? []
          : [
              "api.json",
              "--out",
              "out",
              ...("allRoutesAsTools" in config
                ? ["--all-routes-as-tools"]
                : []),
            ];
        if (isByHand) writeConfig({});
        const { stdout } = await toolwright(["generate", ...flags], { cwd });
        const [, verb, advice = ""] =
          pattern.exec(stdout.replace(/\s+/g, " ")) ?? [];
        expect(verb).toBe(isByHand ? "set" : "use");
        if (isByHand) writeConfig(readLiteral(`{${advice}}`));
        const cured = isByHand ? [] : [...flags, ...advice.split(" ")];
        expect((await toolwright(["generate", ...cured], { cwd })).code).toBe(
          0,
        );
        expect(
          (await toolwright(["check", ...cured.slice(0, 3)], { cwd })).code,
        ).toBe(0);
      }
    },
    60_000,
  );

  it("on the tsconfig.json around a project says which line to add, and is not repeated once it is there", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, ".git"));
    const path = join(cwd, "tsconfig.json");
    writeFileSync(path, '{ "compilerOptions": { "types": ["s"] } }');
    writeFileSync(join(cwd, "api.yaml"), shop());
    const run = () =>
      toolwright(["generate", "api.yaml", "--out", "s"], { cwd });
    const [, folder, field = ""] =
      /add "(.*)" to "(.*)" in tsconfig\.json/.exec((await run()).stdout) ?? [];
    const written = JSON.parse(readFileSync(path, "utf8")) as object;
    writeFileSync(path, JSON.stringify({ ...written, [field]: [folder] }));
    writeFileSync(join(cwd, "s2.yaml"), shop());
    expect(
      (await toolwright(["generate", "s2.yaml", "--out", "s/two"], { cwd }))
        .stdout,
    ).not.toContain("exclude");
  });

  it("on the workflow of a repository is done with its file", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, ".git"));
    writeFileSync(join(cwd, "api.yaml"), shop());
    const run = (...more: string[]) =>
      toolwright(
        ["generate", "api.yaml", "--out", "s", "--emit", "ci", ...more],
        { cwd },
      );
    await run();
    const { stdout } = await run();
    const [, command = "", path = ""] =
      /which generate (\S+) prints, into (\S+)/.exec(stdout) ?? [];
    const [, workflow = ""] =
      /repository only\.\n\n([^]*)$/.exec((await run(command)).stdout) ?? [];
    mkdirSync(join(cwd, ".github/workflows"), { recursive: true });
    writeFileSync(join(cwd, path), workflow);
    expect((await run()).stdout).not.toContain("workflow");
    expect((await toolwright(["check", "--out", "s"], { cwd })).code).toBe(0);
  });
});

describe("lines of add", () => {
  const upload = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/a": {
        post: {
          operationId: "addA",
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: { file: { type: "string", format: "binary" } },
                },
              },
            },
          },
          responses: { 204: { description: "" } },
        },
      },
    },
  });

  it.each(["from-claim", "per-caller", "on-behalf-of"])(
    "for %s beside files of callers keep those files",
    async (feature) => {
      const made = project();
      const config: Config = { files: { http: "per-caller" }, auth: "tokens" };
      await made.generate(upload, { config });
      const client = "src/client.ts";
      expect(made.read(client)).toContain("forCaller: callerFiles({\n");
      const added = await add(feature, { out: made.out });
      const lines = [added, ...added.also].find(
        ({ within }) => within === "callerFiles({ … })",
      );
      expect(lines?.code).toMatch(/^forCaller: perCaller\(/);
      made.write(
        client,
        [
          ...added.imports.filter((line) => line.includes("perCaller")),
          made
            .read(client)
            .replace(
              "callerFiles({\n",
              `callerFiles({\n      ${lines?.code},\n`,
            ),
        ].join("\n"),
      );
      expect(
        made.read(client).match(/forCaller: (?:callerFiles|perCaller)/g),
      ).toHaveLength(2);
      linkPackages(made);
      expect(await typeErrors(made)).toEqual([]);
      await made.generate(upload, { config });
      expect(
        await check(
          { out: made.out, allRoutesAsTools: true, ...config },
          { text: upload },
        ),
      ).toMatchObject({ current: true });
    },
  );
});

describe("the remedy in an error", () => {
  const text = shop();
  const all: Config = { allRoutesAsTools: true };

  it.each<
    [
      what: string,
      cause: Config,
      hint: RegExp,
      cure: (found: string[]) => Config,
    ]
  >([
    [
      "an operation that never was",
      { overrides: { listPet: { title: "A" } } },
      /Did you mean (\w+)/,
      ([name = ""]) => ({ overrides: { [name]: { title: "A" } } }),
    ],
    [
      "a required argument that is hidden",
      { overrides: { createPet: { hide: ["name"] } } },
      /Set its value in `(fixed)`/,
      ([field = ""]) => ({
        overrides: { createPet: { [field]: { name: "Tom" } } },
      }),
    ],
    [
      "an argument that does not exist",
      { overrides: { listPets: { hide: ["limits"] } } },
      /Its arguments are (\w+)/,
      ([name = ""]) => ({ overrides: { listPets: { hide: [name] } } }),
    ],
    [
      "a tag that no operation has",
      { tags: ["pet"] },
      /\b(pets)\b/,
      ([tag = ""]) => ({ tags: [tag] }),
    ],
    [
      "a tool in timeouts",
      { timeouts: { listPet: 5 } },
      /Did you mean (\w+)/,
      ([name = ""]) => ({ timeouts: { [name]: 5 } }),
    ],
    [
      "a feature that does not exist",
      { features: ["retries"] },
      /one of [^]*\b(retry)\b/,
      ([name = ""]) => ({ features: [name] }),
    ],
  ])(
    "of %s is taken by generate and check",
    async (_what, cause, hint, cure) => {
      const out = join(temporaryFolder(), "out");
      const error = await generate({ out, ...all, ...cause }, { text }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ToolwrightError);
      const found = hint.exec((error as Error).message);
      expect(found).not.toBeNull();
      await prove({ ...all, ...cure(found?.slice(1) ?? []) }, text);
    },
  );

  it("of a file in the way keeps it", async () => {
    const made = project();
    made.write("src/tools/list-pets.ts", "export const mine = 1;\n");
    const error = await made
      .generate(text)
      .catch((thrown: unknown) => String(thrown));
    expect(error).toMatch(/run with `--adopt`/);
    await made.generate(text, { adopt: true });
    expect(made.read("src/tools/list-pets.ts")).toContain("mine");
  });

  it("of a lost lock brings it back", async () => {
    const made = project();
    await made.generate(text);
    made.remove("toolwright.lock");
    const newer = shop(oneMore);
    const error = await made
      .generate(newer)
      .catch((thrown: unknown) => String(thrown));
    expect(error).toMatch(/--adopt/);
    await made.generate(newer, { adopt: true });
    expect(
      await check({ out: made.out, ...all }, { text: newer }),
    ).toMatchObject({ current: true });
  });
});

test("each flag in a hint and in the page on troubleshooting is one of a command, of npm, of git or of a server", () => {
  const commands = readFileSync("docs/commands.md", "utf8");
  const features = FEATURES.map(({ about }) => about).join("\n");
  const options =
    readFileSync("generator/config/options.ts", "utf8") + features;
  const known = new Set(
    [
      ...(commands + options).matchAll(/--[a-z][a-z-]+/g),
      ...readFileSync("docs/serving.md", "utf8").matchAll(/--[a-z][a-z-]+/g),
    ].map(([flag]) => flag),
  );
  for (const flag of [
    "--save-dev",
    "--ignore-scripts",
    "--global",
    "--text",
    "--cached",
  ])
    known.add(flag);
  const hints = readdirSync("generator", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(join("generator", file), "utf8").matchAll(
        /hint:[^]*?(?:",|`,|\n {4}\})/g,
      ),
    ])
    .map(([hint]) => hint);
  expect(hints.length).toBeGreaterThan(100);
  const page = readFileSync("docs/troubleshooting.md", "utf8");
  const flags = [...hints, page]
    .flatMap((text) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)])
    .map(([flag]) => flag);
  expect(flags.length).toBeGreaterThan(30);
  expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
});
