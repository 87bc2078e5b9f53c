import type { Operation } from "../model.js";
import { lettersOf, singular, wordsIn } from "./naming.js";

/**
 * The function of which FastAPI has made an operationId, with path and method behind it: `read_item` of
 * `read_item_items__item_id__get`; empty: it hasn't.
 */
export function functionOf({ method, operationId, path }: Operation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return operationId?.endsWith(route) === true
    ? operationId.slice(0, -route.length)
    : "";
}

/** What a team calls an operation: its function, or its operationId up to two underscores. */
export function ownId(operation: Operation): string {
  const [id = ""] = operation.operationId?.split("__") ?? [];
  return functionOf(operation) || id;
}

/**
 * The same as a person reads it: without the kind of what it belongs to, what it belongs to where it says that itself,
 * and what Spring puts behind it: `LibraryService_MuteLibrary_1` → `MuteLibrary`, `listUsingGET` → `list`.
 */
export function plainId(operation: Operation): string {
  const id = ownId(operation)
    .replace(/^(?:.*\.)?(\w+?)(?:Controller|Service)[._](?=\w)/, "$1_")
    .replace(/(?<=\D)(?:Using(?:GET|POST|PUT|PATCH|DELETE))?(?:_\d\d?)*$/, "");
  const [, owners = "", rest = id] = /^(.*)[._]([^._]+)$/.exec(id) ?? [];
  const words = (text: string) => wordsIn(text).split(" ").map(singular);
  const [, ...nouns] = words(rest);
  return words(owners).every((owner) => nouns.includes(owner)) ? rest : id;
}

/** Whether a summary is none, or the name alone that a framework gives an operation without words. */
export function isName(summary: string, operation: Operation): boolean {
  const letters = lettersOf(summary);
  const id = lettersOf(operation.operationId ?? "");
  const isRunTogether = !/\s/.test(summary) && wordsIn(summary).includes(" ");
  return (
    ["", lettersOf(functionOf(operation))].includes(letters) ||
    (isRunTogether &&
      (id.endsWith(letters) || /^[a-z]{2,}[A-Z_]/.test(summary)))
  );
}
