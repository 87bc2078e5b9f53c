import type { Finding } from "../errors.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "./component.js";

/** What a document may leave unsaid of many operations: one note for each kind, with a count. */
export function unsaid(components: readonly PlannedComponent[]): Finding[] {
  const wordless = components.filter(({ isMadeUp }) => isMadeUp);
  const strange = components.filter(({ body }) => body?.undescribed.length);
  return [
    ...counted("no-words", wordless, [
      "no words in the document",
      "what the model reads of them is made up from method and path",
      "Give them a summary in the document, or a description in overrides.",
    ]),
    ...counted("undescribed-field", strange, [
      "required fields that their bodies don't describe",
      "each is an argument of any value",
      "Give them properties in the document, or take the names out of required.",
    ]),
  ];
}

function counted(
  code: string,
  components: readonly PlannedComponent[],
  [lack, remedy, hint]: readonly [lack: string, remedy: string, hint: string],
): Finding[] {
  const all = new Set(components.map(({ operation }) => operation));
  const [first] = all;
  if (first === undefined) return [];
  const many = all.size === 1 ? "1 operation" : `${all.size} operations`;
  const has = all.size === 1 ? "has" : "have";
  const message = `${many} ${has} ${lack}, ${operationKey(first)} for one; ${remedy}.`;
  return [{ severity: "note", code, message, hint }];
}
