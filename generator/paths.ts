import { fileURLToPath } from "node:url";

/** The package's own folder, from this file in `generator/` as from the bundle in `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));
