import { listExtensionFiles } from "../../project/folder.js";
import type { CheckedProject, Extension } from "../extension.js";
import { findMissingTools, readCases } from "./cases.js";
import { readToolNames } from "./known-tools.js";
import { planSeedFiles } from "./seeds.js";

/** Evals: needs in a user's words with the tools that meet them, for `toolwright evals`. */
export const evalExtension: Extension = {
  plan({ settings }) {
    return settings.emit.includes("evals")
      ? { planFiles: planSeedFiles }
      : null;
  },
  lint(project) {
    const readings = readEvalFiles(project);
    if (readings.length === 0) return [];
    const names = readToolNames(readSources(project), project.lock);
    return readings.flatMap(({ cases, problems }) => [
      ...problems,
      ...findMissingTools(cases, (name) => names.has(name)),
    ]);
  },
};

/** Reads the cases of a project, those of files that are about to be written included. */
export function readEvalFiles({
  lock,
  out,
  readText,
  writtenPaths,
}: Omit<CheckedProject, "listSources">) {
  const paths = new Set([
    ...listExtensionFiles(out, "evals"),
    ...writtenPaths.filter((path) => path.startsWith("evals/")),
  ]);
  return [...paths].sort().flatMap((path) => {
    const text = readText(path);
    return text === undefined
      ? []
      : [readCases(path, text, lock?.files.get(path)?.text())];
  });
}

function readSources({ listSources, readText, writtenPaths }: CheckedProject) {
  const paths = new Set([...listSources(), ...writtenPaths]);
  return new Map(
    [...paths].flatMap((path) => {
      const text = /^src\/.*\.ts$/.test(path) ? readText(path) : undefined;
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}
