import { gather } from "../json.js";
import type { PlannedComponent } from "../plan/component.js";

/** What tells tools apart whose texts are the same: words of their paths, by component. What is unlike has none. */
export function wordsApart(
  components: readonly PlannedComponent[],
): Map<PlannedComponent, string> {
  const told = components.filter((one) => one.kind === "tool" && !one.isGiven);
  const groups = gather(
    told.map((one) => [(one.description ?? one.title).toLowerCase(), one]),
  );
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const found = WAYS.map((way) =>
          group.map((one) => way(one, group)),
        ).find(
          (words) =>
            words.every(Boolean) && new Set(words).size === group.length,
        );
        return group.map(
          (one, at) => [one, found?.[at] ?? one.recipe.request] as const,
        );
      }),
  );
}

type Way = (
  one: PlannedComponent,
  group: readonly PlannedComponent[],
) => string;

/** From the shortest on. */
const WAYS: readonly Way[] = [
  (one, group) => {
    const shared = (word: string) =>
      group.every((other) => segments(other).includes(word));
    return words(segments(one).filter((word) => !shared(word)));
  },
  ({ operation }) => words(operation.tags),
  (one) => words(segments(one)),
];

function segments({ operation }: PlannedComponent): string[] {
  return operation.path
    .split("/")
    .filter((part) => !/^$|[{}]|^(?:api|v\d+)$/.test(part));
}

function words(parts: readonly string[]): string {
  return parts.join(" ").replace(/[-_]/g, " ").slice(0, 80);
}
