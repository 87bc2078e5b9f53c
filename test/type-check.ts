import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { API } from "typescript-7/unstable/async";
import type { Diagnostic, Program } from "typescript-7/unstable/async";

/** A project with the packages that all emitted ones need, which one compiler then reads once for many. */
const FIRST = fileURLToPath(
  new URL("../samples/petstore/server", import.meta.url),
);

let compiler: Promise<API> | undefined;
let count = 0;

/**
 * Errors of the compiler of emitted projects for one, with its settings or others: empty if there are none, otherwise
 * in its format and with paths from the folder on.
 */
export async function typeErrors(
  folder: string,
  settings: object = {},
): Promise<string[]> {
  const api = await (compiler ??= startCompiler());
  // The compiler trusts its notes about a project's files, so each run uses a new project.
  const config = join(folder, `tsconfig.${(count += 1)}.json`);
  const extended = { extends: "./tsconfig.json", ...settings };
  writeFileSync(config, JSON.stringify(extended));
  const snapshot = await api.updateSnapshot({
    openProjects: [config],
    fileChanges: { invalidateAll: true },
  });
  const program = snapshot.getProject(config)?.program;
  if (!program) throw new Error(`No project stands in ${folder}.`);
  const found = await diagnosticsOf(program);
  await snapshot.dispose();
  const closed = await api.updateSnapshot({ closeProjects: [config] });
  await closed.dispose();
  rmSync(config);
  return found.map((one) => told(one, folder));
}

async function startCompiler(): Promise<API> {
  const api = new API();
  const first = await api.updateSnapshot({
    openProjects: [join(FIRST, "tsconfig.json")],
  });
  await first.dispose();
  return api;
}

async function diagnosticsOf(program: Program): Promise<Diagnostic[]> {
  const kinds = [
    program.getProgramDiagnostics(),
    program.getSyntacticDiagnostics(),
    program.getGlobalDiagnostics(),
    program.getSemanticDiagnostics(),
  ];
  return (await Promise.all(kinds)).flat();
}

function told({ code, fileName, pos, text }: Diagnostic, folder: string) {
  if (fileName === undefined) return `error TS${code}: ${text}`;
  const before = readFileSync(fileName, "utf8").slice(0, pos).split("\n");
  const at = `${before.length},${(before.at(-1)?.length ?? 0) + 1}`;
  return `${relative(folder, fileName)}(${at}): error TS${code}: ${text}`;
}
