import type { LockedFile, RenderedFile } from "../output/outcome.js";

/** For every file generated now, the path that it had last: of the file with the same key, else of the one with the same path. */
export function traceOrigins(
  files: ReadonlyMap<string, LockedFile>,
  next: readonly RenderedFile[],
): Map<string, string> {
  const pathOfKey = new Map([...files].map(([path, { key }]) => [key, path]));
  const origins = new Map<string, string>();
  for (const { path, key } of next) {
    if (key === undefined) continue;
    const from = files.get(path)?.key === key ? path : pathOfKey.get(key);
    if (from !== undefined) origins.set(path, from);
  }
  const claimed = new Set(origins.values());
  for (const { path } of next) {
    if (!origins.has(path) && files.has(path) && !claimed.has(path))
      origins.set(path, path);
  }
  return origins;
}
