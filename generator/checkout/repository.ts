import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { resolveLinks } from "./links.js";

/**
 * Root of the repository around a folder; undefined if there is none. A repository of the home folder itself doesn't
 * count, since references must not reach users' own files.
 */
export function findRepository(folder: string): string | undefined {
  return listRepositories(folder)[0];
}

/** Roots of the repositories around a folder, the nearest first, below the home folder if that is around it. */
export function listRepositories(folder: string): string[] {
  const repositories: string[] = [];
  const homes = [homedir(), resolveLinks(homedir())];
  for (
    let ancestor = folder;
    !homes.includes(ancestor);
    ancestor = dirname(ancestor)
  ) {
    if (existsSync(join(ancestor, ".git"))) repositories.push(ancestor);
    if (ancestor === dirname(ancestor)) break;
  }
  return repositories;
}
