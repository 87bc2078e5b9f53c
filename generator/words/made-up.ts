import type { Operation } from "../model.js";
import { humanise, singular, wordsIn } from "./naming.js";
import { plainId } from "./own-id.js";

/** What is said of an operation of which the document says nothing: `Delete a role of a guild.` */
export function madeUp(operation: Operation): string {
  const { method } = operation;
  const id = plainId(operation);
  const [verb = "", ...others] = wordsIn(id).split(" ");
  const isPlain = PLAIN[method]?.test(verb) === true;
  const isTelling = verb !== "" && (others.length > 0 || method !== "GET");
  if (!isTelling || isPlain || isFromPath(operation))
    return fromPath(operation);
  // One word may be anything.
  const more = others.length === 0 ? `: ${method} ${operation.path}` : "";
  return `${humanise(id)}${more}.`;
}

/** Verbs that say no more than the method. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|get|list|read|retrieve|show)$/,
  POST: /^(?:create|post)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:patch|update)$/,
  DELETE: /^delete$/,
};

function fromPath(operation: Operation): string {
  const { method, path } = operation;
  const id = plainId(operation);
  // Azure's `/providers/Microsoft.Storage` is a namespace.
  const parts = path
    .replace(/[?#].*|\/providers\/\w+(?:\.\w+)+/g, "")
    .split("/")
    .filter(
      (part) =>
        !/^(?:[^\p{L}\p{N}]*|api|rest|@?me|v\d+(?:\.\d+)*|v?\{(?:api-?)?version\})$/iu.test(
          part,
        ),
    );
  const nouns: { one: string; many: string; hasId: boolean }[] = [];
  for (const part of parts) {
    const last = nouns.at(-1);
    if (!part.includes("{")) nouns.push({ ...nounsOf(part), hasId: false });
    else {
      const own = nounsOf(part.replace(/\W+|[-_]?ids?\W*$/gi, " "));
      // Of a key in two parts, the second one says again what it is of: `/apps/{owner_name}/{app_name}`.
      const isOther =
        last?.hasId !== false && !own.one.includes(last?.one ?? "…");
      if (isOther) nouns.push({ ...own, hasId: true });
      else if (last) last.hasId = true;
    }
  }
  if (/\/@?me$/i.test(path)) {
    const { one, many } = nouns.at(-1) ?? nounsOf("");
    const me = `current ${one === many ? "user" : one}`;
    if (one !== many) nouns.pop();
    nouns.push({ one: me, many: me, hasId: false });
  }
  const target = nouns.pop();
  if (target === undefined)
    return `${VERBS[method]?.one ?? method} the API's root.`;
  const isMany = !target.hasId && target.one !== target.many;
  const isRpc = /^t?rpc$/.test(nouns.at(-1)?.one ?? "");
  if (isRpc) nouns.pop();
  const owner = nouns.at(-1);
  const words = target.many.split(" ");
  const [verb = ""] = words;
  const isCall =
    isRpc ||
    (words.length > 1 &&
      CALLS.test(verb) &&
      (method === "POST" || USUAL[method]?.test(verb) === true));
  const owners = nouns
    .reverse()
    .filter(
      ({ hasId, many, one }, at) =>
        (hasId || at === 0) &&
        one !== target.one &&
        !(isCall && words.some((word) => word === one || word === many)),
    )
    .map((noun) => ` of ${noun.hasId ? withArticle(noun.one) : noun.many}`)
    .slice(0, MOST_OWNERS);
  const [first = ""] = owners;
  if (isCall) return `${capital(target.many)}${first}.`;
  // What is posted below one thing, and is no collection, is done to it.
  const isAct =
    method === "POST" && !target.hasId && !isMany && owner !== undefined;
  if (isAct && !isFromPath(operation)) return `${humanise(id)}.`;
  if (isAct && words.length === 1)
    return `${capital(target.one)} ${owner.hasId ? withArticle(owner.one) : `the ${owner.many}`}.`;
  if (isAct) return `${capital(target.many)}${first}.`;
  const said = wordsIn(id)
    .split(" ")
    .find(
      (word, at) =>
        /^(?:create|update|replace|delete|remove)$/.test(word) &&
        (at === 0 || USUAL[method]?.test(word)),
    );
  const usual = VERBS[method] ?? { one: method, many: method };
  // Of one thing that has no name, a POST may do anything.
  const isBare = method === "POST" && !target.hasId && !isMany;
  const verbs = isBare
    ? { one: "Post to", many: "" }
    : said === undefined
      ? usual
      : { one: capital(said), many: capital(said) };
  const isNew = method === "POST" && isMany;
  const what =
    isNew || target.hasId ? withArticle(target.one) : `the ${target.many}`;
  return `${isMany ? verbs.many : verbs.one} ${what}${owners.join("")}.`;
}

const MOST_OWNERS = 2;

/** What a last segment begins with that is a call by itself: `/Order/GetByCustomer`. */
const CALLS = /^(?:create|delete|fetch|find|get|list|remove|update)$/;

/** Verbs that frameworks put into an operationId for a method, and what is no part of its name. */
const USUAL: Readonly<Record<string, RegExp>> = {
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

/** Of one thing, and of a collection. */
const VERBS: Readonly<Record<string, { one: string; many: string }>> = {
  GET: { one: "Get", many: "List" },
  HEAD: { one: "Check", many: "Check" },
  POST: { one: "Update", many: "Create" },
  PUT: { one: "Set", many: "Set" },
  PATCH: { one: "Update", many: "Update" },
  DELETE: { one: "Delete", many: "Delete" },
  QUERY: { one: "Query", many: "Query" },
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|u(?!ni|se|ti))/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Words of a segment of a path, of one and of many: `applicationFees` → application fee, application fees. */
export function nounsOf(segment: string): { one: string; many: string } {
  const many = wordsIn(segment);
  return { one: singular(many), many };
}
