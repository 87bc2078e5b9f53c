import { exec } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { generate } from "../generator/index.js";

/** Generates a server with all operations as tools, and builds it as its users do. Returns the script. */
export async function emitted(
  options: Parameters<typeof generate>[0] & { readonly out: string },
  entry: "main" | "server" = "main",
): Promise<string> {
  await generate({ allRoutesAsTools: true, ...options });
  symlinkSync(resolve("node_modules"), join(options.out, "node_modules"));
  const file = join(options.out, `src/${entry}.ts`);
  // Beside other servers in one process, packages are shared.
  const flags = entry === "server" ? ["--packages=external"] : [];
  return bundled(file, options.out, flags);
}

/** Builds a script as an emitted project builds its own; one from elsewhere keeps the packages that no emitted server needs. */
export async function bundled(
  file: string,
  project: string,
  flags: readonly string[] = [],
): Promise<string> {
  const outfile = file.replace(/(\/src)?\/(\w[\w-]*)\.ts$/, "/dist/$2.mjs");
  const isOwn = file.startsWith(join(project, "src"));
  const command = bundleCommand(project, flags)
    .replace(isOwn ? "" : / "--alias:[^"]+"/g, "")
    .replace("src/main.ts", file)
    .replace("dist/main.js", outfile);
  await promisify(exec)(command, { cwd: project });
  return outfile;
}

/** What `npm run bundle` does, to be run in the project's folder. */
export function bundleCommand(project: string, flags: readonly string[] = []) {
  const manifest = readFileSync(join(project, "package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: { bundle: string } };
  return [join(resolve("node_modules/.bin"), scripts.bundle), ...flags].join(
    " ",
  );
}
