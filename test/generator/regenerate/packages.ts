import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { typeErrors as errorsIn } from "../../type-check.js";
import type { Project } from "./project.js";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Gives a project this repository's packages. */
export function linkPackages({ out }: Project): void {
  const packages = join(root, "node_modules");
  symlinkSync(packages, join(out, "node_modules"), "junction");
}

/** Errors of the compiler. */
export function typeErrors({ out }: Project): Promise<string[]> {
  return errorsIn(out);
}
