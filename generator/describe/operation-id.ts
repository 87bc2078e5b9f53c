import { own } from "../../runtime/schema.js";
import type { Operation } from "../model.js";
import { lettersOf, nounsOf, singular, wordsIn } from "./identifiers.js";

/**
 * The function of which FastAPI has made an operationId, with path and method behind it: `read_item` of
 * `read_item_items__item_id__get`; empty: it hasn't.
 */
export function functionOf({ method, operationId, path }: Operation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  const isMade = operationId?.endsWith(route) === true;
  return isMade ? operationId.slice(0, -route.length) : "";
}

/** What a team calls an operation: its function, or its operationId up to two underscores. */
export function ownId(operation: Operation): string {
  const [id = ""] = operation.operationId?.split("__") ?? [];
  return functionOf(operation) || id;
}

/**
 * The same as a person reads it: without the kind of what it belongs to (TypeSpec's `Operations`), what it belongs to
 * where it says that itself, and what Spring puts behind it: `LibraryService_MuteLibrary_1` → `MuteLibrary`, `listUsingGET` → `list`.
 */
export function plainId(operation: Operation): string {
  const id = ownId(operation)
    .replace(
      /^(?:.*\.)?(\w+?)(?:Controller|Operations|Service)[._](?=\w)/,
      "$1_",
    )
    .replace(
      /(?<=\D)(?:Using(?:GET|POST|PUT|PATCH|DELETE))?(?:[._]\d\d?)*$/,
      "",
    );
  const [, owners = "", rest = id] = /^(.*)[._]([^._]+)$/.exec(id) ?? [];
  const [, ...nouns] = singulars(rest);
  return singulars(owners).every((one) => nouns.includes(one)) ? rest : id;
}

/** The words of a name, each of one thing. */
function singulars(name: string): string[] {
  return wordsIn(name).split(" ").map(singular);
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

/** Whether an operation has no name but its path: `GetApplicationFeesFeeRefundsId`, `CatsController_findOne_v1`, `delete_1`. */
export function isFromPath(operation: Operation): boolean {
  const { method, path } = operation;
  const id = plainId(operation);
  if (operation.operationId === null || isVerbAndNouns(id, operation))
    return true;
  if (!path.slice(1).includes("/")) return false;
  const letters = (text: string) =>
    text.toLowerCase().replace(/[^a-z0-9]|v\d+(?=\/)/g, "");
  return [path, path.replace(/^\/(?:api|v\d+)/, "")].some(
    (one) => letters(id) === letters(`${method}${one}`),
  );
}

/** Whether an operationId says no more than the method and nouns of the path, the last one among them, and not in the order of a sentence. */
function isVerbAndNouns(id: string, { method, path }: Operation): boolean {
  const words = wordsIn(id).split(" ");
  const isVerb = (word: string) => own(USUAL, method)?.test(word) === true;
  const nouns = words
    .filter((word) => !isVerb(word) && !FILLING.test(word))
    .map(singular);
  const inPath = singulars(path);
  const end = nounsOf(
    path.split("/").findLast((part) => /^[^{]+$/.test(part)) ?? "",
  );
  // A POST to what is no collection may do anything.
  const isOpen = method === "POST" && end.one === end.many;
  return (
    words.some((word) => isVerb(word) && !inPath.includes(word)) &&
    nouns.every((noun) => inPath.includes(noun)) &&
    (nouns.length === 0 ||
      (!isOpen &&
        !words.slice(0, 1).some(isVerb) &&
        nouns.some((noun) => singulars(end.one).includes(noun))))
  );
}

/** Verbs that frameworks put into an operationId for a method, and what is no part of its name. */
export const USUAL: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|find|get|index|list|read|retrieve|show)$/,
  POST: /^(?:add|create|post|store)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:partial|patch|update)$/,
  DELETE: /^(?:delete|destroy|remove)$/,
};
const FILLING = /^(?:all|api|async|by|controller|ids?|one|v?\d+)$/;
