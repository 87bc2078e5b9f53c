import { toCanonicalJson } from "../shared/canonical-json.js";
import { escapeInvisible } from "../shared/escape.js";
import { omit, type JsonObject } from "../shared/json.js";
import {
  digestServer,
  idOf,
  type DigestedComponent,
  type ListedKind,
} from "./contract-digests.js";
import {
  createContract,
  formatContract,
  SERVER_CONTRACT,
} from "./contracts.js";

/** Contract of a component, and its path. */
export interface ComponentContract {
  readonly path: string;
  readonly kind: ListedKind;
  readonly contract: JsonObject;
}

/** Component, or the instructions of a server, that differs from the contracts. */
export interface ListingDifference {
  /**
   * `changed`: a model reads something else. `added`: there is no contract of it, or the server lists it once more.
   * `not-listed`: this caller is not shown it.
   */
  readonly change: "changed" | "added" | "not-listed";
  readonly kind: ListedKind | "instructions";
  /** Name or URI, without an invisible character. */
  readonly id: string;
  /** Path of the contract; null if there is none. */
  readonly path: string | null;
  /** Contract of what a model was to read, and of what it reads. */
  readonly oldText: string;
  readonly newText: string;
}

/** Result of a comparison, and the digests over all lines of both sides. */
export interface ListingComparison {
  readonly differences: readonly ListingDifference[];
  readonly contractDigest: string;
  readonly listedDigest: string;
}

/** Compares what a running server lists with its contracts. */
export function compareListing(
  reviewed: {
    readonly contracts: readonly ComponentContract[];
    readonly instructions: string;
  },
  running: {
    readonly components: readonly (readonly [ListedKind, JsonObject])[];
    readonly instructions: string;
  },
): ListingComparison {
  const waiting = new Map(
    reviewed.contracts.map((entry) => [
      keyOf(entry.kind, idOf(entry.contract)),
      entry,
    ]),
  );
  const digested: DigestedComponent[] = [];
  const differences = running.components.flatMap(
    ([kind, listed]): ListingDifference[] => {
      const id = idOf(listed);
      const key = keyOf(kind, id);
      const entry = waiting.get(key);
      // One that is listed twice has a contract once.
      waiting.delete(key);
      const contract = createContract(kind, listed);
      digested.push({ kind, id, digest: String(contract["digest"]) });
      if (entry && isSame(entry.contract, contract)) return [];
      return [
        {
          change: entry ? "changed" : "added",
          kind,
          id: toShownId(id),
          path: entry?.path ?? null,
          oldText: entry ? formatContract(entry.contract) : "",
          newText: formatContract(contract),
        },
      ];
    },
  );
  const notListed = [...waiting.values()].map(
    ({ contract, kind, path }): ListingDifference => ({
      change: "not-listed",
      kind,
      id: toShownId(idOf(contract)),
      path,
      oldText: formatContract(contract),
      newText: "",
    }),
  );
  return {
    differences: [
      ...compareInstructions(reviewed.instructions, running.instructions),
      ...differences,
      ...notListed,
    ],
    contractDigest: digestServer(
      reviewed.contracts.map(({ contract, kind }) => ({
        kind,
        id: idOf(contract),
        digest: String(contract["digest"]),
      })),
      reviewed.instructions,
    ),
    listedDigest: digestServer(digested, running.instructions),
  };
}

const keyOf = (kind: ListedKind, id: string) => `${kind} ${id}`;

const toShownId = (id: string) => escapeInvisible(id.slice(0, 200));

/** True if two contracts say the same, and state the same digest: neither the text nor the digest is believed alone. */
function isSame(reviewed: JsonObject, running: JsonObject): boolean {
  const [reviewedText, runningText] = [reviewed, running].map((contract) =>
    toCanonicalJson(omit(contract, ["digest"])),
  );
  return (
    reviewed["digest"] === running["digest"] && reviewedText === runningText
  );
}

function compareInstructions(
  reviewed: string,
  running: string,
): ListingDifference[] {
  if (reviewed === running) return [];
  const isShorter = running === "" || isFiltered(reviewed, running);
  const toContractText = (instructions: string) =>
    instructions === "" ? "" : formatContract({ instructions });
  return [
    {
      change: isShorter ? "not-listed" : reviewed === "" ? "added" : "changed",
      kind: "instructions",
      id: "",
      path: reviewed === "" ? null : SERVER_CONTRACT,
      oldText: toContractText(reviewed),
      newText: toContractText(running),
    },
  ];
}

/** Number of operations in the instructions of a server with a search. */
const COUNT = /(?<=: )\d+(?= operations\.)/;

/**
 * True if instructions are the reviewed ones as a server shortens them that was started with a filter, or without its
 * search: another number, no groups, no sentence about the search. Nothing of the running text is left out.
 */
function isFiltered(reviewed: string, running: string): boolean {
  const [count = ""] = COUNT.exec(running) ?? [];
  const counted = reviewed.replace(COUNT, count);
  const withoutGroups = (text: string) => text.replace(/^Groups: .*\n/m, "");
  const withoutSearch = (text: string) =>
    text.replace(/[^.\n]+(?:\. *)?/g, (sentence) =>
      /\bsearch_operations\b/.test(sentence) ? "" : sentence,
    );
  return [
    counted,
    withoutGroups(counted),
    withoutSearch(counted),
    withoutSearch(withoutGroups(counted)),
  ].includes(running);
}
