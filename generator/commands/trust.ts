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
import { readSavedOptions } from "../project/lock.js";
import { isWithin, resolveLinks } from "../project/folder.js";
import { optionsPath } from "../project/paths.js";
import { isTrusted, saveTrustedOptions } from "../project/trusted-options.js";

/**
 * Loads a project's saved options, with those of the command line on top; undefined if no project is there.
 * Throws a ToolwrightError if the checkout holds options that toolwright never writes, or that only this
 * user can allow and hasn't.
 */
export function loadProjectOptions(
  out: string,
  cliOptions: CliOptions,
): CliOptions | undefined {
  const storedOptions = readSavedOptions(out);
  if (storedOptions === undefined) return undefined;
  const namesDocument = (cliOptions.document ?? cliOptions.app) !== undefined;
  const savedOptions = loadOptions(
    storedOptions,
    resolveLinks(out),
    optionsPath,
  );
  const mergedOptions = {
    ...omit({ ...savedOptions }, namesDocument ? ["app", "document"] : []),
    ...cliOptions,
    out,
  };
  const optionsToSave = toSavedOptions(out, mergedOptions);
  const untrustedNames = privilegedOptions(
    mergedOptions,
    createOwnershipCheck(out),
  ).filter(
    (name) =>
      cliOptions[name] === undefined &&
      !isTrusted(out, name, optionsToSave[name]),
  );
  if (untrustedNames.length === 0) return mergedOptions;
  const flags = flagsOf(untrustedNames, optionsToSave);
  throw new ToolwrightError({
    code: "not-yours",
    file: optionsPath,
    message: `It sets ${flags}, which runs code, opens connections or reads outside the repository. You have not approved that on this machine.`,
    hint: `Review it. To approve it, run once in ${out}: toolwright generate ${flags}\nIn CI, pass the flags to each command.`,
  });
}

/** Saves, for later runs in the same folder, the options by which this user has trusted it. */
export function trustOptions(out: string, options: CliOptions): void {
  const names = privilegedOptions(options, createOwnershipCheck(out));
  if (names.length === 0) return;
  const savedOptions = toSavedOptions(out, options);
  saveTrustedOptions(
    out,
    Object.fromEntries(names.map((name) => [name, savedOptions[name]])),
  );
}

/** Formats the flags that CI has to name in each command, if nobody has trusted them before; empty for none. */
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
  return names.map((name) => formatFlag(name, savedOptions[name])).join(" ");
}

/**
 * Creates a check whether a file belongs to the repository of a project, or, without a repository, lies
 * beside the project.
 */
function createOwnershipCheck(out: string): (path: string) => boolean {
  const root = findRepository(out) ?? dirname(out);
  return (path) => isWithin(root, path);
}
