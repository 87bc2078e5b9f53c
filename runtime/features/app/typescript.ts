import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import type { Jiti } from "jiti";
import { findApp, loadModule } from "./import.js";

/**
 * Imports an application like `importApp`, from a TypeScript module. The module and its imports are compiled when they
 * are loaded.
 */
export async function importTypeScriptApp(
  module: URL,
  name: string,
  ...args: unknown[]
): Promise<unknown> {
  return findApp(await loadTypeScript(module), { module, name, args });
}

/** Returns the exports of a TypeScript module. Throws an error with the reason and the remedy. */
export function loadTypeScript(module: URL): Promise<Record<string, unknown>> {
  const file = fileURLToPath(module);
  return loadModule(module, () => createCompiler(file).import(file));
}

/**
 * Returns a compiler with the paths of the module's tsconfig.json. A configuration that it extends may not be installed
 * in production.
 */
function createCompiler(file: string): Jiti {
  try {
    return createJiti(file, { tsconfigPaths: true });
  } catch {
    return createJiti(file);
  }
}
