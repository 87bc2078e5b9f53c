import { groupNames } from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { compareCodeUnits, compareKeys } from "../shared/order.js";
import { truncateAt } from "../shared/slug.js";
import { tagsOf } from "./files.js";
import { isListed } from "../config/config.js";
import type { PlannedApi } from "./planned-files.js";

/** Groups that are named. It keeps the instructions below 300 tokens. */
const MAX_GROUPS = 30;
/** Components up to which no groups are named, so that one more of them changes no text. */
const MAX_UNGROUPED = 20;

const SEARCH_ADVICE =
  "Work one step at a time: search_operations finds an operation, describe_operations shows its arguments, read_operation calls one that only reads and call_operation any. ";
const BREVITY_ADVICE =
  "Ask for little: filters, pages, few items, only the fields you need.";

/**
 * Instructions of a server for the model: what it is, its groups, and how to work with it. Numbers, which change with
 * every operation, are part of it only if the server doesn't list its tools (`tools: "search"`), as is the sentence
 * about further files, such as skills.
 */
export function writeInstructions(
  name: string,
  apis: readonly Pick<PlannedApi, "plan">[],
  { tools: toolListing }: Pick<ResolvedConfig, "tools">,
  fileSentence = "",
): string {
  const isSearch = toolListing === "search";
  const components = apis.flatMap(({ plan }) =>
    plan.components.filter(isListed),
  );
  const tools = components.filter(({ kind }) => kind === "tool");
  const counts = new Map<string, number>();
  for (const tag of (isSearch ? tools : components).flatMap((component) =>
    groupNames(tagsOf(component), component.operation.path),
  ))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  // The largest groups are named: sorted by size if counts are shown, otherwise by name.
  const largestGroups = [...counts]
    .sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b))
    .slice(0, MAX_GROUPS);
  const groups = isSearch
    ? largestGroups.map(([tag, count]) => `${truncateAt(tag, 40)} ${count}`)
    : largestGroups.sort(compareKeys).map(([tag]) => truncateAt(tag, 40));
  const hiddenCount = counts.size - MAX_GROUPS;
  const remainder =
    hiddenCount > 0 ? [isSearch ? `${hiddenCount} more` : "and others"] : [];
  return [
    [
      isSearch ? `${name}: ${tools.length} operations.` : endSentence(name),
      ...apis.flatMap(({ plan }) => endSentence(plan.apiSummary) || []),
    ],
    groups.length > 1 && (isSearch || components.length > MAX_UNGROUPED)
      ? ["Groups:", `${[...groups, ...remainder].join(", ")}.`]
      : [],
    isSearch ? fileSentence : "",
    (isSearch ? SEARCH_ADVICE : "") + BREVITY_ADVICE,
  ]
    .map((words) => [words].flat().join(" "))
    .filter(Boolean)
    .join("\n");
}

function endSentence(text: string): string {
  return text.replace(/[^.!?…]$/, "$&.");
}
