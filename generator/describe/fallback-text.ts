import { own } from "../../runtime/schema.js";
import { type Api, type Operation, successesOf } from "../model.js";
import { resolve } from "../schema/object-shape.js";
import { humanise, nounsOf, plural, wordsIn } from "./identifiers.js";
import { isFromPath, plainId, USUAL } from "./operation-id.js";

/** What is said of an operation of which the document says nothing: `Delete a role of a guild.` */
export function madeUp(
  operation: Operation,
  api: Pick<Api, "schemas">,
): string {
  const { method } = operation;
  const id = plainId(operation);
  const [verb = "", ...others] = wordsIn(id).split(" ");
  const isPlain = own(PLAIN, method)?.test(verb) === true;
  const isTelling = verb !== "" && (others.length > 0 || method !== "GET");
  if (!isTelling || isPlain || isFromPath(operation))
    return toldByPath(operation, answersWithList(operation, api));
  // One word may be anything.
  const more = others.length === 0 ? `: ${method} ${operation.path}` : "";
  return `${humanise(id)}${more}.`;
}

/** Whether a GET succeeds with an array. */
function answersWithList(
  operation: Operation,
  api: Pick<Api, "schemas">,
): boolean {
  const isArray = ({ type }: ReturnType<typeof resolve>) =>
    [type].flat().includes("array");
  return (
    operation.method === "GET" &&
    successesOf(operation)
      .flatMap(({ media }) => media)
      .some(({ schema }) => isArray(resolve(schema, api)))
  );
}

/** Verbs that say no more than the method. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  GET: /^(?:fetch|get|list|read|retrieve|show)$/,
  POST: /^(?:create|post)$/,
  PUT: /^(?:put|replace|set|update)$/,
  PATCH: /^(?:patch|update)$/,
  DELETE: /^delete$/,
};

/** What an operation does by its method and path, by the verb of its operationId, and by whether it answers with a list. */
function toldByPath(operation: Operation, isList: boolean): string {
  const { method, path } = operation;
  const id = plainId(operation);
  const things = thingsIn(path);
  const target = things.pop();
  if (target === undefined)
    return `${own(VERBS, method)?.one ?? method} the API's root.`;
  const isMany = isList || (!target.hasId && target.one !== target.many);
  const isRpc = /^t?rpc$/.test(things.at(-1)?.one ?? "");
  if (isRpc) things.pop();
  const owner = things.at(-1);
  const words = target.many.split(" ");
  const [verb = ""] = words;
  const isCall =
    isRpc ||
    (words.length > 1 &&
      CALLS.test(verb) &&
      (method === "POST" || own(USUAL, method)?.test(verb) === true));
  const owners = things
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
  if (isCall) {
    const call = isList
      ? target.many.replace(/^(?:fetch|get)\b/, "list")
      : target.many;
    return `${capital(call)}${first}.`;
  }
  // What is posted below one thing, and is no collection, is done to it.
  const isAct =
    method === "POST" && !target.hasId && !isMany && owner !== undefined;
  if (isAct && !isFromPath(operation)) return `${humanise(id)}.`;
  if (isAct && words.length === 1)
    return `${capital(target.one)} ${owner.hasId ? withArticle(owner.one) : `the ${owner.many}`}.`;
  if (isAct) return `${capital(target.many)}${first}.`;
  // Of one thing that has no name, a POST may do anything.
  const isBare = method === "POST" && !target.hasId && !isMany;
  const verbs = isBare ? { one: "Post to", many: "" } : verbsOf(method, id);
  const isNew = method === "POST" && isMany;
  const what = isList
    ? `the ${target.one === target.many ? plural(target.many) : target.many}`
    : isNew || target.hasId
      ? withArticle(target.one)
      : `the ${target.many}`;
  return `${isMany ? verbs.many : verbs.one} ${what}${owners.join("")}.`;
}

const MOST_OWNERS = 2;

/** What is done to one thing and to many: as the operationId says, or else the method. */
function verbsOf(method: string, id: string): { one: string; many: string } {
  const said = wordsIn(id)
    .split(" ")
    .find(
      (word, at) =>
        /^(?:create|update|replace|delete|remove)$/.test(word) &&
        (at === 0 || own(USUAL, method)?.test(word)),
    );
  if (said !== undefined) return { one: capital(said), many: capital(said) };
  return own(VERBS, method) ?? { one: method, many: method };
}

/** What a last segment begins with that is a call by itself: `/Order/GetByCustomer`. */
const CALLS = /^(?:create|delete|fetch|find|get|list|remove|update)$/;

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

/** What a path leads through. */
interface Thing {
  readonly one: string;
  readonly many: string;
  /** One of them is meant. */
  hasId: boolean;
}

/** What is no thing: versions, and what all paths of an API begin with. */
const NO_THING =
  /^(?:[^\p{L}\p{N}]*|api|rest|@?me|v\d+(?:\.\d+)*|v?\{(?:api-?)?version\})$/iu;

/** A guild, and roles of `/guilds/{guild_id}/roles`. */
function thingsIn(path: string): Thing[] {
  const parts = path
    // Azure's `/providers/Microsoft.Storage` is a namespace.
    .replace(/[?#].*|\/providers\/\w+(?:\.\w+)+/g, "")
    .split("/")
    .filter((part) => !NO_THING.test(part));
  const things: Thing[] = [];
  for (const part of parts) {
    const last = things.at(-1);
    if (!part.includes("{")) things.push({ ...nounsOf(part), hasId: false });
    else {
      const own = nounsOf(part.replace(/\W+|[-_]?ids?\W*$/gi, " "));
      // Of a key in two parts, the second one says again what it is of: `/apps/{owner_name}/{app_name}`.
      const isOther =
        last?.hasId !== false && !own.one.includes(last?.one ?? "…");
      if (isOther) things.push({ ...own, hasId: true });
      else if (last) last.hasId = true;
    }
  }
  if (!/\/@?me$/i.test(path)) return things;
  const { one, many } = things.at(-1) ?? nounsOf("");
  const me = `current ${one === many ? "user" : one}`;
  const others = one === many ? things : things.slice(0, -1);
  return [...others, { one: me, many: me, hasId: false }];
}
