import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { measure, type Cost } from "./measure.js";

/**
 * A generator, with everything that is needed to run it. Each is started in a folder that holds the document, and
 * writes into `out`.
 */
export interface Peer {
  readonly name: string;
  /** Packages of npm, or the only one of PyPI. */
  readonly packages: readonly string[] | `${string}==${string}`;
  /** The script that is run, below node_modules, or the program of PyPI's package, with its arguments. */
  readonly run: readonly [string, ...string[]];
  /** Config, if the generator needs one. */
  readonly config?: readonly [file: string, text: string];
  /** The file and the line behind which the edit by hand is put. */
  readonly edit: readonly [file: string, line: RegExp];
  /** True if the output is a project; otherwise one is made around it. */
  readonly isProject: boolean;
}

/** toolwright, and the others: of a document that is called so. */
export const peersFor = (document: string): readonly Peer[] => [
  {
    name: "toolwright",
    packages: [packed()],
    run: [
      "toolwright/dist/cli.js",
      ...["generate", document, "--out", "out", "--all-routes-as-tools"],
    ],
    edit: ["src/tools/list-books.ts", /^ {2}async handler/m],
    isProject: true,
  },
  {
    name: "openapi-mcp-generator 4.0.1",
    packages: ["openapi-mcp-generator@4.0.1"],
    run: [
      "openapi-mcp-generator/bin/openapi-mcp-generator.js",
      ...["--input", document, "--output", "out", "--force"],
    ],
    edit: ["src/index.ts", /^\): Promise<CallToolResult> \{/m],
    isProject: true,
  },
  {
    name: "orval 7.13.2",
    packages: ["orval@7.13.2"],
    run: ["orval/dist/bin/orval.js"],
    config: [
      "orval.config.mjs",
      `export default { api: {
  input: "./${document}",
  output: { client: "mcp", mode: "single", target: "out/handlers.ts", schemas: "out/schemas", baseUrl: "https://api.example.com" },
} };`,
    ],
    edit: ["handlers.ts", /^export const listBooksHandler/m],
    isProject: false,
  },
  {
    name: "kubb 4.39 (plugin-mcp)",
    packages: [
      ...["cli", "core", "plugin-oas", "plugin-ts"].map(
        (name) => `@kubb/${name}@4.39.3`,
      ),
      ...["@kubb/plugin-zod@4.39.3", "@kubb/plugin-client@4.39.3"],
      "@kubb/plugin-mcp@4.39.2",
    ],
    run: ["@kubb/cli/bin/kubb.cjs", "generate"],
    config: [
      "kubb.config.mjs",
      `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginMcp } from "@kubb/plugin-mcp";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";
export default defineConfig({
  root: ".", input: { path: "./${document}" }, output: { path: "./out" },
  plugins: [pluginOas(), pluginTs(), pluginZod(), pluginClient(), pluginMcp({ client: { baseURL: "https://api.example.com" } })],
});`,
    ],
    edit: ["mcp/listBooks.ts", /^export async function listBooksHandler/m],
    isProject: false,
  },
  {
    name: "klaridian 0.5.1",
    packages: "klaridian==0.5.1",
    run: [
      "klaridian/_binary/klaridian",
      ...["generate", "--spec", document, "--out", "out", "--force"],
    ],
    edit: ["src/server-factory.ts", /^ {4}"listBooks",$/m],
    isProject: true,
  },
];

/** Folder in which the packages are installed. */
const HOME = "node_modules";

/** Installs a generator and writes its config. */
export function prepare({ config, packages }: Peer, folder: string): void {
  const write = (file: string, text: string) =>
    writeFileSync(join(folder, file), text);
  write("package.json", '{ "private": true, "type": "module" }');
  if (config) write(...config);
  if (typeof packages !== "string") return install(folder, packages);
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--target"];
  execFileSync("python3", [...args, join(folder, HOME), packages]);
}

/** Generates once, without toolwright's cache if that is away. */
export function run(peer: Peer, folder: string): Promise<Cost> {
  const [program, ...args] = peer.run;
  const path = join(folder, HOME, program);
  const isScript = typeof peer.packages !== "string";
  return measure(isScript ? [path, ...args] : args, {
    cwd: folder,
    env: { XDG_CACHE_HOME: join(folder, "cache") },
    ...(!isScript && { program: path }),
  });
}

export function install(cwd: string, packages: readonly string[]): void {
  const args = ["install", "--ignore-scripts", "--no-audit", ...packages];
  execFileSync("npm", args, { cwd, stdio: "ignore" });
}

/** This repository as npm would publish it. */
function packed(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-packed-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const args = ["pack", "--ignore-scripts", "--pack-destination", folder];
  execFileSync("npm", args, { stdio: "ignore" });
  return resolve(folder, readdirSync(folder)[0] ?? "");
}
