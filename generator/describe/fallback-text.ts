import { getOwn } from "../../runtime/json-schema.js";
import { type Api, type Operation, successResponsesOf } from "../model.js";
import { dereference } from "../schema/object-shape.js";
import { humanise, nounsOf, toPlural, toWords } from "./identifiers.js";
import { METHOD_VERBS, type OperationIdView } from "./operation-id.js";

/** Description of an operation without any text in the document: `Delete a role of a guild.` */
export function fallbackDescription(
  operation: Operation,
  idView: OperationIdView,
  api: Pick<Api, "schemas">,
): string {
  const { method } = operation;
  const { isDerivedFromPath, readableId: id } = idView;
  const [verb = "", ...otherWords] = toWords(id).split(" ");
  const isPlain = getOwn(PLAIN_VERBS, method)?.test(verb) === true;
  const isTelling = verb !== "" && (otherWords.length > 0 || method !== "GET");
  if (!isTelling || isPlain || isDerivedFromPath)
    return describePath(operation, idView, hasListResponse(operation, api));
  // A single word may mean anything, so the route goes with it.
  const route = otherWords.length === 0 ? `: ${method} ${operation.path}` : "";
  return `${humanise(id)}${route}.`;
}

/** True if an operation is a GET that succeeds with an array. */
export function hasListResponse(
  operation: Operation,
  api: Pick<Api, "schemas">,
): boolean {
  const isArray = ({ type }: ReturnType<typeof dereference>) =>
    [type].flat().includes("array");
  return (
    operation.method === "GET" &&
    successResponsesOf(operation)
      .flatMap(({ media }) => media)
      .some(({ schema }) => isArray(dereference(schema, api)))
  );
}

/** Verbs that say no more than the method. */
const PLAIN_VERBS: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|get|list|read|retrieve|show)$/,
  POST: /^(?:create|post)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:patch|update)$/,
  DELETE: /^delete$/,
};

/** Sentence made of the method, the nouns of the path and the verb of the operationId. `isList`: the response is a list. */
function describePath(
  operation: Operation,
  { isDerivedFromPath, readableId: id }: OperationIdView,
  isList: boolean,
): string {
  const { method, path } = operation;
  const nouns = pathNouns(path);
  const lastNoun = nouns.pop();
  if (lastNoun === undefined)
    return `${getOwn(METHOD_PHRASES, method)?.one ?? method} the API's root.`;
  const isMany =
    isList || (!lastNoun.hasId && lastNoun.singular !== lastNoun.plural);
  const isRpc = /^t?rpc$/.test(nouns.at(-1)?.singular ?? "");
  if (isRpc) nouns.pop();
  const owner = nouns.at(-1);
  const words = lastNoun.plural.split(" ");
  const [verb = ""] = words;
  const isCall =
    isRpc ||
    (words.length > 1 &&
      CALL_VERBS.test(verb) &&
      (method === "POST" || getOwn(METHOD_VERBS, method)?.test(verb) === true));
  const owners = nouns
    .reverse()
    .filter(
      ({ hasId, plural, singular }, index) =>
        (hasId || index === 0) &&
        singular !== lastNoun.singular &&
        !(isCall && words.some((word) => word === singular || word === plural)),
    )
    .map(
      (noun) => ` of ${noun.hasId ? addArticle(noun.singular) : noun.plural}`,
    )
    .slice(0, MAX_OWNERS);
  const [firstOwner = ""] = owners;
  if (isCall) {
    const callPhrase = isList
      ? lastNoun.plural.replace(/^(?:fetch|get)\b/, "list")
      : lastNoun.plural;
    return `${capitalise(callPhrase)}${firstOwner}.`;
  }
  // A POST below a resource, to something that is not a collection, is an action on that resource.
  const isAct =
    method === "POST" && !lastNoun.hasId && !isMany && owner !== undefined;
  if (isAct && !isDerivedFromPath) return `${humanise(id)}.`;
  if (isAct && words.length === 1)
    return `${capitalise(lastNoun.singular)} ${owner.hasId ? addArticle(owner.singular) : `the ${owner.plural}`}.`;
  if (isAct) return `${capitalise(lastNoun.plural)}${firstOwner}.`;
  // A POST to a single resource without an ID may do anything.
  const isBare = method === "POST" && !lastNoun.hasId && !isMany;
  const verbs = isBare ? { one: "Post to", many: "" } : verbsOf(method, id);
  const isNew = method === "POST" && isMany;
  const objectPhrase = isList
    ? `the ${lastNoun.singular === lastNoun.plural ? toPlural(lastNoun.plural) : lastNoun.plural}`
    : isNew || lastNoun.hasId
      ? addArticle(lastNoun.singular)
      : `the ${lastNoun.plural}`;
  return `${isMany ? verbs.many : verbs.one} ${objectPhrase}${owners.join("")}.`;
}

