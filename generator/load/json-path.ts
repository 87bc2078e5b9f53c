import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { MAX_DEPTH } from "./find-refs.js";

/** Nodes that a query may select. */
const MAX_NODES = 1_000_000;

/** The keys and indices that lead to a value. */
export type Path = readonly (string | number)[];

/** Why a query can't be used, in words. */
export class QueryError extends Error {}

/** The ways to all that a query selects, each once. Throws `QueryError`. https://www.rfc-editor.org/rfc/rfc9535 */
export function select(root: unknown, query: string): Path[] {
  const environment = new JSONPathEnvironment({
    maxRecursionDepth: 2 * MAX_DEPTH,
  });
  const found = new Map<string, Path>();
  try {
    // A document is JSON.
    const nodes = environment.compile(query).lazyQuery(root as JSONValue);
    for (const { location } of nodes) {
      found.set(JSON.stringify(location), location);
      if (found.size > MAX_NODES) throw new Error("it selects too much");
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QueryError(reason, { cause });
  }
  return [...found.values()];
}
