import { getOwn } from "../runtime.js";
import type { Operation } from "../model.js";
import { memoizeWeak } from "../shared/memoize.js";
import { nounsOf, toSingular, toWords } from "./identifiers.js";

/** Names that are in an operationId. */
export interface OperationIdView {
  /**
   * Name of the function that FastAPI made the operationId of by adding path and method: `read_item` in
   * `read_item_items__item_id__get`. Empty if it isn't made so.
   */
  readonly functionName: string;
  /** Name that developers gave the operation: its FastAPI function, or its operationId up to two underscores. */
  readonly baseId: string;
  /**
   * `baseId` in readable form. Removed are the kind of its owner (TypeSpec's `Operations`), the owner if the name
   * repeats it, and Spring's suffixes: `LibraryService_MuteLibrary_1` → `MuteLibrary`, `listUsingGET` → `list`.
   */
  readonly readableId: string;
  /** True if the operation has no name of its own, only one derived from its path: `GetApplicationFeesFeeRefundsId`, `CatsController_findOne_v1`, `delete_1`. */
  readonly isDerivedFromPath: boolean;
}

/** Views an operation's id. */
export const viewOperationId = memoizeWeak(
  (operation: Operation): OperationIdView => {
    const functionName = fastApiFunction(operation);
    const [id = ""] = operation.operationId?.split("__") ?? [];
    const baseId = functionName || id;
    const readableId = toReadableId(baseId);
    const isDerivedFromPath = isFromPath(readableId, operation);
    return { functionName, baseId, readableId, isDerivedFromPath };
  },
);

function fastApiFunction({ method, operationId, path }: Operation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  const isGenerated = operationId?.endsWith(route) === true;
  return isGenerated ? operationId.slice(0, -route.length) : "";
}

function toReadableId(baseId: string): string {
  const id = baseId
    .replace(
      /^(?:.*\.)?(\w+?)(?:Controller|Operations|Service)[._](?=\w)/,
      "$1_",
    )
    .replace(
      /(?<=\D)(?:Using(?:GET|POST|PUT|PATCH|DELETE))?(?:[._]\d\d?)*$/,
      "",
    );
  const [, ownerName = "", ownName = id] = /^(.*)[._]([^._]+)$/.exec(id) ?? [];
  const [, ...nouns] = toSingulars(ownName);
  return toSingulars(ownerName).every((noun) => nouns.includes(noun))
    ? ownName
    : id;
}

/** Words of a name, each in the singular. */
function toSingulars(name: string): string[] {
  return toWords(name).split(" ").map(toSingular);
}

function isFromPath(id: string, operation: Operation): boolean {
  const { method, path } = operation;
  if (operation.operationId === null || isVerbAndNouns(id, operation))
    return true;
  if (!path.slice(1).includes("/")) return false;
  const toLetters = (text: string) =>
    text.toLowerCase().replace(/[^a-z0-9]|v\d+(?=\/)/g, "");
  return [path, path.replace(/^\/(?:api|v\d+)/, "")].some(
    (candidatePath) => toLetters(id) === toLetters(`${method}${candidatePath}`),
  );
}

/** True if an operationId has only verbs of the method and nouns of the path, the last of these among them, and not in the order of a sentence. */
function isVerbAndNouns(id: string, { method, path }: Operation): boolean {
  const words = toWords(id).split(" ");
  const isVerb = (word: string) =>
    getOwn(METHOD_VERBS, method)?.test(word) === true;
  const nouns = words
    .filter((word) => !isVerb(word) && !FILLER_WORDS.test(word))
    .map(toSingular);
  const pathNouns = toSingulars(path);
  const lastNouns = nounsOf(
    path.split("/").findLast((part) => /^[^{]+$/.test(part)) ?? "",
  );
  // A POST to something other than a collection may do anything.
  const isOpen = method === "POST" && lastNouns.singular === lastNouns.plural;
  return (
    words.some((word) => isVerb(word) && !pathNouns.includes(word)) &&
    nouns.every((noun) => pathNouns.includes(noun)) &&
    (nouns.length === 0 ||
      (!isOpen &&
        !words.slice(0, 1).some(isVerb) &&
        nouns.some((noun) => toSingulars(lastNouns.singular).includes(noun))))
  );
}

/** Verbs that frameworks put into an operationId, by method. `FILLER_WORDS` are not a part of a name either. */
export const METHOD_VERBS: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|find|get|index|list|read|retrieve|show)$/,
  POST: /^(?:add|create|post|store)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:partial|patch|update)$/,
  DELETE: /^(?:delete|destroy|remove)$/,
};
const FILLER_WORDS = /^(?:all|api|async|by|controller|ids?|one|v?\d+)$/;
