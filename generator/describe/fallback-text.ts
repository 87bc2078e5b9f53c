import { getOwn } from "../runtime.js";
import { type Api, type Operation, successResponsesOf } from "../model.js";
import { dereference } from "../schema/object-shape.js";
import { memoizeWeak } from "../shared/memoize.js";
import { humanise, toSingular, toWords } from "./identifiers.js";
import type { OperationIdView } from "./operation-id.js";
import { describePath } from "./path-phrase.js";

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
