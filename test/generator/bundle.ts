import { chmodSync, mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type BuildOptions } from "esbuild";
import type { TestProject } from "vitest/node";
import type { Plugin } from "vitest/config";
import { precompiled } from "../../precompile.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the command line, bundled as it is published. */
    cli: string;
    /** Module that runs it repeatedly in one process. */
    warm: string;
  }
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Bundle of the process that loads an application, for generators that run from source; it finds the repository's
 * packages.
 */
const child = join(root, "node_modules", ".cache", "toolwright-tests");

/** Lets the generator's source start that process as the package does: from TypeScript, each start takes a third of a second. */
export const bundledChild: Plugin = {
  name: "the bundled child",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/generator/app/read-app.ts")
      ? code.replaceAll(
          "import.meta.url",
          JSON.stringify(pathToFileURL(join(child, "index.js")).href),
        )
      : undefined,
};

/** Bundles the command line once, into its own package. */
export default async function bundle({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-cli-"));
  // Another user may run it.
  chmodSync(folder, 0o755);
  for (const name of ["runtime", "package.json", "node_modules"])
    symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, "dist"));
  const dist = join(folder, "dist");
  for (const part of ["openapi-typescript.cjs", "packed-runtime.json"])
    symlinkSync(join(root, "dist", part), join(dist, part));
  const cli = join(root, "generator", "cli");
  const common: BuildOptions = {
    outdir: dist,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    plugins: [precompiled],
  };
  const source = join(root, "generator", "app", "child.ts");
  const warm = join(root, "test", "generator", "warm.ts");
  await build({
    ...common,
    entryPoints: { cli: join(cli, "bin.ts"), "app/child": source },
    splitting: true,
  });
  await build({ ...common, entryPoints: { warm } });
  const loader = { "app/child": source };
  await build({ ...common, outdir: child, entryPoints: loader });
  provide("cli", join(dist, "cli.js"));
  provide("warm", join(dist, "warm.js"));
}
