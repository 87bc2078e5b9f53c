import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { generate } from "../generator/index.js";
import { bundleProject } from "../test/emitted/bundle.js";
import type { Bundling } from "../test/emitted/bundle.js";

/** Generates a server with all operations as tools, and builds it as its users do. Returns the script. */
export async function emitted(
  options: Parameters<typeof generate>[0] & { readonly out: string },
  entry: "main" | "server" = "main",
): Promise<string> {
  await generate({ allRoutesAsTools: true, ...options });
  symlinkSync(resolve("node_modules"), join(options.out, "node_modules"));
  const file = join(options.out, `src/${entry}.ts`);
  // Beside other servers in one process, packages are shared.
  const external = { packages: "external" } as const;
  return bundled(file, options.out, entry === "server" ? external : {});
}

/** Builds a script as an emitted project builds its own; one from elsewhere keeps the packages that no emitted server needs. */
export async function bundled(
  file: string,
  project: string,
  options: Bundling = {},
): Promise<string> {
  const outfile = file.replace(/(\/src)?\/(\w[\w-]*)\.ts$/, "/dist/$2.mjs");
  const isOwn = file.startsWith(join(project, "src"));
  await bundleProject(project, { entry: file, outfile, isOwn, ...options });
  return outfile;
}
