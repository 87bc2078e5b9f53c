import { digestComponent, kindOf } from "../diff/contract-digests.js";
import {
  createServerContract,
  parseContract,
  readContractDigest,
  SERVER_CONTRACT,
} from "../diff/contracts.js";
import { predictTexts } from "../reconcile/lint-project.js";
import { classifyPath } from "../project/paths.js";
import type { Outcome } from "../project/outcome.js";
import { omit, readExactText } from "../shared/json.js";
import { replaceStatedDigest } from "../shared/stated-digest.js";

/**
 * Outcomes with the digests of contracts that were merged, and with the digest of all contracts as they are after the
 * run. A merge joins the lines of two contracts, and the digest of neither holds for it. A contract that shows a part
 * as its digest keeps its own: `check --contract` tells if it is another one.
 */
export function settleDigests(
  outcomes: readonly Outcome[],
  {
    customContracts,
    readCurrent,
  }: {
    /** Paths of contracts that no generation wrote. */
    readonly customContracts: readonly string[];
    readonly readCurrent: (path: string) => string | undefined;
  },
): Outcome[] {
  const mergedOutcomes = outcomes.map((outcome) =>
    outcome.kind === "merged" && isContract(outcome.path)
      ? { ...outcome, text: settleContract(outcome.path, outcome.text) }
      : outcome,
  );
  const readAfter = predictTexts(mergedOutcomes, readCurrent);
  const serverContract = parseContract(readAfter(SERVER_CONTRACT) ?? "");
  if (serverContract === undefined) return [...outcomes];
  const paths = new Set([
    ...mergedOutcomes.flatMap(({ kind, path }) =>
      isContract(path) && kind !== "orphaned" ? [path] : [],
    ),
    ...customContracts,
  ]);
  paths.delete(SERVER_CONTRACT);
  const contracts = [...paths]
    .map((path) => parseContract(readAfter(path) ?? ""))
    .filter((contract) => contract !== undefined);
  const { instructions } = serverContract;
  const { digest } = createServerContract(
    contracts,
    readExactText(instructions),
  );
  return mergedOutcomes.map((outcome): Outcome => {
    const { kind, path } = outcome;
    const isTotal = path === SERVER_CONTRACT || path === "server.json";
    const textAfter = readAfter(path);
    if (!isTotal || textAfter === undefined || kind === "deleted")
      return outcome;
    const text = replaceStatedDigest(path, textAfter, String(digest));
    if (text === textAfter) return outcome;
    return "text" in outcome
      ? { ...outcome, text }
      : { kind: "updated", path, before: textAfter, text };
  });
}

const isContract = (path: string) => classifyPath(path)?.kind === "contract";

/** Text of a contract with the digest of what it shows; unchanged if it shows a part as its digest. */
function settleContract(path: string, text: string): string {
  const contract = parseContract(text);
  const isShort = /"… \d+ characters of JSON with the digest /.test(text);
  if (contract === undefined || isShort || readContractDigest(text) === "")
    return text;
  const members = omit(contract, ["digest"]);
  const digest = digestComponent(kindOf(members), members);
  return replaceStatedDigest(path, text, digest);
}
