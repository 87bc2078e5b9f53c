import type { Operation } from "../model.js";
import { isFromPath } from "./from-path.js";
import { humanise, wordsIn } from "./naming.js";
import { plainId } from "./own-id.js";
import { toldByPath } from "./path-words.js";

/** What is said of an operation of which the document says nothing: `Delete a role of a guild.` */
export function madeUp(operation: Operation): string {
  const { method } = operation;
  const id = plainId(operation);
  const [verb = "", ...others] = wordsIn(id).split(" ");
  const isPlain = PLAIN[method]?.test(verb) === true;
  const isTelling = verb !== "" && (others.length > 0 || method !== "GET");
  if (!isTelling || isPlain || isFromPath(operation))
    return toldByPath(operation);
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
