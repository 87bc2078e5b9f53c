import type { ts as TypeScript } from "ts-morph";
import { requireLate } from "./package.js";

export type { TypeScript };

/** TypeScript's compiler as ts-morph brings it, so that one is installed. Takes 0.4 s to load, by `import` twice as long. */
export function compiler(): typeof TypeScript {
  return (requireLate("ts-morph") as { readonly ts: typeof TypeScript }).ts;
}
