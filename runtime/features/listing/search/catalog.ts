import { mayUse } from "../../../index.js";
import type {
  Caller,
  RegisteredComponent,
  McpService,
} from "../../../index.js";
import { toSearchDocument, queryWords } from "./documents.js";
import { STOP_WORDS } from "./english.js";
import { groupNames } from "./groups.js";
import { createRank } from "./rank.js";
import type { Rank } from "./rank.js";
import { createTokenizer, tokenize } from "./tokenize.js";

/** Operations of a server that a caller may see. */
export interface Catalog {
  find(name: unknown, caller: Caller): RegisteredComponent | undefined;
  /** Returns the message for an unknown name, with the nearest names. */
  describeUnknown(name: unknown, caller: Caller): string;
  /** Finds operations that match a query, best match first. */
  search(
    query: string,
    group: string | undefined,
    caller: Caller,
  ): RegisteredComponent[];
  /** Returns the groups with their number of operations: `issues 58, pulls 34`. */
  describeGroups(caller: Caller): string;
}

/** Creates a catalog of the registered components, so that edited strings count. The first search reads their words. */
export function createCatalog(service: McpService): Catalog {
  const { entries, name: title } = service;
  /** Hides operations that a caller may not use. */
  const canSee = (entry: RegisteredComponent, caller: Caller) =>
    mayUse(service, entry, caller);
  const tools = entries.filter(({ component }) => component.kind === "tool");
  const byName = new Map(tools.map((entry) => [entry.component.name, entry]));
  const pairsByTool = new Map<RegisteredComponent, Set<string>>();
  let rank: Rank | undefined;

  function toRank() {
    const tokenizeText = createTokenizer(STOP_WORDS);
    const documents = tools.map((entry) =>
      toSearchDocument(entry, tokenizeText),
    );
    return createRank(documents, new Set(tokenize(title)));
  }

  return {
    find(name, caller) {
      const entry = typeof name === "string" ? byName.get(name) : undefined;
      return entry && canSee(entry, caller) ? entry : undefined;
    },
    describeUnknown(input, caller) {
      if (typeof input !== "string")
        return "The name is missing. Pass a name that search_operations returned.";
      const name = shortenName(input);
      const namePairs = toLetterPairs(name);
      if (pairsByTool.size === 0)
        for (const entry of tools)
          pairsByTool.set(entry, toLetterPairs(entry.component.name));
      const nearest = [...pairsByTool]
        .filter(([entry]) => canSee(entry, caller))
        .map(([{ component }, toolPairs]) => ({
          name: component.name,
          score: computeSimilarity(toolPairs, namePairs),
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 3)
        .map(({ name: nearestName }) => nearestName);
      return `Unknown operation: ${JSON.stringify(name)}. Similar names: ${nearest.join(", ")}.`;
    },
    search(query, group, caller) {
      rank ??= toRank();
      const groupName = group?.toLowerCase();
      return rank(queryWords(query))
        .flatMap((at) => tools[at] ?? [])
        .filter(
          (entry) =>
            canSee(entry, caller) &&
            (groupName === undefined || isInGroup(groupName, entry)),
        );
    },
    describeGroups(caller) {
      const counts = new Map<string, number>();
      for (const entry of tools.filter((tool) => canSee(tool, caller)))
        for (const tag of listGroups(entry))
          counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].map(([tag, count]) => `${tag} ${count}`).join(", ");
    },
  };
}

/** Shortens a name to the length that is searched and shown. */
export const shortenName = (name: string) => name.slice(0, 200);

const listGroups = ({ component, path }: RegisteredComponent) =>
  groupNames(component.tags ?? [], path);

/** True if an operation is in a group or its subgroups: `shop` contains `shop/books`. */
function isInGroup(group: string, entry: RegisteredComponent): boolean {
  return listGroups(entry).some((tag) =>
    `${tag.toLowerCase()}/`.startsWith(`${group}/`),
  );
}

/** Computes the similarity of two names, 0 to 1, from their shared pairs of letters. */
function computeSimilarity(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
): number {
  let sharedCount = 0;
  for (const pair of b) if (a.has(pair)) sharedCount += 1;
  return (2 * sharedCount) / (a.size + b.size || 1);
}

/** Returns the pairs of adjacent letters of a name, without the separators between its words. */
function toLetterPairs(name: string): Set<string> {
  const text = ` ${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")} `;
  return new Set(
    Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)),
  );
}
