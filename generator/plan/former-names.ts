import { shortHash } from "../describe/identifiers.js";

/**
 * Name with a hash, by the rules of the first releases, for operations that a lock knows by such a name. Surplus words
 * were taken from the middle, wherever the verb was.
 */
export function appendFormerHash(
  name: string,
  seed: string,
  maxLength: number,
): string {
  const suffix = `_${shortHash(seed)}`;
  const maxBaseLength = maxLength - suffix.length;
  if (name.length <= maxBaseLength) return name + suffix;
  // One character more shows whether the cut is at the end of a word.
  const ending = name
    .slice(-maxBaseLength / 2 - 1)
    .replace(/^[a-z0-9]*_*(?=.)/, "");
  const beginningLength = maxBaseLength - ending.length - 1;
  const beginning = name
    .slice(0, beginningLength + 1)
    .replace(/(_|(?<=[a-z0-9])(?=[A-Z]))[A-Z]?[a-z0-9]*$/, "");
  return `${beginning.slice(0, beginningLength)}_${ending}${suffix}`;
}

/** `reservedIPs` → `reserved-i-ps`. */
export function toFormerKebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}
