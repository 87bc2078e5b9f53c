import type { Problem } from "../errors.js";
import type { Outcome } from "../project/outcome.js";

export const EDITED: Problem = {
  code: "fixed-file-edited",
  message:
    "This file must not be edited, but it was changed by hand or by a killed run.",
  hint: "Undo the change, or delete the file: it is written again. Make your change in a tool, in src/client.ts or in src/custom/.",
};

export const UNRESOLVED: Problem = {
  code: "unresolved-conflict",
  message: "This file has unresolved conflict markers.",
  hint: "Resolve the conflicts, and remove the <<<<<<<, |||||||, ======= and >>>>>>> lines.",
};

export function refuseFile(path: string, problem: Problem): Outcome {
  return { kind: "refused", path, problem: { ...problem, file: path } };
}
