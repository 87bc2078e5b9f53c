import type { Config } from "../config/config.js";
import type { SavedOptions } from "../config/saved-options.js";
import { sdkOf, type SdkLine } from "../config/sdk.js";
import { ToolwrightError } from "../errors.js";
import type { VersionOptions } from "./lock/compare-generator.js";
import { createProjectReader } from "./folder.js";
import { readLock } from "./lock.js";
import type { Lock } from "./outcome.js";

/** Path of the module that imports the SDK. */
const SDK_MODULE = "src/runtime/sdk.ts";

/**
 * Config with the line of the SDK that its project is on, if it says none itself, so that a new default moves no
 * project; the config as it is, if nothing was generated yet. `out`: absolute path of the output folder.
 */
export function keepSdkLine(
  config: Config,
  out: string,
  options: VersionOptions,
): Config {
  if (config.sdk !== undefined) return config;
  const sdk = findSdkLine(out, options);
  return sdk === undefined ? config : { ...config, sdk };
}

/** Config with the line of the SDK that a lock is of, if it says none itself; the config as it is without a lock. */
export function keepLockedSdk(config: Config, lock: Lock | null): Config {
  if (config.sdk !== undefined) return config;
  const text = attemptRead(() => lockedModuleOf(lock));
  return text === undefined ? config : { ...config, sdk: sdkOf(text) };
}

/** Line of the SDK of a project: by its lock, otherwise, if that is lost or damaged, by the module itself. */
export function findSdkLine(
  out: string,
  options: VersionOptions,
): SdkLine | undefined {
  const text =
    attemptRead(() => lockedModuleOf(readLock(out, options))) ??
    attemptRead(() => createProjectReader(out)(SDK_MODULE));
  return text === undefined ? undefined : sdkOf(text);
}

/** Options of the last run. One that saved no line of the SDK had that of its lock. */
export function lastOptionsOf(lock: Lock | null): SavedOptions | undefined {
  const { savedOptions } = lock ?? {};
  const hasOwnOptions =
    savedOptions !== undefined && Object.keys(savedOptions).length > 0;
  if (!hasOwnOptions || "config" in savedOptions || "sdk" in savedOptions)
    return savedOptions;
  const text = attemptRead(() => lockedModuleOf(lock));
  return text === undefined
    ? savedOptions
    : { ...savedOptions, sdk: sdkOf(text) };
}

function lockedModuleOf(lock: Lock | null): string | undefined {
  return lock?.files.get(SDK_MODULE)?.text();
}

/** Value that is read of a project; undefined for one that can't be read, which the run reports itself. */
function attemptRead<Value>(reader: () => Value): Value | undefined {
  try {
    return reader();
  } catch (error) {
    if (error instanceof ToolwrightError) return undefined;
    throw error;
  }
}
