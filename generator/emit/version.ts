/** Version of a server whose document has none that can be read as one. */
const FIRST_VERSION = "1.0.0";

/**
 * Converts a version to that of a package, which npm, the MCP registry, bundles and tags of images accept:
 * `1` → `1.0.0`, `v2.1-beta` → `2.1.0-beta`, `2024-01-05` → `2024.1.5`. https://semver.org
 */
export function toPackageVersion(version: string): string {
  const [, major, minor = "0", patch = "0", label = ""] =
    /^\D{0,16}(\d{1,15})(?!\d)(?:[.-](\d{1,15}))?(?:[.-](\d{1,15}))?(?:\.\d{1,15})*([+-][0-9A-Za-z.+-]*)?/.exec(
      version.trim().slice(0, 100),
    ) ?? [];
  if (major === undefined) return FIRST_VERSION;
  const numbers = [major, minor, patch].map((digits) => String(Number(digits)));
  const [, preRelease] =
    /^-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)/.exec(label) ?? [];
  const identifiers = preRelease
    ?.split(".")
    .map((word) => (/^\d+$/.test(word) ? String(Number(word)) : word));
  return [
    numbers.join("."),
    ...(identifiers ? [identifiers.join(".")] : []),
  ].join("-");
}
