import type { Config } from "../config/config.js";
import type { ProjectModules } from "../lint/measure.js";
import {
  createProjectReader,
  createSourceLister,
  resolveOutFolder,
} from "../project/folder.js";
import { isProject, readLock } from "../project/lock.js";
import type { Lock } from "../project/outcome.js";

/** Reads the modules of a config's project; undefined if it has none. */
export function readProjectModules(
  config: Pick<Config, "out">,
  options: { readonly cwd?: string },
): ProjectModules | undefined {
  if (config.out === undefined) return undefined;
  const out = resolveOutFolder(config, options);
  if (!isProject(out)) return undefined;
  return readProject(out, readLock(out), createProjectReader(out));
}

/** Reads the sources of a project, and what was generated last. */
export function readProject(
  out: string,
  lock: Lock | null,
  readCurrent: (path: string) => string | undefined,
): ProjectModules {
  const texts = new Map(
    createSourceLister(out)().map((path) => [path, readCurrent(path) ?? ""]),
  );
  const filesByKey = new Map(
    [...(lock?.files.values() ?? [])].flatMap((file) =>
      file.key === undefined ? [] : [[file.key, file] as const],
    ),
  );
  return {
    texts,
    readBase(path, route) {
      const [, source = "", operation = route] =
        /^([a-z][\w-]* )([A-Z]+ .*)$/.exec(route ?? "") ?? [];
      const file =
        lock?.files.get(path) ??
        (route === null
          ? undefined
          : filesByKey.get(`${source}tool ${operation}`));
      return file?.text();
    },
  };
}
