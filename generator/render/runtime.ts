import { readdirSync, readFileSync } from "node:fs";
import type { RenderedFile } from "../outcome.js";
import { PACKAGE_ROOT } from "../paths.js";

/** The runtime, as it is copied byte for byte into every output. */
export function readRuntime(): RenderedFile[] {
  const folder = `${PACKAGE_ROOT}runtime/`;
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => ({
      path: `src/runtime/${file}`,
      text: readFileSync(folder + file, "utf8"),
      editable: true,
    }));
}
