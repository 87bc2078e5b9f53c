import { ToolwrightError } from "../errors.js";
import { unifiedDiff } from "../merge/diff.js";
import type { Lock } from "../output/outcome.js";
import { placeOf } from "../output/paths.js";
import { offersOf } from "../surface/offers.js";

/** A tool that offers something else to a model than its contract says, or that only one of both knows. */
export interface ContractDrift {
  readonly kind: "contract";
  /** Of the contract. */
  readonly path: string;
  readonly diff: string;
  /** What it has to say; undefined: the tool has gone. */
  readonly text: string | undefined;
}

/** Compares what the tools say, as they stand there with all edits by hand, with the contracts. */
export function contractDrifts(given: {
  readonly last: Lock | null;
  /** Contracts that no generation wrote. */
  readonly own: readonly string[];
  readonly sources: () => readonly string[];
  readonly yours: (path: string) => string | undefined;
}): ContractDrift[] {
  const { last, own, sources, yours } = given;
  const recorded = [...(last?.files.keys() ?? [])].filter(
    (path) => placeOf(path)?.kind === "contract",
  );
  if (recorded.length === 0)
    throw new ToolwrightError({
      code: "no-contract",
      message: "This project has no contracts.",
      hint: "Generate it with --emit tests, which writes test/contract.",
    });
  const offers = offersOf(
    sources().map((path) => ({ path, text: yours(path) ?? "" })),
  );
  const paths = [...new Set([...recorded, ...own, ...offers.keys()])].sort();
  return paths.flatMap((path): ContractDrift[] => {
    const [said, text] = [yours(path) ?? "", offers.get(path) ?? ""];
    if (meaningOf(said) === meaningOf(text)) return [];
    const diff = unifiedDiff(path, said, text);
    return [{ kind: "contract", path, diff, text: offers.get(path) }];
  });
}

/** Whatever a formatter made of it. */
function meaningOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
