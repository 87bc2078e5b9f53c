import { shortHash } from "../describe/identifiers.js";

/**
 * The rules that names were made by first, for operations that a lock knows by such a name: words that are too many
 * went from the middle, wherever the verb stood.
 */
export function formerWithHash(
  name: string,
  seed: string,
  maxLength: number,
): string {
  const suffix = `_${shortHash(seed)}`;
  const room = maxLength - suffix.length;
  if (name.length <= room) return name + suffix;
  // One character more tells whether a word ends where it is cut.
  const last = name.slice(-room / 2 - 1).replace(/^[a-z0-9]*_*(?=.)/, "");
  const length = room - last.length - 1;
  const first = name
    .slice(0, length + 1)
    .replace(/(_|(?<=[a-z0-9])(?=[A-Z]))[A-Z]?[a-z0-9]*$/, "");
  return `${first.slice(0, length)}_${last}${suffix}`;
}

/** `reservedIPs` → `reserved-i-ps`. */
export function formerKebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}
