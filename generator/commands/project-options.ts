import type { Config } from "../config/config.js";
import { OPTIONS } from "../config/options.js";
import {
  loadOptions,
  saveOptions,
  type CliOptions,
  type SavedOptions,
} from "../config/saved-options.js";
import { validateOptions } from "../config/validate.js";
import { resolveLinks } from "../checkout/links.js";
import { ToolwrightError } from "../errors.js";
import { readSavedOptions, type StoredOptions } from "../project/lock.js";
import { lockPath } from "../project/paths.js";
import { omit } from "../shared/json.js";

/**
 * Reads the options of a project's config, with absolute paths; undefined if no project is there. Throws a ToolwrightError for an option
 * that is unknown or has a wrong value.
 */
export function readProjectOptions(
  out: string,
  flagOptions: Config,
): CliOptions | undefined {
  const namesApi = (flagOptions.document ?? flagOptions.app) !== undefined;
  const storedOptions = readStoredOptions(out, namesApi);
  if (storedOptions === undefined) return undefined;
  const { file, options: saved } = storedOptions;
  const problems = validateOptions(omit({ ...saved }, ["config"]), OPTIONS);
  if (problems.length > 0)
    throw new ToolwrightError(
      problems.map((problem) => ({ file, ...problem })),
    );
  return loadOptions(saved, resolveLinks(out));
}

/** Converts options to those that a project saves, with links resolved: its files are found relative to its folder. */
export function toSavedOptions(out: string, options: CliOptions): SavedOptions {
  return saveOptions(options, resolveLinks(out));
}

/** Reads a project's options; a command that names a document can do without those of a lock that can't be read. */
function readStoredOptions(
  out: string,
  namesApi: boolean,
): StoredOptions | undefined {
  try {
    return readSavedOptions(out);
  } catch (error) {
    if (namesApi && isProblemOfLock(error)) return undefined;
    throw error;
  }
}

function isProblemOfLock(error: unknown): boolean {
  return (
    error instanceof ToolwrightError &&
    error.problems.every(({ file }) => file === lockPath)
  );
}
