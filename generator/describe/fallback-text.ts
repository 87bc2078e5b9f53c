import { getOwn } from "../runtime.js";
import { type Api, type Operation, successResponsesOf } from "../model.js";
import { dereference } from "../schema/object-shape.js";
import { memoizeWeak } from "../shared/memoize.js";
import {
  humanise,
  nounsOf,
  toPlural,
  toSingular,
  toWords,
} from "./identifiers.js";
import { METHOD_VERBS, type OperationIdView } from "./operation-id.js";

/** Description of an operation without any text in the document: `Delete a role of a guild.` */
export function fallbackDescription(
  operation: Operation,
  idView: OperationIdView,
  api: Pick<Api, "operations" | "schemas">,
): string {
  const { method } = operation;
  const { isDerivedFromPath, readableId: id } = idView;
  const [verb = "", ...otherWords] = toWords(id).split(" ");
  const isPlain = getOwn(PLAIN_VERBS, method)?.test(verb) === true;
  const isTelling = verb !== "" && (otherWords.length > 0 || method !== "GET");
  if (!isTelling || isPlain || isDerivedFromPath) {
    const isList = hasListResponse(operation, api);
    const pathSentence = describePath(operation, idView, {
      isList,
      sharedSegments: sharedSegmentsOf(api.operations),
    });
    const isPhrase = isPlain && otherWords.length > 0 && !isDerivedFromPath;
    return !isPhrase || saysPhrase(pathSentence, verb, otherWords)
      ? pathSentence
      : `${humanise(isList && GET_VERB.test(verb) ? ["list", ...otherWords].join(" ") : id)}.`;
  }
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

/** Verbs for which the response decides if the operation gets or lists. */
const GET_VERB = /^(?:fetch|get|read|retrieve|show)$/;

/** True if a sentence made of a path says what the phrase of an operationId does: of the same object, with the same verb. */
function saysPhrase(
  sentence: string,
  verb: string,
  nouns: readonly string[],
): boolean {
  const [sentenceVerb = "", ...words] = toWords(sentence)
    .split(" ")
    .map(toSingular);
  const objectWord = words[words.indexOf("of") - 1] ?? words.at(-1);
  const isSameVerb =
    sentenceVerb === verb ||
    (GET_VERB.test(verb)
      ? /^(?:get|list)$/.test(sentenceVerb)
      : !/^(?:list|get)$/.test(verb));
  return (
    isSameVerb &&
    objectWord === toSingular(nouns.at(-1) ?? "") &&
    nouns.every((noun) => words.includes(toSingular(noun)))
  );
}

/**
 * Number of the first segments that all paths of an API share and that own nothing: behind none of them is a parameter
 * or the end of a path. 0 for a single path.
 */
const sharedSegmentsOf = memoizeWeak(
  (operations: readonly Operation[]): number => {
    const paths = [...new Set(operations.map(({ path }) => path))].map((path) =>
      path.split("/").filter(Boolean),
    );
    const [firstPath = [], ...otherPaths] = paths;
    if (otherPaths.length === 0) return 0;
    const isShared = (segment: string, index: number) =>
      !segment.includes("{") &&
      otherPaths.every((path) => path[index] === segment);
    const end = firstPath.findIndex(
      (segment, index) => !isShared(segment, index),
    );
    const count = end === -1 ? firstPath.length : end;
    const belongsToNone = paths.every((path) => {
      const nextSegment = path[count] ?? "{";
      return !nextSegment.includes("{");
    });
    return belongsToNone ? count : Math.max(count - 1, 0);
  },
);

/** Sentence made of the method, the nouns of the path and the verb of the operationId. */
function describePath(
  operation: Operation,
  { isDerivedFromPath, readableId: id }: OperationIdView,
  context: {
    /** True if the response is a list. */
    readonly isList: boolean;
    /** Number of the first segments that belong to no resource. */
    readonly sharedSegments: number;
  },
): string {
  const { method, path } = operation;
  const { isList } = context;
  const nouns = pathNouns(path, context.sharedSegments);
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
  return `${VOWEL_SOUND.test(noun) ? "an" : "a"} ${noun}`;
}

/** Beginning of a word that is spoken with a vowel. */
const VOWEL_SOUND =
  /^(?:[ai]|e(?!u)|o(?!ne|nce)|u(?!i\b|ni|r[il]\b|se|ti|uid|id\b))/i;

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

/** Attributes that pick a resource, and are none. */
const ATTRIBUTE = /^(?:code|guid|hash|key|name|sha|slug|uid|uuid|value)$/;

/** Nouns of a path, in its order: guild (with an ID) and roles for `/guilds/{guild_id}/roles`. */
function pathNouns(path: string, sharedSegments: number): PathNoun[] {
  const segments = path
    // Azure's `/providers/Microsoft.Storage` is a namespace.
    .replace(/[?#].*|\/providers\/\w+(?:\.\w+)+/g, "")
    .split("/")
    .filter(Boolean)
    .slice(sharedSegments)
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
        !ATTRIBUTE.test(segmentNouns.singular) &&
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
