import { VERSION } from "../package.js";
import {
  compareGenerator,
  type VersionOptions,
} from "./lock/compare-generator.js";
import { newerLockError } from "./lock/errors.js";
import type { Lock } from "./outcome.js";

/**
 * Throws a ToolwrightError if a generator of a newer major or minor version wrote the lock, unless that is
 * allowed: this one would put older files back.
 */
export function assertNotNewer(
  lock: Lock | null,
  { allowOlder = false }: VersionOptions,
): void {
  const isRefused =
    lock !== null &&
    !allowOlder &&
    compareGenerator(lock.generator) === "newer";
  if (isRefused) throw newerLockError(lock.generator);
}

/** Version of the generator that wrote a lock; null if it is this one's, or nothing was written. */
export function otherGenerator(lock: Lock | null): string | null {
  return lock !== null && compareGenerator(lock.generator) !== "same"
    ? lock.generator
    : null;
}

/** Sentence about a project of another version, of which so many files differ. */
export function describeOtherGenerator(
  generator: string,
  fileCount: number | null,
): string {
  const files =
    fileCount === null
      ? ""
      : `: ${fileCount} ${fileCount === 1 ? "file differs" : "files differ"}, for that reason or because the document changed`;
  return `toolwright ${generator} wrote this, and this is ${VERSION}${files}.`;
}
