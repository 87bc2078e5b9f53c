import type { Finding } from "../errors.js";
import { operationKey } from "../model.js";
import type { ComponentDraft } from "./component.js";

/** Notes on operations without docs and on fields without a schema: one note for each kind, with a count. */
export function reportMissingDocs(
  components: readonly ComponentDraft[],
): Finding[] {
  const undocumentedComponents = components.filter(
    ({ isFallback: isMadeUp }) => isMadeUp,
  );
  const incompleteComponents = components.filter(
    ({ body }) => body?.undescribedNames.length,
  );
  return [
    ...toCountFinding("no-words", undocumentedComponents, [
      "no descriptions in the document",
      "their descriptions were generated from method and path",
      "Add a summary to the document, or a description in overrides.",
    ]),
    ...toCountFinding("undescribed-field", incompleteComponents, [
      "required fields that their bodies don't declare",
      "each became an argument that accepts any value",
      "Add the properties to the document, or remove the names from required.",
    ]),
  ];
}

function toCountFinding(
  code: string,
  components: readonly ComponentDraft[],
  [lack, remedy, hint]: readonly [lack: string, remedy: string, hint: string],
): Finding[] {
  const operations = new Set(components.map(({ operation }) => operation));
  const [firstOperation] = operations;
  if (firstOperation === undefined) return [];
  const subject =
    operations.size === 1 ? "1 operation" : `${operations.size} operations`;
  const verb = operations.size === 1 ? "has" : "have";
  const message = `${subject} ${verb} ${lack}, ${operationKey(firstOperation)} for one; ${remedy}.`;
  return [{ severity: "note", code, message, hint }];
}
