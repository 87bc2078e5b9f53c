import { toSingular, toWords } from "../describe/identifiers.js";
import { compareCodeUnits } from "../shared/order.js";
import { groupBy } from "../shared/group-by.js";
import { createFinding, cureByOverlay } from "./cures.js";
import type { LintFinding } from "./findings.js";
import type { LintedTool } from "./tools.js";

/** Words that tell no two tools apart. */
const EMPTY_WORDS = new Set(
  "a an the of for from to in on by with and or your this that all api v1 v2 v3".split(
    " ",
  ),
);

/** Verbs of one meaning, which tell no two tools apart. The first stands for the others. */
const SYNONYMS = new Map(
  [
    "get fetch read retrieve show view",
    "stop halt end terminate",
    "add create",
    "delete remove destroy",
    "update modify edit change",
    "start begin",
  ]
    .map((line) => line.split(" "))
    .flatMap(([verb = "", ...synonyms]) =>
      synonyms.map((synonym) => [synonym, verb] as const),
    ),
);

/** Tools of one description that are compared; further ones are twins of these anyway. */
const MAX_COMPARED = 200;

/** Part of a tool by which twins are found. */
export type TwinCandidate = Pick<
  LintedTool,
  "name" | "title" | "description" | "route" | "isHandWritten"
>;

/** Reports each pair of twins once, of the later tool. */
export function lintTwins(tools: readonly LintedTool[]): LintFinding[] {
  return findTwins(tools).map(([tool, twin]) => reportTwin(tool, twin));
}

/**
 * Finds pairs of tools whose descriptions say the same, and whose names have no word that distinguishes them: the later
 * tool, and the first of its twins by name.
 */
export function findTwins<Tool extends TwinCandidate>(
  tools: readonly Tool[],
): (readonly [tool: Tool, twin: Tool])[] {
  const byText = groupBy(
    [...tools]
      .sort((first, second) => compareCodeUnits(first.name, second.name))
      .map((tool) => [toKey(textOf(tool)), tool] as const)
      .filter(([key]) => key !== ""),
  );
  return [...byText.values()].flatMap((namesakes) => {
    const candidates = namesakes.slice(0, MAX_COMPARED);
    return candidates.flatMap((tool, index) => {
      const twin = candidates
        .slice(0, index)
        .find((earlier) => haveSameWords(earlier.name, tool.name));
      return twin === undefined ? [] : [[tool, twin] as const];
    });
  });
}

function reportTwin(tool: LintedTool, twin: LintedTool): LintFinding {
  const steps = ["description"];
  const pointer = tool.operation?.component.operation.pointer ?? null;
  return createFinding(tool, {
    rule: "twins",
    argument: twin.name,
    message: `It reads like ${twin.name}: the descriptions say the same, and their names don't tell them apart.`,
    steps,
    cure: cureByOverlay(
      tool,
      { pointer, steps },
      {
        advice: `Describe how it differs from ${twin.name}`,
        update: { description: `<how it differs from ${twin.name}>` },
        isCertain: false,
      },
    ),
  });
}

/** Words in parentheses behind a text. */
const DISTINCTION = /^([^]*?) \(([^()]+)\)$/;

/**
 * First paragraph of a description, or the title. Words of the path that were added to tell tools of one text apart
 * say no largerSet than the names do.
 */
function textOf({ description, isHandWritten, route, title }: TwinCandidate) {
  const [paragraph = ""] = (description || title).split("\n\n");
  const [, text = paragraph, distinction = ""] =
    DISTINCTION.exec(paragraph) ?? [];
  if (route === null || isHandWritten(["description"])) return paragraph;
  const pathWords = new Set(wordsOf(route));
  return wordsOf(distinction).every((word) => pathWords.has(word))
    ? text
    : paragraph;
}

/** Words of a text without those that say nothing, in singular, with one verb for all of its meaning. */
function wordsOf(text: string): string[] {
  return toWords(text)
    .split(" ")
    .filter((word) => word !== "" && !EMPTY_WORDS.has(word))
    .map((word) => {
      const verbs = [word, word.replace(/s$/, ""), word.replace(/es$/, "")];
      const synonym = verbs.find((verb) => SYNONYMS.has(verb));
      return SYNONYMS.get(synonym ?? "") ?? toSingular(word);
    });
}

function toKey(text: string): string {
  return wordsOf(text).join(" ");
}

/** True if the words of one name are all in the other one. */
function haveSameWords(name: string, otherName: string): boolean {
  const words = new Set(wordsOf(name));
  const otherWords = new Set(wordsOf(otherName));
  const [smallerSet, largerSet] =
    words.size < otherWords.size ? [words, otherWords] : [otherWords, words];
  return [...smallerSet].every((word) => largerSet.has(word));
}
