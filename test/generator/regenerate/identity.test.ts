import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { writeFileSync } from "node:fs";
import { diff, generate, type Config } from "../../../generator/index.js";
import { project } from "./project.js";
import { temporaryFolder } from "../temporary.js";

const REGISTRY: Config = { emit: ["registry", "mcpb"] };

function document(title: string, version = "1.0.0"): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: "https://api.example.com" }],
    paths: {
      "/pets": {
        post: {
          operationId: "addPet",
          summary: "Add a pet",
          responses: { 204: { description: "Added." } },
        },
      },
    },
  });
}

function named(text: string): unknown {
  return (JSON.parse(text) as { readonly name: unknown }).name;
}

describe("the name of a new project", () => {
  it.each<[folder: string, config: Config, name: string]>([
    ["okta-mcp", {}, "okta-mcp"],
    ["okta", {}, "okta-mcp"],
    ["server", {}, "admin-api-mcp"],
    ["Dist", {}, "admin-api-mcp"],
    ["okta", { name: "My API" }, "my-api-mcp"],
    ["okta", { name: "notion-mcp-server" }, "notion-mcp-server"],
    ["mcp-okta", {}, "mcp-okta"],
  ])(
    "comes from its folder, title or option: %s %j",
    async (folder, config, name) => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, "api.json"), document("Admin API"));
      const run = { ...config, document: "api.json", out: folder };
      const { outcomes } = await generate(run, { cwd, dryRun: true });
      const text = (path: string) =>
        outcomes.flatMap((outcome) =>
          outcome.path === path && "text" in outcome ? [outcome.text] : [],
        )[0] ?? "";
      expect(named(text("package.json"))).toBe(name);
      expect(text(".mcp.json")).toContain(`"${name}": {`);
      expect(text("src/server.ts")).toContain(
        `name: "${config.name ?? "Admin API"}",`,
      );
    },
  );
});

test("a new title of the API renames no package, client or bundle", async () => {
  const made = project();
  await made.generate(document("Okta"), { config: REGISTRY });
  const config = {
    ...REGISTRY,
    document: join(temporaryFolder(), "new.json"),
    out: made.out,
  };
  writeFileSync(config.document, document("Okta Admin"));
  expect(await diff(config)).toMatchObject([
    { kind: "server", breaking: false, text: "title: Okta → Okta Admin" },
    { kind: "server", breaking: false, text: "instructions changed" },
  ]);
  const old = made.files();
  await made.generate(document("Okta Admin"), { config: REGISTRY });
  expect(made.read("package.json")).toBe(old["package.json"]);
  expect(made.read(".mcp.json")).toBe(old[".mcp.json"]);
  for (const path of ["manifest.json", "server.json"])
    expect(named(made.read(path))).toBe(named(old[path] ?? ""));
  expect(made.read("src/server.ts")).toContain(
    '  name: "Okta",\n  title: "Okta Admin",\n',
  );
  expect(made.read("src/server.ts")).toContain("    Okta Admin.");
  const renamed = await diff({ ...config, name: "Okta Admin" });
  expect(renamed[0]).toMatchObject({
    breaking: true,
    text: "name: Okta → Okta Admin",
  });
});

test("names that you edited cause no conflict when the title changes", async () => {
  const made = project();
  await made.generate(document("Okta"), { config: REGISTRY });
  const name = String(named(made.read("package.json")));
  made.edit(
    "package.json",
    [`"name": "${name}"`, '"name": "@acme/okta"'],
    [`io.github.your-name/${name}`, "io.github.acme/okta"],
  );
  made.edit("src/server-card.ts", [
    `io.github.your-name/${name}`,
    "io.github.acme/okta",
  ]);
  made.edit("server.json", [
    `io.github.your-name/${name}`,
    "io.github.acme/okta",
  ]);
  const told = await made.generate(document("Okta Admin"), {
    config: REGISTRY,
  });
  expect(told.filter((line) => /conflict/.test(line))).toEqual([]);
  expect(named(made.read("package.json"))).toBe("@acme/okta");
  expect(made.read("server.json")).toContain('"identifier": "@acme/okta"');
  expect(named(made.read("server.json"))).toBe("io.github.acme/okta");
  expect(made.read("src/server-card.ts")).toContain(
    'name: "io.github.acme/okta"',
  );
  expect(made.read(".mcp.json")).toContain(`"${name}": {`);
});

describe("the server's version", () => {
  it("stays as you edited it, at every version of the API", async () => {
    const made = project();
    await made.generate(document("Shop"), { config: REGISTRY });
    made.edit("src/server.ts", ['version: "1.0.0"', 'version: "3.2.0"']);
    made.edit("src/server-card.ts", ['version: "1.0.0"', 'version: "3.2.0"']);
    for (const version of ["1.1.0", "1.2.0"]) {
      const told = await made.generate(document("Shop", version), {
        config: REGISTRY,
      });
      expect(told.filter((line) => /conflict/.test(line))).toEqual([]);
      expect(made.read("src/server.ts")).toContain('version: "3.2.0"');
      expect(made.read("src/server-card.ts")).toContain('version: "3.2.0"');
    }
    // A user who restores the generated version follows the document again.
    for (const path of ["src/server.ts", "src/server-card.ts"])
      made.edit(path, ['version: "3.2.0"', 'version: "1.0.0"']);
    await made.generate(document("Shop", "1.3.0"), { config: REGISTRY });
    expect(made.read("src/server.ts")).toContain('version: "1.3.0"');
  });

  it("follows the document if another object of server.ts has a version", async () => {
    const shop = project();
    await shop.generate(document("Shop"));
    shop.edit("src/server.ts", [
      "/** Components",
      'const build = {\n  version: "abc",\n};\n\n/** Components',
    ]);
    await shop.generate(document("Shop", "1.1.0"));
    expect(shop.read("src/server.ts")).toContain('  version: "1.1.0",');
    expect(shop.read("src/server.ts")).toContain('  version: "abc",');
  });

  it("stays if it is a constant of yours", async () => {
    const shop = project();
    await shop.generate(document("Shop"));
    shop.edit(
      "src/server.ts",
      ["/** Components", 'const VERSION = "3.2.0";\n\n/** Components'],
      ['version: "1.0.0"', "version: VERSION"],
    );
    const lines = await shop.generate(document("Shop", "1.1.0"));
    expect(lines.filter((line) => /conflict/.test(line))).toEqual([]);
    expect(shop.read("src/server.ts")).toContain("version: VERSION,");
  });

  it("can be set by the option `version`", async () => {
    const made = project();
    const config = { version: "2.0.0" };
    await made.generate(document("Shop"), { config });
    await made.generate(document("Shop", "1.1.0"), { config });
    expect(made.read("src/server.ts")).toContain('version: "2.0.0"');
  });
});

test("a name in package.json that npm refuses is not used", async () => {
  const made = project();
  await made.generate(document("Shop"));
  const name = named(made.read("package.json"));
  made.edit("package.json", [
    `"name": ${JSON.stringify(name)}`,
    '"name": "a\\"; rm -rf /"',
  ]);
  await made.generate(document("Shop", "2"));
  expect(made.read(".mcp.json")).toContain(`${JSON.stringify(name)}: {`);
});
