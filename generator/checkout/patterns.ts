import { toWord } from "../shared/json.js";
import type { Checkout, Refusal } from "./checkout.js";

/** Longest time that all patterns of a safe run may take for a whole document, in milliseconds: a hostile one may never end. */
const MAX_MILLISECONDS = 100;

/** Milliseconds that all patterns of a run may take; undefined for the default. */
export function patternMilliseconds({ isSafe }: Checkout): number | undefined {
  return isSafe ? MAX_MILLISECONDS : undefined;
}

/**
 * Refusals of a pattern that can't be compiled in time. No limit stops that: the engine tries every combination of parts
 * that may be empty.
 */
export function findPatternRefusals(
  option: string,
  pattern: unknown,
): Refusal[] {
  const value = pattern instanceof RegExp ? pattern.source : toWord(pattern);
  if (countCombinations(value) <= MAX_COMBINATIONS) return [];
  return [
    {
      option,
      value,
      reason: "may take years to be compiled",
      hint: "Simplify it, and avoid many groups that may be empty. Example: ^/admin/",
    },
  ];
}

const MAX_COMBINATIONS = 10_000;

/** Combinations of optional parts and of choices in a pattern, at most. */
function countCombinations(pattern: string): number {
  const optionalCount = pattern.match(/(?<!\()[?*{]/g)?.length ?? 0;
  return pattern
    .split(/[()]/)
    .map((part) => part.split("|").length)
    .reduce(
      (product, choiceCount) => product * choiceCount,
      2 ** optionalCount,
    );
}
