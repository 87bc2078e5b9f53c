import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { SavedOptions } from "../config/saved-options.js";
import { isObject } from "../shared/json.js";
import { attempt, writePrivate } from "./cache.js";
import { folderCacheFileOf } from "./write/run-lock.js";

/*
 * Options that this user has approved, on this machine, for the project in a folder. They are in the user's cache
 * folder, so nothing in a checkout can approve them.
 */

/** True if this user has confirmed exactly this value of the option before. */
export function isTrusted(
  out: string,
  name: string,
  optionValue: unknown,
): boolean {
  const trustedOptions = readTrustedOptions(out);
  return (
    Object.hasOwn(trustedOptions, name) &&
    isDeepStrictEqual(trustedOptions[name], optionValue)
  );
}

/** Saves options beside those that were confirmed before. If nothing can be saved, they have to be named each time. */
export function saveTrustedOptions(out: string, options: SavedOptions): void {
  const trustedOptions = readTrustedOptions(out);
  const mergedOptions = { ...trustedOptions, ...options };
  if (isDeepStrictEqual(trustedOptions, mergedOptions)) return;
  attempt(() =>
    writePrivate(folderCacheFileOf(out, "said"), JSON.stringify(mergedOptions)),
  );
}

function readTrustedOptions(out: string): SavedOptions {
  const trustedOptions = attempt((): unknown =>
    JSON.parse(readFileSync(folderCacheFileOf(out, "said"), "utf8")),
  );
  return isObject(trustedOptions) ? trustedOptions : {};
}
