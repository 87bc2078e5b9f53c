import { gather } from "../shared/group-by.js";
import type { PlannedComponent } from "./component.js";
import { deedOf } from "../describe/describe.js";
import { cutAt } from "../shared/slug.js";

/** What tells tools apart whose texts are the same: words of their paths, by component. What is unlike has none. */
export function wordsApart(
  components: readonly PlannedComponent[],
): Map<PlannedComponent, string> {
  const told = components.filter((one) => one.kind === "tool" && !one.isGiven);
  const groups = gather(told.map((one) => [deedOf(one), one]));
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const found = WAYS.map((way) => way(group)).find(
          (words) =>
            words.every(Boolean) && new Set(words).size === group.length,
        );
        return group.map(
          (one, at) => [one, found?.[at] ?? one.recipe.request] as const,
        );
      }),
  );
}

type Way = (group: readonly PlannedComponent[]) => string[];

/** Words for each of a group, from the shortest on. */
const WAYS: readonly Way[] = [
  (group) => {
    const paths = group.map(segments);
    const [first = [], ...others] = paths;
    const isShared = (word: string) =>
      others.every((path) => path.includes(word));
    const shared = new Set(first.filter(isShared));
    return paths.map((path) => words(path.filter((word) => !shared.has(word))));
  },
  (group) => group.map(({ operation }) => words(operation.tags)),
  (group) => group.map((one) => words(segments(one))),
];

function segments({ operation }: PlannedComponent): string[] {
  return operation.path
    .split("/")
    .filter((part) => !/^$|[{}]|^(?:api|v\d+)$/.test(part));
}

function words(parts: readonly string[]): string {
  return cutAt(parts.join(" ").replace(/[-_]/g, " "), 80);
}
