import { editable } from "./files.js";
import type { ImportLine } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned.js";

type Custom = PlannedServer["custom"];

/** What a server lists besides the components of its APIs. */
export function besidesOf(
  custom: Custom,
): (ImportLine & { readonly listed: string })[] {
  if (custom === null) return [];
  const clause = "{ custom }";
  return [{ listed: "...custom", clause, from: "./custom/index.js" }];
}

/** The list of what is one's own, as it was written once. */
export function customFiles(last: Custom): PlannedFile[] {
  const file = editable("src/custom/index.ts", "custom.ts", {});
  return last === null ? [] : [{ ...file, last }];
}