const MAX_OWNERS = 2;

/** Verbs for one resource and for many: the one of the operationId, otherwise those of the method. */
function verbsOf(method: string, id: string): { one: string; many: string } {
  const idVerb = toWords(id)
    .split(" ")
    .find(
      (word, index) =>
        /^(?:create|update|replace|delete|remove)$/.test(word) &&
        (index === 0 || getOwn(METHOD_VERBS, method)?.test(word)),
    );
  if (idVerb !== undefined)
    return { one: capitalise(idVerb), many: capitalise(idVerb) };
  return getOwn(METHOD_PHRASES, method) ?? { one: method, many: method };
}

/** Verbs at the start of a last segment that is a call by itself: `/Order/GetByCustomer`. */
const CALL_VERBS = /^(?:create|delete|fetch|find|get|list|remove|update)$/;

/** Verbs by method, for one resource and for a collection. */
const METHOD_PHRASES: Readonly<Record<string, { one: string; many: string }>> =
  {
    GET: { one: "Get", many: "List" },
    HEAD: { one: "Check", many: "Check" },
    POST: { one: "Update", many: "Create" },
    PUT: { one: "Set", many: "Set" },
    PATCH: { one: "Update", many: "Update" },
    DELETE: { one: "Delete", many: "Delete" },
    QUERY: { one: "Query", many: "Query" },
  };

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function addArticle(noun: string): string {
  return `${/^(?:[aeio]|u(?!ni|se|ti))/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Noun of a path segment. */
interface PathNoun {
  readonly singular: string;
  readonly plural: string;
  /** True if a parameter behind it picks one of them. */
  hasId: boolean;
}

/** Segments without a noun: versions, and prefixes that all paths of an API have. */
const NON_NOUN =
  /^(?:[^\p{L}\p{N}]*|api|rest|@?me|v\d+(?:\.\d+)*|v?\{(?:api-?)?version\})$/iu;

/** Nouns of a path, in its order: guild (with an ID) and roles for `/guilds/{guild_id}/roles`. */
function pathNouns(path: string): PathNoun[] {
  const segments = path
    // Azure's `/providers/Microsoft.Storage` is a namespace.
    .replace(/[?#].*|\/providers\/\w+(?:\.\w+)+/g, "")
    .split("/")
    .filter((segment) => !NON_NOUN.test(segment));
  const nouns: PathNoun[] = [];
  for (const segment of segments) {
    const lastNoun = nouns.at(-1);
    if (!segment.includes("{"))
      nouns.push({ ...nounsOf(segment), hasId: false });
    else {
      const segmentNouns = nounsOf(segment.replace(/\W+|[-_]?ids?\W*$/gi, " "));
      // The second part of a key in two parts names the resource again: `/apps/{owner_name}/{app_name}`.
      const isOtherNoun =
        lastNoun?.hasId !== false &&
        !segmentNouns.singular.includes(lastNoun?.singular ?? "…");
      if (isOtherNoun) nouns.push({ ...segmentNouns, hasId: true });
      else if (lastNoun) lastNoun.hasId = true;
    }
  }
  if (!/\/@?me$/i.test(path)) return nouns;
  const { singular, plural } = nouns.at(-1) ?? nounsOf("");
  const currentNoun = `current ${singular === plural ? "user" : singular}`;
  const otherNouns = singular === plural ? nouns : nouns.slice(0, -1);
  return [
    ...otherNouns,
    { singular: currentNoun, plural: currentNoun, hasId: false },
  ];
}
