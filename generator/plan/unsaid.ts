import type { Finding } from "../errors.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "./component.js";

/** What a document may leave unsaid of many operations: one note for each kind, with a count. */
export function unsaid(components: readonly PlannedComponent[]): Finding[] {
  return [
    ...counted(
      components.filter(({ isMadeUp }) => isMadeUp),
      {
        code: "no-words",
        lack: "no words in the document",
        remedy: "what the model reads of them is made up from method and path",
        hint: "Give them a summary in the document, or a description in overrides.",
      },
    ),
    ...counted(
      components.filter(({ body }) => body && body.undescribed.length > 0),
      {
        code: "undescribed-field",
        lack: "required fields that their bodies don't describe",
        remedy: "each is an argument of any value",
        hint: "Give them properties in the document, or take the names out of required.",
      },
    ),
  ];
}

function counted(
  components: readonly PlannedComponent[],
  say: Pick<Finding, "code"> & Record<"lack" | "remedy" | "hint", string>,
): Finding[] {
  const all = new Set(components.map(({ operation }) => operation));
  const [first] = all;
  if (first === undefined) return [];
  const { code, lack, remedy, hint } = say;
  const many =
    all.size === 1 ? "1 operation has" : `${all.size} operations have`;
  const message = `${many} ${lack}, ${operationKey(first)} for one; ${remedy}.`;
  return [{ severity: "note", code, message, hint }];
}
