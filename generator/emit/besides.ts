import { editable } from "./files.js";
import type { ImportLine } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned.js";

type Custom = PlannedServer["custom"];

/** What a server lists besides the components of its APIs. */
export function besidesOf({
  custom,
  workflows,
}: Pick<PlannedServer, "custom" | "workflows">): (ImportLine & {
  readonly listed: string;
})[] {
  const own = { clause: "{ custom }", from: "./custom/index.js" };
  const list = { clause: "* as workflowList", from: "./workflows/index.js" };
  return [
    ...(workflows.length === 0
      ? []
      : [{ listed: "...Object.values(workflowList)", ...list }]),
    ...(custom === null ? [] : [{ listed: "...custom", ...own }]),
  ];
}

/** The list of what is one's own, as it was written once. */
export function customFiles(last: Custom): PlannedFile[] {
  const file = editable("src/custom/index.ts", "custom.ts", {});
  return last === null ? [] : [{ ...file, last }];
}
