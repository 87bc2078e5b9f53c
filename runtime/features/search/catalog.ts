import type { Caller, RegisteredComponent, McpService } from "../../index.js";
import { toSearchDocument, queryWords } from "./documents.js";
import { STOP_WORDS } from "./english.js";
import { groupNames } from "./groups.js";
import { createRank } from "./rank.js";
import type { Rank } from "./rank.js";
import { createTokenizer, tokenize } from "./tokenize.js";

/** The operations of a server, as each caller may see them. */
export interface Catalog {
  find(name: unknown, caller: Caller): RegisteredComponent | undefined;
  /** Says that there is none of this name, and which are the nearest. */
  unknown(name: unknown, caller: Caller): string;
  /** What does what is asked for, the best first. */
  search(
    query: string,
    group: string | undefined,
    caller: Caller,
  ): RegisteredComponent[];
  /** `issues 58, pulls 34` */
  groups(caller: Caller): string;
}

/** Made of the components themselves, so that an edited text counts; their words are read by the first search. */
export function createCatalog({ entries, name: title }: McpService): Catalog {
  const tools = entries.filter(({ component }) => component.kind === "tool");
  const byName = new Map(tools.map((entry) => [entry.component.name, entry]));
  const pairs = new Map<RegisteredComponent, Set<string>>();
  let rank: Rank | undefined;

  function toRank() {
    const read = createTokenizer(STOP_WORDS);
    const documents = tools.map((entry) => toSearchDocument(entry, read));
    return createRank(documents, new Set(tokenize(title)));
  }

  return {
    find(name, caller) {
      const entry = typeof name === "string" ? byName.get(name) : undefined;
      return entry && maySee(entry, caller) ? entry : undefined;
    },
    unknown(given, caller) {
      if (typeof given !== "string")
        return 'There is no operation without a name. Give one that search_operations tells as "name".';
      const name = shortenName(given);
      const wanted = pairsOf(name);
      if (pairs.size === 0)
        for (const entry of tools)
          pairs.set(entry, pairsOf(entry.component.name));
      const nearest = [...pairs]
        .filter(([entry]) => maySee(entry, caller))
        .map(([{ component }, known]) => ({
          known: component.name,
          score: likeness(known, wanted),
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 3)
        .map(({ known }) => known);
      return `There is no operation ${JSON.stringify(name)}. The nearest are ${nearest.join(", ")}.`;
    },
    search(query, group, caller) {
      rank ??= toRank();
      const wanted = group?.toLowerCase();
      return rank(queryWords(query))
        .flatMap((at) => tools[at] ?? [])
        .filter(
          (entry) =>
            maySee(entry, caller) &&
            (wanted === undefined || isIn(wanted, entry)),
        );
    },
    groups(caller) {
      const counts = new Map<string, number>();
      for (const entry of tools.filter((one) => maySee(one, caller)))
        for (const tag of groupsIn(entry))
          counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].map(([tag, count]) => `${tag} ${count}`).join(", ");
    },
  };
}

/** A name, as far as it is looked at and told. */
export const shortenName = (name: string) => name.slice(0, 200);

/** What a caller's token doesn't allow isn't there. */
function maySee(
  { component }: RegisteredComponent,
  { principal }: Caller,
): boolean {
  const { scopes = [] } = component;
  return (
    !principal || scopes.every((scope) => principal.scopes.includes(scope))
  );
}

const groupsIn = ({ component, path }: RegisteredComponent) =>
  groupNames(component.tags ?? [], path);

/** `shop` holds `shop/books`. */
function isIn(group: string, entry: RegisteredComponent): boolean {
  return groupsIn(entry).some((tag) =>
    `${tag.toLowerCase()}/`.startsWith(`${group}/`),
  );
}

/** How many pairs of letters two names share, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of b) if (a.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size || 1);
}

/** Whatever stands between the words of a name. */
function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")} `;
  return new Set(
    Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)),
  );
}
