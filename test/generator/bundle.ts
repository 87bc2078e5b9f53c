import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import type { TestProject } from "vitest/node";
import { precompiled } from "../../precompile.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the command line, bundled as it is published. */
    cli: string;
    /** What runs it again and again in one process. */
    warm: string;
  }
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles the command line once, into a package of its own that goes away with the tests. */
export default async function bundle({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-cli-"));
  ignoreSettings(folder);
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
  const child = join(root, "generator", "app", "child.ts");
  const warm = join(root, "test", "generator", "warm.ts");
  await build({
    ...common,
    entryPoints: { cli: join(cli, "start.ts"), "app/child": child },
    splitting: true,
  });
  await build({ ...common, entryPoints: { warm } });
  provide("cli", join(dist, "cli.js"));
  provide("warm", join(dist, "warm.js"));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Keeps what npm and git are told by their user, or by the npm that runs the tests, from all that tests start. */
function ignoreSettings(folder: string) {
  for (const name of Object.keys(process.env))
    if (/^npm_config_/i.test(name)) delete process.env[name];
  for (const name of ["userconfig", "globalconfig"])
    process.env[`npm_config_${name}`] = join(folder, name);
  process.env["npm_config_update_notifier"] = "false";
  process.env["GIT_CONFIG_GLOBAL"] = join(folder, "gitconfig");
  process.env["GIT_CONFIG_NOSYSTEM"] = "1";
}
