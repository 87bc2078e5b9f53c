import { basename, dirname, join, relative, sep } from "node:path";
import { resolveLinks } from "./links.js";
import { listRepositories } from "./repository.js";
import { hasOwnObjects, runGitSync } from "./run-git.js";

/**
 * Root of a checkout: the nearest repository that tracks one of the files, otherwise the folder where the command was
 * started. Without links.
 */
export function findRoot(files: readonly string[], cwd: string): string {
  const roots = files.flatMap((file) => findTrackingRepository(file) ?? []);
  return roots[0] ?? resolveLinks(cwd);
}

/** Nearest repository whose last commit has a file; undefined if none does. */
function findTrackingRepository(file: string): string | undefined {
  const folder = resolveLinks(dirname(file));
  const path = join(folder, basename(file));
  return listRepositories(folder).find(
    (repository) =>
      hasOwnObjects(repository) &&
      isTracked(relative(repository, path), repository),
  );
}

function isTracked(path: string, repository: string): boolean {
  const pattern = path.split(sep).join("/");
  const names = runGitSync(
    ["ls-tree", "--full-tree", "--name-only", "-z", "HEAD", "--", pattern],
    repository,
  );
  return names !== undefined && names !== "";
}
