import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  configOf,
  withFlags,
  type Flags,
} from "../../../generator/cli/flags.js";
import { runsOf } from "../../../generator/cli/targets.js";
import type { Config } from "../../../generator/config/config.js";
import { temporaryFolder } from "../temporary.js";

/** A command line, read as `toolwright <name>` reads it. */
function read(line: readonly string[], name = "generate"): Flags {
  const command = withFlags(new Command(name)).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  command.parse(line, { from: "user" });
  return { ...command.opts<Flags>(), document: command.args[0] };
}

describe("the command line", () => {
  it.each<[string, Config]>([
    ["", {}],
    ["openapi.yaml --out server", { document: "openapi.yaml", out: "server" }],
    [
      "--overlay a.yaml a.json --overlay b,c.yaml",
      { document: "a.json", overlays: ["a.yaml", "b,c.yaml"] },
    ],
    ["-", { document: "-" }],
    [
      "--app a.ts --export app --app-document /docs/json",
      { app: "a.ts", export: "app", appDocument: "/docs/json" },
    ],
    [
      "a.json --name Shop --base-url https://a.example --timeout 2.5 --route-prefix /v1",
      {
        document: "a.json",
        name: "Shop",
        baseUrl: "https://a.example",
        timeout: 2.5,
        routePrefix: "/v1",
      },
    ],
    [
      "--redact-errors --all-routes-as-tools --allow-remote --ref-root ..",
      {
        redactErrors: true,
        allRoutesAsTools: true,
        allowRemote: true,
        refRoot: "..",
      },
    ],
    [
      "--shared-schemas refs --auth none --emit mcpb,dockerfile --emit worker",
      {
        sharedSchemas: "refs",
        auth: "none",
        emit: ["mcpb", "dockerfile", "worker"],
      },
    ],
  ])("%s", (line, want) => {
    const words = line.split(" ").filter((word) => word !== "");
    expect(configOf(read(words))).toEqual(want);
  });

  test("keeps the order of --route-map", () => {
    const line = [
      "--route-map",
      "GET,PUT ^/a b$ TOOL",
      "--route-map",
      "* . resource,tool",
    ];
    expect(configOf(read(line)).routeMaps).toEqual([
      { methods: ["GET", "PUT"], pattern: "^/a b$", routeType: ["TOOL"] },
      { methods: "*", pattern: ".", routeType: ["RESOURCE", "TOOL"] },
    ]);
  });

  it.each([
    ["--timeout soon", /must be a number of seconds above 0/],
    ["--base-url example.com", /must be an http or https URL/],
    ["--app-document docs", /must be a path such as/],
    ["--shared-schemas long", /Allowed choices are inline, refs/],
    ["--route-map TOOL", /must have the form "<METHODS> <pattern> <TYPE>"/],
    ["--no-such-flag", /unknown option/],
  ])("rejects %s", (line, want) => {
    expect(() => read(line.split(" "))).toThrow(want);
  });
});

describe("a config file", () => {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, "apis"));
    vi.spyOn(process, "cwd").mockReturnValue(folder);
  });

  const write = (config: unknown) => {
    const path = join(folder, "apis", "toolwright.config.json");
    writeFileSync(path, JSON.stringify(config));
    return { config: "apis/toolwright.config.json" };
  };
  const configs = async (document: string | undefined, flags: Flags) =>
    (await runsOf({ ...flags, document })).map(({ config }) => config);

  it("resolves paths from its own folder, and flags override it", async () => {
    const flags = write({
      $schema: "../node_modules/toolwright/config.schema.json",
      document: "a.yaml",
      app: "../app.ts",
      out: "/server",
      name: "Shop",
      timeout: 5,
      sources: [{ name: "a", document: "https://a.example/", refRoot: "." }],
      overlays: ["more.yaml", "https://a.example/more.yaml"],
    });
    expect(await configs("b.yaml", { ...flags, timeout: 7 })).toEqual([
      {
        document: join(folder, "b.yaml"),
        app: join(folder, "app.ts"),
        out: "/server",
        name: "Shop",
        timeout: 7,
        sources: [
          {
            name: "a",
            document: "https://a.example/",
            refRoot: join(folder, "apis"),
          },
        ],
        overlays: [
          join(folder, "apis", "more.yaml"),
          "https://a.example/more.yaml",
        ],
      },
    ]);
  });

  it("may be a function, in TypeScript of either extension", async () => {
    const text = `import { defineConfig } from "toolwright";
export default () => defineConfig({ out: "mcp" satisfies string });\n`;
    writeFileSync(join(folder, "toolwright.config.mts"), text);
    expect(await configs("a.yaml", {})).toEqual([
      { document: join(folder, "a.yaml"), out: join(folder, "mcp") },
    ]);
    writeFileSync(join(folder, "toolwright.config.json"), "{}");
    await expect(configs("a.yaml", {})).rejects.toThrow(
      /The current directory has two configs: .*\.mts and .*\.json/,
    );
  });

  it("may hold several servers; a document argument is rejected then", async () => {
    const flags = write([{ out: "a" }, { out: "b" }]);
    const two = await configs(undefined, { ...flags, name: "Shop" });
    expect(two.map(({ out, name }) => [out, name])).toEqual([
      [join(folder, "apis", "a"), "Shop"],
      [join(folder, "apis", "b"), "Shop"],
    ]);
    await expect(configs("c.yaml", flags)).rejects.toThrow(/has 2 APIs/);
  });

  it.each<[string, unknown]>([
    ["no object", 5],
    ["an empty list", []],
    ["a list of other values", ["a"]],
  ])("with %s is an error", async (_, config) => {
    await expect(configs(undefined, write(config))).rejects.toThrow(
      /does not contain a config object or a list of config objects/,
    );
  });

  it("must exist if --config names it; the default config may be missing", async () => {
    await expect(configs(undefined, { config: "none.json" })).rejects.toThrow(
      /none\.json: The config does not exist/,
    );
    expect(await configs("a.yaml", {})).toEqual([
      { document: join(folder, "a.yaml") },
    ]);
  });

  it("is validated before it is used", async () => {
    const wrong = { ouut: "a", out: 5, sources: [7] };
    await expect(configs(undefined, write(wrong))).rejects.toThrow(
      /Unknown option: "ouut"[^]*option out must[^]*option sources\[0\] must/,
    );
  });

  it("may begin with a byte order mark", async () => {
    const flags = write({ name: "Shop" });
    const path = join(folder, flags.config);
    writeFileSync(path, "\uFEFF" + readFileSync(path, "utf8"));
    expect(await configs(undefined, flags)).toEqual([{ name: "Shop" }]);
  });
});
