import { createRequire } from "node:module";
import type { ts as TypeScript } from "ts-morph";

export type { TypeScript };

/** TypeScript's compiler as ts-morph brings it, so that one is installed. Takes 0.4 s to load, by `import` twice as long. */
export function compiler(): typeof TypeScript {
  // What `require` gives has no type of its own.
  const morph = createRequire(import.meta.url)("ts-morph") as {
    readonly ts: typeof TypeScript;
  };
  return morph.ts;
}
