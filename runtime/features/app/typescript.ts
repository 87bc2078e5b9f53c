import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import type { Jiti } from "jiti";
import { findApp, loadModule } from "./import.js";

/** The same as `importApp` for a module that is TypeScript: it and what it imports are compiled as they are loaded. */
export async function importTypeScriptApp(
  module: URL,
  name: string,
  ...args: unknown[]
): Promise<unknown> {
  return findApp(await loadTypeScript(module), { module, name, args });
}

/** All that a TypeScript module exports. Throws what kept it from being loaded, and what to do. */
export function loadTypeScript(module: URL): Promise<Record<string, unknown>> {
  const file = fileURLToPath(module);
  return loadModule(module, () => compilerFor(file).import(file));
}

/** With the paths of its tsconfig.json. What that extends may be installed for development alone. */
function compilerFor(file: string): Jiti {
  try {
    return createJiti(file, { tsconfigPaths: true });
  } catch {
    return createJiti(file);
  }
}
