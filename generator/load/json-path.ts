import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { MAX_DEPTH } from "./find-refs.js";

/** Nodes that a query may select at most. */
const MAX_SELECTED_NODES = 1_000_000;

/** Keys and indices that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** Error of a query that can't be used; its message says why. */
export class QueryError extends Error {}

/** Paths of all nodes that a query selects, each once. Throws `QueryError`. https://www.rfc-editor.org/rfc/rfc9535 */
export function selectPaths(root: unknown, query: string): JsonPath[] {
  const environment = new JSONPathEnvironment({
    maxRecursionDepth: 2 * MAX_DEPTH,
  });
  const selectedPaths = new Map<string, JsonPath>();
  try {
    // A document is JSON data.
    const nodes = environment.compile(query).lazyQuery(root as JSONValue);
    for (const { location } of nodes) {
      selectedPaths.set(JSON.stringify(location), location);
      if (selectedPaths.size > MAX_SELECTED_NODES)
        throw new Error("it selects too much");
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QueryError(reason, { cause });
  }
  return [...selectedPaths.values()];
}
