import type { ThreeWay } from "../merge/three-way.js";
import { getMember, isObject } from "../shared/json.js";

/** Members of package.json that hold versions of packages. */
const DEPENDENCY_MEMBERS = ["dependencies", "devDependencies"];

/**
 * Incoming package.json with the versions that were raised by hand, as bots do, so that a newer range of the generator
 * is no conflict. A version below the incoming one stays a conflict: the runtime may need the newer one.
 */
export function keepRaisedVersions(texts: ThreeWay<string>): string {
  const [base, current, incoming] = [
    parseJson(texts.base),
    parseJson(texts.current),
    parseJson(texts.incoming),
  ];
  let text = texts.incoming;
  for (const member of DEPENDENCY_MEMBERS)
    for (const [name, newRange] of rangesOf(incoming, member)) {
      const baseRange = getMember(getMember(base, member), name);
      const range = getMember(getMember(current, member), name);
      if (typeof range !== "string" || range === baseRange) continue;
      if (isAtLeast(range, newRange))
        text = text.replace(
          `${JSON.stringify(name)}: ${JSON.stringify(newRange)}`,
          () => `${JSON.stringify(name)}: ${JSON.stringify(range)}`,
        );
    }
  return text;
}

function rangesOf(manifest: unknown, member: string): [string, string][] {
  const ranges = getMember(manifest, member);
  return Object.entries(isObject(ranges) ? ranges : {}).flatMap(
    ([name, range]) => (typeof range === "string" ? [[name, range]] : []),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the merge reports it
  }
}

/** True if the lowest version of a range is that of another range or newer. Other ranges than `^1.2.3` are not compared. */
function isAtLeast(range: string, otherRange: string): boolean {
  const [version, otherVersion] = [range, otherRange].map(parseVersion);
  if (!version || !otherVersion) return false;
  const position = version.findIndex(
    (part, index) => part !== otherVersion[index],
  );
  return (
    position === -1 || (version[position] ?? 0) > (otherVersion[position] ?? 0)
  );
}

/** Numbers of the first version of a range: `^5.9.0 || ~6.0.0` → [5, 9, 0]. */
function parseVersion(range: string): number[] | undefined {
  const [, ...parts] =
    /^[~^]?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?: \|\||$)/.exec(range) ?? [];
  return parts.length === 0 ? undefined : parts.map(Number);
}
