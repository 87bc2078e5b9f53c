import { VERSION } from "../../package.js";

/** Relation of the generator that wrote a lock to this one; `newer-patch` differs in its last number alone. */
export type GeneratorRelation = "same" | "older" | "newer-patch" | "newer";

/** Permission to continue with a project that a newer generator wrote. */
export interface VersionOptions {
  readonly allowOlder?: boolean | undefined;
}

/** Compares the version in a lock with this generator's. A version in another form counts as the same. */
export function compareGenerator(
  lockVersion: string,
  version = VERSION,
): GeneratorRelation {
  const [lockNumbers, numbers] = [lockVersion, version].map(parseVersion);
  if (lockNumbers === undefined || numbers === undefined) return "same";
  const position = lockNumbers.findIndex(
    (number, index) => number !== numbers[index],
  );
  if (position < 0) return "same";
  if ((lockNumbers[position] ?? 0) < (numbers[position] ?? 0)) return "older";
  return position < 2 ? "newer" : "newer-patch";
}

/** Numbers of a version: major, minor, patch, and 1 for a release or 0 for what comes before it. */
function parseVersion(version: string): number[] | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-)?/.exec(version);
  if (match === null) return undefined;
  const [, major, minor, patch, dash] = match;
  return [major, minor, patch, dash === undefined ? 1 : 0].map(Number);
}
