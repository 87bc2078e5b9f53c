import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The package's own folder, from this file in `generator/` as from the bundle in `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Loads at once what only some runs need, where `import` would make all that calls it wait. What it gives has no type of its own. */
export const requireLate = createRequire(import.meta.url);

/** This package's version. It stands in the lock and in scripts of the emitted package.json. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readFileSync(`${PACKAGE_ROOT}package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
