import { ToolwrightError } from "../errors.js";
import type { Operation } from "../model.js";
import { byCodeUnit } from "../text.js";
import type { PlanOptions } from "./options.js";

/** Whether an operation is wanted by its tags. Throws where a tag is named that no operation has. */
export function tagFilter(
  operations: readonly Operation[],
  { excludeTags, tags }: Pick<PlanOptions, "excludeTags" | "tags">,
): (operation: Operation) => boolean {
  const known = new Set(operations.flatMap((operation) => operation.tags));
  const unknown = [...tags, ...excludeTags].filter((tag) => !known.has(tag));
  if (unknown.length > 0)
    throw new ToolwrightError({
      code: "unknown-tag",
      message: `No operation has the tag ${unknown.join(", ")}.`,
      hint: `Known are ${[...known].sort(byCodeUnit).join(", ") || "none"}.`,
    });
  return (operation) =>
    (tags.length === 0 || operation.tags.some((tag) => tags.includes(tag))) &&
    !operation.tags.some((tag) => excludeTags.includes(tag));
}
