import type { Lock } from "./outcome.js";

/** File names of one API's components by `METHOD path`, as the lock remembers them behind a prefix. */
export function knownFiles(
  lock: Lock | null,
  prefix: string,
): Map<string, string> {
  const known = new Map<string, string>();
  for (const [path, { key, orphan }] of lock?.files ?? []) {
    const file = /([^/]+)\.ts$/.exec(path)?.[1];
    if (key === undefined || file === undefined || orphan) continue;
    if (!key.startsWith(prefix)) continue;
    const own = key.slice(prefix.length);
    known.set(own.slice(own.indexOf(" ") + 1), file);
  }
  return known;
}
