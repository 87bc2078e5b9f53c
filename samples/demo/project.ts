import { exec } from "node:child_process";
import { stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generate, plan } from "../../generator/index.js";
import type { Outcome } from "../../generator/index.js";
import { timed } from "./screen.js";
import type { Screen } from "./screen.js";

const run = promisify(exec);
const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Generates a server and shows which route became what. */
export async function generateProject(
  document: string,
  out: string,
  screen: Screen,
): Promise<void> {
  await timed(screen, "toolwright generate", async () => {
    const { outcomes } = await generate({ document, out });
    return `${outcomes.length} files`;
  });
  for (const row of await plan({ document, out })) {
    screen.row({
      what: `${row.method} ${row.path}`,
      result: `${row.kind.padEnd(8)}  ${row.uriTemplate ?? row.uri ?? row.name}`,
    });
  }
}

/** Generates over a project that was generated before and shows what became of its files. */
export async function regenerateProject(
  document: string,
  out: string,
  screen: Screen,
): Promise<void> {
  const touched: Outcome[] = [];
  await timed(screen, "toolwright generate", async () => {
    const { outcomes } = await generate({ document, out });
    touched.push(...outcomes.filter(({ kind }) => kind !== "unchanged"));
    return `${outcomes.length - touched.length} files unchanged`;
  });
  for (const { kind, path } of touched)
    screen.row({ what: kind, result: path });
}

/** Gives a project the packages of this repository, instead of `npm install`. */
export async function linkPackages(folder: string): Promise<void> {
  await symlink(packages, join(folder, "node_modules"), "junction");
}

/** Does what `npm run build` does: type-checks and bundles a project. */
export async function buildProject(
  folder: string,
  screen: Screen,
): Promise<void> {
  await timed(screen, "tsc --noEmit", async () => {
    // The version that emitted projects ask for; this repository's own `tsc` is an older one.
    await runIn(folder, "node node_modules/typescript-7/bin/tsc --noEmit");
    return "strict, no errors";
  });
  await timed(screen, "npm run bundle", async () => {
    await runIn(folder, "npm run --silent bundle");
    const { size } = await stat(join(folder, "dist", "main.js"));
    return `dist/main.js, ${Math.round(size / 1000)} kB, needs no node_modules`;
  });
}

/** Rejects with what the command printed where it fails. */
async function runIn(folder: string, command: string): Promise<void> {
  try {
    await run(command, { cwd: folder, timeout: 60_000 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as {
      stdout?: string;
      stderr?: string;
    };
    throw new Error(`${command} failed\n${stdout}${stderr}`);
  }
}
