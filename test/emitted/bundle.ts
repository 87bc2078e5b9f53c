import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { BuildOptions } from "esbuild";

/** Entry to bundle instead of `src/main.ts`, and settings that differ from the project's. */
export interface Bundling extends Pick<
  BuildOptions,
  "metafile" | "minify" | "packages"
> {
  readonly entry?: string;
  /** Default: `dist/main.js`. */
  readonly outfile?: string;
  /** True to leave out parts that only emitted servers can do without. Default: true. */
  readonly isOwn?: boolean;
}

/** A project's own `build.mjs`, changed so far, which runs from anywhere; with `metafile` it writes `dist/meta.json`. */
async function buildScript(
  project: string,
  { entry = "src/main.ts", isOwn = true, outfile, ...options }: Bundling,
): Promise<string> {
  const own = await readFile(join(project, "build.mjs"), "utf8");
  const given = { absWorkingDir: project, ...options };
  const told = (name: string) => JSON.stringify(join(project, "dist", name));
  const changed = own
    .replace('"src/main.ts"', JSON.stringify(entry))
    .replace('"dist/main.js"', JSON.stringify(outfile ?? "dist/main.js"))
    .replace('"dist/bundle.json"', told("bundle.json"))
    .replace("plugins: [unused]", isOwn ? "$&" : "plugins: []")
    .replaceAll("await build({", `await build({\n...${JSON.stringify(given)},`)
    .replace("await build({", "globalThis.made = await build({");
  const write = `(await import("node:fs")).writeFileSync(${told("meta.json")}, JSON.stringify(globalThis.made.metafile));\n`;
  return options.metafile ? changed + write : changed;
}

/** Bundles the modules of a project alone, which takes no process; its packages stay where they are. Gives the file to start. */
export async function bundleModules(
  project: string,
  entry = "src/main.ts",
): Promise<string> {
  const outfile = join(project, "dist", "modules.js");
  await build({
    entryPoints: [join(project, entry)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return outfile;
}

/** Bundles as a project does itself, but in this process. */
export async function bundleProject(
  project: string,
  bundling: Bundling = {},
): Promise<void> {
  const script = join(project, `build-${process.hrtime.bigint()}.mjs`);
  await writeFile(script, await buildScript(project, bundling));
  await import(pathToFileURL(script).href);
  await rm(script);
}
