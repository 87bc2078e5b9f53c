import { getOwn } from "../runtime.js";
import type { Operation } from "../model.js";
import { humanise, nounsOf, toPlural, toWords } from "./identifiers.js";
import { METHOD_VERBS, type OperationIdView } from "./operation-id.js";

/** Relation of a request to the last noun of its path. */
type PathForm =
  /** Call by itself: `/rpc/add_user`, `POST /Order/GetByCustomer`. */
  | "call"
  /** Action on the noun before it, which the operationId names: `POST /pets/{id}/feed`. */
  | "named-action"
  /** Action in one word of the path, without an operationId that names it. */
  | "verb"
  /** Action in several words of the path. */
  | "action"
  /** POST to a single resource, which may do anything. */
  | "post"
  /** GET that responds with a list. */
  | "list"
  /** POST to a collection. */
  | "new-item"
  /** Item of many: `/pets/{id}`. */
  | "item"
  | "collection"
  | "singleton";

/** Path of an operation as its phrase needs it. */
interface PathView {
  readonly method: string;
  readonly operationId: string;
  /** True if the operationId says no more than the path. */
  readonly isDerivedFromPath: boolean;
  readonly noun: PathNoun;
  /** Words of the noun in the plural. */
  readonly words: readonly string[];
  /** Nouns before it, the nearest first. */
  readonly owners: readonly PathNoun[];
  /** True behind a segment `rpc`. */
  readonly isRpc: boolean;
  /** True if the response is a list. */
  readonly isList: boolean;
}

/** Sentence made of the method, the nouns of the path and the verb of the operationId. */
export function describePath(
  { method, path }: Operation,
  { isDerivedFromPath, readableId }: OperationIdView,
  context: {
    /** True if the response is a list. */
    readonly isList: boolean;
    /** Number of the first segments that belong to no resource. */
    readonly sharedSegments: number;
  },
): string {
  const [noun, ...owners] = pathNouns(path, context.sharedSegments).reverse();
  if (noun === undefined)
    return `${getOwn(METHOD_PHRASES, method)?.one ?? method} the API's root.`;
  const isRpc = /^t?rpc$/.test(owners[0]?.singular ?? "");
  const view: PathView = {
    ...{ method, isDerivedFromPath, noun, isRpc },
    operationId: readableId,
    words: noun.plural.split(" "),
    owners: isRpc ? owners.slice(1) : owners,
    isList: context.isList,
  };
  return `${PHRASES[findPathForm(view)](view)}.`;
}

function findPathForm(view: PathView): PathForm {
  const { isDerivedFromPath, isList, method, noun, owners, words } = view;
  const isPost = method === "POST";
  const isCollection = !noun.hasId && noun.singular !== noun.plural;
  if (isCall(view)) return "call";
  if (isList) return "list";
  if (noun.hasId) return "item";
  if (isCollection) return isPost ? "new-item" : "collection";
  if (!isPost) return "singleton";
  // A POST below a resource, to something that is not a collection, is an action on that resource.
  if (owners.length === 0) return "post";
  if (!isDerivedFromPath) return "named-action";
  return words.length === 1 ? "verb" : "action";
}

function isCall({ isRpc, method, words }: PathView): boolean {
  const [verb = ""] = words;
  const isVerb =
    CALL_VERBS.test(verb) &&
    (method === "POST" || getOwn(METHOD_VERBS, method)?.test(verb) === true);
  return isRpc || (words.length > 1 && isVerb);
}

/** Phrase for each form of a path, without the full stop. */
const PHRASES: Readonly<Record<PathForm, (view: PathView) => string>> = {
  call: (view) => {
    const { noun, words } = view;
    const callPhrase = view.isList
      ? noun.plural.replace(/^(?:fetch|get)\b/, "list")
      : noun.plural;
    // `/order/GetOrderByCustomer` names its owner itself.
    const [owner = ""] = ownerPhrasesOf(
      view,
      ({ plural, singular }) =>
        !words.some((word) => word === singular || word === plural),
    );
    return `${capitalise(callPhrase)}${owner}`;
  },
  "named-action": ({ operationId }) => humanise(operationId),
  verb: ({ noun, owners: [owner = noun] }) =>
    `${capitalise(noun.singular)} ${owner.hasId ? addArticle(owner.singular) : `the ${owner.plural}`}`,
  action: (view) => {
    const [owner = ""] = ownerPhrasesOf(view);
    return `${capitalise(view.noun.plural)}${owner}`;
  },
  post: (view) => `Post to the ${view.noun.plural}${joinOwners(view)}`,
  list: (view) => {
    const { plural, singular } = view.noun;
    const items = singular === plural ? toPlural(plural) : plural;
    return `${verbsOf(view).many} the ${items}${joinOwners(view)}`;
  },
  "new-item": (view) =>
    `${verbsOf(view).many} ${addArticle(view.noun.singular)}${joinOwners(view)}`,
  item: (view) =>
    `${verbsOf(view).one} ${addArticle(view.noun.singular)}${joinOwners(view)}`,
  collection: (view) =>
    `${verbsOf(view).many} the ${view.noun.plural}${joinOwners(view)}`,
  singleton: (view) =>
    `${verbsOf(view).one} the ${view.noun.plural}${joinOwners(view)}`,
};

const MAX_OWNERS = 2;

/** Phrases of the owners that say more than the noun does, the nearest first: ` of a guild`. */
function ownerPhrasesOf(
  { noun, owners }: PathView,
  isOther: (owner: PathNoun) => boolean = () => true,
): string[] {
  return owners
    .filter(
      (owner, index) =>
        (owner.hasId || index === 0) &&
        owner.singular !== noun.singular &&
        isOther(owner),
    )
    .map(
      (owner) =>
        ` of ${owner.hasId ? addArticle(owner.singular) : owner.plural}`,
    )
    .slice(0, MAX_OWNERS);
}

function joinOwners(view: PathView): string {
  return ownerPhrasesOf(view).join("");
}

/** Verbs for one resource and for many: the one of the operationId, otherwise those of the method. */
function verbsOf({ method, operationId }: PathView): {
  one: string;
  many: string;
} {
  const idVerb = toWords(operationId)
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
