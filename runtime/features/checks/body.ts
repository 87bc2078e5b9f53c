import { schemasIn, collectAllOf, requiredOf } from "../../index.js";
import type { Component, JsonSchema, Schemas } from "../../index.js";

/** What a body says of itself: how many properties it has, which need others; where it may be left out, what it needs if it isn't. */
export function bodySchema(
  { body, bodyRequired = true }: Pick<Component, "body" | "bodyRequired">,
  $defs: Schemas["$defs"],
): JsonSchema | undefined {
  const parts = body ? collectAllOf(body, $defs, new Set()) : [];
  const allOf = parts
    .map((part) => Object.entries(part).filter(isOfWhole))
    .filter((kept) => kept.length > 0)
    .map((kept) => Object.fromEntries(kept));
  return allOf.length > 0 ? { allOf } : undefined;

  function isOfWhole([keyword, value]: [string, unknown]): boolean {
    if (keyword === "required")
      return !bodyRequired && requiredOf({ required: value }).length > 0;
    return UNION.test(keyword) ? isChoice(value) : WHOLE.test(keyword);
  }
}

const WHOLE = /^(dependentRequired|(min|max)Properties)$/;

const UNION = /^(any|one)Of$/;

/** `[{ required: ["a"] }, { required: ["b"] }]` */
function isChoice(union: unknown): boolean {
  const branches = schemasIn(union);
  return branches.every((one) => Object.keys(one).join() === "required");
}
