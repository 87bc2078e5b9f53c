import { dirname } from "node:path";
import {
  formatFlag,
  saveOptions,
  loadOptions,
  privilegedOptions,
  type SavedOptions,
  type CliOptions,
} from "../config/saved-options.js";
import { ToolwrightError } from "../errors.js";
import { omit } from "../shared/json.js";
import { findRepository } from "../load/location.js";
import { readSavedOptions, type StoredOptions } from "../project/lock.js";
import { isWithin, resolveLinks } from "../project/folder.js";
import { lockPath, optionsPath } from "../project/paths.js";
import { isTrusted, saveTrustedOptions } from "../project/trusted-options.js";

/**
 * Reads the options of a project's config; undefined if no project is there. Throws a ToolwrightError if the checkout
 * holds options that no config can hold.
 */
export function readProjectOptions(
  out: string,
  flags: CliOptions,
): CliOptions | undefined {
  const namesDocument = (flags.document ?? flags.app) !== undefined;
  const storedOptions = readStoredOptions(out, namesDocument);
  return (
    storedOptions &&
    loadOptions(storedOptions.options, resolveLinks(out), storedOptions.file)
  );
}

/**
 * Throws a ToolwrightError if a project's config has options that only this user can allow, who has neither
 * approved them before nor names them on the command line.
 */
export function assertApproved(
  out: string,
  savedOptions: CliOptions,
  flags: CliOptions,
): void {
  const namesDocument = (flags.document ?? flags.app) !== undefined;
  const mergedOptions = {
    ...omit({ ...savedOptions }, namesDocument ? ["app", "document"] : []),
    ...flags,
    out,
  };
  const optionsToSave = toSavedOptions(out, mergedOptions);
  const untrustedNames = privilegedOptions(
    mergedOptions,
    createOwnershipCheck(out),
  ).filter(
    (name) =>
      flags[name] === undefined && !isTrusted(out, name, optionsToSave[name]),
  );
  if (untrustedNames.length === 0) return;
  const flagTexts = flagsOf(untrustedNames, optionsToSave);
  throw new ToolwrightError({
    code: "untrusted-option",
    file: optionsPath,
    message: `It sets ${flagTexts}, which ${describeReasons(untrustedNames, mergedOptions)}. You have not approved that on this machine.`,
    hint: `Review it. To approve it, run once in ${out}: toolwright generate ${flagTexts}\nIn CI, pass the flags to each command.`,
  });
}

/** Reasons why options need approval, by what they do; of those that name a file or a URL, it depends on the value. */
const REASONS: Partial<Record<keyof CliOptions, string>> = {
  afterGenerate: "runs code",
  allowRemote: "opens connections",
  app: "runs code",
  config: "runs code",
  extensions: "runs code",
  files: "opens a folder of the server's machine",
  routeMaps: "may run for very long",
  sources: "runs code, opens connections or reads outside the repository",
};

/** Describes the reasons of some options, each once: `runs code and reads outside the repository`. */
function describeReasons(
  names: readonly (keyof CliOptions)[],
  options: CliOptions,
): string {
  const reasons = names.map(
    (name) =>
      REASONS[name] ??
      (/"https?:/i.test(JSON.stringify(options[name]))
        ? "opens connections"
        : "reads outside the repository"),
  );
  return [...new Set(reasons)].join(" and ");
}

/**
 * Saves, for later runs in the same folder, the options by which this user has trusted it. The files that they name
 * outside the folder are among them, since a repository that begins at the folder may be made later.
 */
export function trustOptions(out: string, options: CliOptions): void {
  const names = privilegedOptions(options, (path) => isWithin(out, path));
  if (names.length === 0) return;
  const savedOptions = toSavedOptions(out, options);
  if (Object.keys(savedOptions).length === 0) return;
  saveTrustedOptions(
    out,
    Object.fromEntries(names.map((name) => [name, savedOptions[name]])),
  );
}

/** Formats the flags that CI has to name in each command, if no one has trusted them before; empty for none. */
export function formatCiFlags(out: string, options: CliOptions = {}): string {
  return flagsOf(
    privilegedOptions(options, createOwnershipCheck(out)),
    toSavedOptions(out, options),
  );
}

/** Converts options to those that a project saves, with links resolved: its files are found relative to its folder. */
export function toSavedOptions(out: string, options: CliOptions): SavedOptions {
  return saveOptions(options, resolveLinks(out));
}

function flagsOf(
  names: readonly (keyof CliOptions)[],
  savedOptions: SavedOptions,
): string {
  const flagNames = names.filter((name) => !CONFIG_ONLY.includes(name));
  const flags = flagNames.map((name) => formatFlag(name, savedOptions[name]));
  return [
    ...flags,
    ...(flagNames.length < names.length ? [`--config ${optionsPath}`] : []),
  ].join(" ");
}

/** Options without a flag that only this user can allow, by naming the config. */
const CONFIG_ONLY: readonly (keyof CliOptions)[] = ["afterGenerate", "sources"];

/** Reads a project's options; a command that names a document can do without those of a lock that can't be read. */
function readStoredOptions(
  out: string,
  namesDocument: boolean,
): StoredOptions | undefined {
  try {
    return readSavedOptions(out);
  } catch (error) {
    if (namesDocument && isProblemOfLock(error)) return undefined;
    throw error;
  }
}

function isProblemOfLock(error: unknown): boolean {
  return (
    error instanceof ToolwrightError &&
    error.problems.every(({ file }) => file === lockPath)
  );
}

/**
 * Creates a check whether a file belongs to the repository of a project, or, without a repository, is beside the
 * project.
 */
function createOwnershipCheck(out: string): (path: string) => boolean {
  const root = findRepository(out) ?? dirname(out);
  return (path) => isWithin(root, path);
}
