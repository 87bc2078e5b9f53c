import { groupsOf } from "../../runtime/features/search/groups.js";
import { byCodeUnit } from "../text.js";
import { tagsOf } from "./files.js";
import type { PlannedApi } from "./planned.js";

/** Characters of what is told of an API, and groups: all of it is at most 300 tokens. */
const ABOUT = 200;
const GROUPS = 30;

/** What a server that doesn't list its tools tells the model: what it is, its groups, and how to work with it. */
export function instructionsOf(
  name: string,
  apis: readonly Pick<PlannedApi, "api" | "plan">[],
): string {
  const tools = apis
    .flatMap(({ plan }) => plan.components)
    .filter(({ kind }) => kind === "tool");
  const counts = new Map<string, number>();
  for (const tag of tools.flatMap((tool) =>
    groupsOf(tagsOf(tool), tool.operation.path),
  ))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const groups = [...counts]
    .sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b))
    .map(([tag, count]) => `${tag.slice(0, 40)} ${count}`);
  const more = groups.length > GROUPS ? [`${groups.length - GROUPS} more`] : [];
  return [
    [
      `${name}: ${tools.length} operations.`,
      ...apis.flatMap(({ api }) => aboutOf(api.description)),
    ],
    groups.length > 1
      ? ["Groups:", `${[...groups.slice(0, GROUPS), ...more].join(", ")}.`]
      : [],
    "Work one step at a time: search_operations finds an operation, describe_operations tells its arguments, read_operation calls one that only reads and call_operation any. Ask for little: filters, pages, few items.",
  ]
    .map((words) => [words].flat().join(" "))
    .filter(Boolean)
    .join("\n");
}

/** The first sentence of a text, on one line; nothing of one that is too long. */
function aboutOf(description: string): string[] {
  const line = description.replace(/<[^<>]*>|[#*`]/g, "").trim();
  const [sentence = ""] = /^[^]*?(?:\.(?=\s|$)|\n\n|$)/.exec(line) ?? [];
  const words = sentence.replace(/\s+/g, " ").trim();
  return words === "" || words.length > ABOUT ? [] : [words];
}
