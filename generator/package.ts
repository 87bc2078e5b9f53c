import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Folder of this package, right both from this file in `generator/` and from the bundle in `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));

/** `require` for packages that only some runs need. It is synchronous: `import()` would make every caller asynchronous. Its return value is untyped. */
export const requireLazily = createRequire(import.meta.url);

/** Version of this package, written to the lock and to scripts of the emitted package.json. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readFileSync(`${PACKAGE_ROOT}package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
