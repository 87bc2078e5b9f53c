import { groupBy } from "../shared/group-by.js";
import type { ComponentDraft } from "./component.js";
import { operationKey } from "../model.js";
import { actionOf } from "../describe/describe.js";
import { truncateAt } from "../shared/slug.js";

/**
 * Words that tell tools of the same text apart, by component: from their paths, tags or requests. A
 * tool of a unique text has no entry.
 */
export function disambiguateTitles(
  components: readonly ComponentDraft[],
): Map<ComponentDraft, string> {
  const toolsWithoutDescription = components.filter(
    (component) => component.kind === "tool" && !component.isConfigured,
  );
  const groups = groupBy(
    toolsWithoutDescription.map((component) => [
      actionOf(component),
      component,
    ]),
  );
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const distinctWords = WORD_SOURCES.map((toWordList) =>
          toWordList(group),
        ).find(
          (wordList) =>
            wordList.every(Boolean) && new Set(wordList).size === group.length,
        );
        return group.map(
          (component, at) =>
            [
              component,
              distinctWords?.[at] ?? operationKey(component.operation),
            ] as const,
        );
      }),
  );
}

type WordSource = (group: readonly ComponentDraft[]) => string[];

/** Functions that give words for each component of a group, the shortest words first. */
const WORD_SOURCES: readonly WordSource[] = [
  (group) => {
    const paths = group.map(literalSegmentsOf);
    const [firstPath = [], ...otherPaths] = paths;
    const isInAllPaths = (word: string) =>
      otherPaths.every((path) => path.includes(word));
    const commonWords = new Set(firstPath.filter(isInAllPaths));
    return paths.map((path) =>
      joinWords(path.filter((word) => !commonWords.has(word))),
    );
  },
  (group) => group.map(({ operation }) => joinWords(operation.tags)),
  (group) => group.map((component) => joinWords(literalSegmentsOf(component))),
];

function literalSegmentsOf({ operation }: ComponentDraft): string[] {
  return operation.path
    .split("/")
    .filter((segment) => !/^$|[{}]|^(?:api|v\d+)$/.test(segment));
}

function joinWords(parts: readonly string[]): string {
  return truncateAt(parts.join(" ").replace(/[-_]/g, " "), 80);
}
