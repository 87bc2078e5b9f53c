import type { Operation } from "../model.js";
import { nounsOf, singular, wordsIn } from "./naming.js";
import { plainId } from "./own-id.js";

/** Verbs that frameworks put into an operationId for a method, and what is no part of its name. */
export const USUAL: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|find|get|index|list|read|retrieve|show)$/,
  POST: /^(?:add|create|post|store)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:partial|patch|update)$/,
  DELETE: /^(?:delete|destroy|remove)$/,
};
const FILLING = /^(?:all|api|async|by|controller|ids?|one|v?\d+)$/;

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
  const isVerb = (word: string) => USUAL[method]?.test(word) === true;
  const nouns = words
    .filter((word) => !isVerb(word) && !FILLING.test(word))
    .map(singular);
  const singulars = (text: string) => wordsIn(text).split(" ").map(singular);
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
        nouns.some((noun) => end.one.split(" ").map(singular).includes(noun))))
  );
}
