import { schemasIn, collectAllOf, requiredOf } from "../../index.js";
import type { Component, JsonSchema, Schemas } from "../../index.js";

/**
 * Returns the constraints on a body as a whole: number of properties, dependent properties, and required properties of
 * an optional body.
 */
export function bodySchema(
  { body, bodyRequired = true }: Pick<Component, "body" | "bodyRequired">,
  $defs: Schemas["$defs"],
): JsonSchema | undefined {
  const parts = body ? collectAllOf(body, $defs, new Set()) : [];
  const allOf = parts
    .map((part) => Object.entries(part).filter(isBodyRule))
    .filter((keywords) => keywords.length > 0)
    .map((keywords) => Object.fromEntries(keywords));
  return allOf.length > 0 ? { allOf } : undefined;

  function isBodyRule([keyword, value]: [string, unknown]): boolean {
    if (keyword === "required")
      return !bodyRequired && requiredOf({ required: value }).length > 0;
    return UNION_KEYWORD.test(keyword)
      ? isChoice(value)
      : OBJECT_KEYWORD.test(keyword);
  }
}

const OBJECT_KEYWORD = /^(dependentRequired|(min|max)Properties)$/;

const UNION_KEYWORD = /^(any|one)Of$/;

/** True if each branch of a union only requires properties: `[{ required: ["a"] }, { required: ["b"] }]`. */
function isChoice(union: unknown): boolean {
  const branches = schemasIn(union);
  return branches.every((branch) => Object.keys(branch).join() === "required");
}
