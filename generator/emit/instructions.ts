import { groupsOf } from "../../runtime/features/search/groups.js";
import type { Settings } from "../config/resolve-config.js";
import { byCodeUnit, byKey } from "../shared/order.js";
import { cutAt } from "../shared/slug.js";
import { tagsOf } from "./files.js";
import type { PlannedApi } from "./planned-files.js";

/** Groups that are named: all of it is at most 300 tokens. */
const GROUPS = 30;
/** Components that are overseen without groups, so that one more of them changes no text. */
const FEW = 20;

const SEARCH =
  "Work one step at a time: search_operations finds an operation, describe_operations tells its arguments, read_operation calls one that only reads and call_operation any. ";
const LITTLE =
  "Ask for little: filters, pages, few items, only the fields you need.";

/**
 * What a server tells the model of itself: what it is, its groups, and how to work with it. Numbers, which change with
 * every operation, where it doesn't list its tools.
 */
export function instructionsOf(
  name: string,
  apis: readonly Pick<PlannedApi, "plan">[],
  { tools: listed }: Pick<Settings, "tools">,
  skills: readonly { readonly path: string }[] = [],
): string {
  const isSearch = listed === "search";
  const all = apis.flatMap(({ plan }) => plan.components);
  const tools = all.filter(({ kind }) => kind === "tool");
  const counts = new Map<string, number>();
  for (const tag of (isSearch ? tools : all).flatMap((one) =>
    groupsOf(tagsOf(one), one.operation.path),
  ))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  // Of many, the largest are named; where they are counted, in that order.
  const largest = [...counts]
    .sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b))
    .slice(0, GROUPS);
  const groups = isSearch
    ? largest.map(([tag, count]) => `${cutAt(tag, 40)} ${count}`)
    : largest.sort(byKey).map(([tag]) => cutAt(tag, 40));
  const rest = counts.size - GROUPS;
  const more = rest > 0 ? [isSearch ? `${rest} more` : "and others"] : [];
  return [
    [
      isSearch ? `${name}: ${tools.length} operations.` : ended(name),
      ...apis.flatMap(({ plan }) => ended(plan.about) || []),
    ],
    groups.length > 1 && (isSearch || all.length > FEW)
      ? ["Groups:", `${[...groups, ...more].join(", ")}.`]
      : [],
    isSearch ? skillsIn(skills) : "",
    (isSearch ? SEARCH : "") + LITTLE,
  ]
    .map((words) => [words].flat().join(" "))
    .filter(Boolean)
    .join("\n");
}

function ended(text: string): string {
  return text.replace(/[^.!?…]$/, "$&.");
}

/** Skills that are named. */
const SKILLS = 12;

/** The names of skills, which a client may read before it begins. */
function skillsIn(pages: readonly { readonly path: string }[]): string {
  const names = pages.flatMap(
    ({ path }) => /^skills\/(.*)\/SKILL\.md$/.exec(path)?.[1] ?? [],
  );
  const rest = names.length - SKILLS;
  const more = rest > 0 ? [`${rest} more`] : [];
  const all = [...names.slice(0, SKILLS), ...more].join(", ");
  return all && `Skills (skill://<name>/SKILL.md): ${all}.`;
}
