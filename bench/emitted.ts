import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { generate } from "../generator/index.js";

/** Generates a server with all operations as tools, and builds it as its users do. Returns the script. */
export async function emitted(
  options: Parameters<typeof generate>[0] & { readonly out: string },
  entry: "main" | "server" = "main",
): Promise<string> {
  await generate({ allRoutesAsTools: true, ...options });
  symlinkSync(resolve("node_modules"), join(options.out, "node_modules"));
  return bundled(join(options.out, `src/${entry}.ts`), entry === "server");
}

/** By the esbuild of an emitted project's `npm run bundle`; beside other servers in one process, packages are shared. */
export async function bundled(file: string, isShared = false): Promise<string> {
  const outfile = file.replace(/(\/src)?\/(\w[\w-]*)\.ts$/, "/dist/$2.mjs");
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
    ...(isShared
      ? { packages: "external" }
      : {
          banner: {
            js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
          },
        }),
  });
  return outfile;
}
