import type { ResolvedConfig } from "../config/resolve-config.js";
import { findRepository } from "../checkout/repository.js";
import { readLock } from "../project/lock.js";
import { workflowPath } from "../project/paths.js";
import type { RunOptions } from "../pipeline.js";

/**
 * Leaves `ci` out of the settings if the workflow can't be a file of the project: GitHub reads workflows at the root
 * of a repository alone. A project that has the file keeps it, so that a copy without `.git` comes to the same.
 */
export function placeWorkflow(
  settings: ResolvedConfig,
  out: string,
  options: RunOptions,
): ResolvedConfig {
  if (!settings.emit.includes("ci") || isAtRoot(out, options)) return settings;
  return { ...settings, emit: settings.emit.filter((kind) => kind !== "ci") };
}

function isAtRoot(out: string, options: RunOptions): boolean {
  const repository = findRepository(out);
  if (repository === out) return true;
  const lock = readLock(out, options);
  // A new project outside of a repository usually becomes one.
  if (lock === null) return repository === undefined;
  return lock.files.has(workflowPath);
}
