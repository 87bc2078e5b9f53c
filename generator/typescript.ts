import type { ts as TypeScript } from "ts-morph";
import { requireLazily } from "./package.js";

export type { TypeScript };

/** Loads TypeScript's compiler as bundled in ts-morph, so that only one is installed. Takes 0.4 s, twice as long by `import`. */
export function loadCompiler(): typeof TypeScript {
  return (requireLazily("ts-morph") as { readonly ts: typeof TypeScript }).ts;
}
