import type { Plan } from "../plan/plan.js";
import { isSchema, referenceNames } from "../schema/shape.js";
import { digest } from "../text.js";
import { componentPath } from "./files.js";

/**
 * A digest for each component's file that changes when its arguments change, in what it shares at
 * any depth, too; so that edits which rely on them can be pointed out.
 */
export function contractsOf(plan: Plan): Map<string, string> {
  const { $defs, arguments: common } = plan.shared;
  const direct = new Map(
    Object.entries($defs).map(([name, schema]) => [
      name,
      referenceNames(schema),
    ]),
  );
  return new Map(
    plan.components.map((component) => {
      const { recipe } = component;
      const args = Object.values(recipe.arguments ?? {}).flatMap((one) => [
        one,
        common[String(one.$ref).replace("#/arguments/", "")] ?? {},
      ]);
      const schemas = [recipe.body ?? {}, ...args].flatMap((one) => [
        one,
        isSchema(one["schema"]) ? one["schema"] : {},
      ]);
      const names = new Set(schemas.flatMap(referenceNames));
      // The set grows while it is walked.
      for (const name of names)
        for (const next of direct.get(name) ?? []) names.add(next);
      const shared = [...names].sort().map((name) => $defs[name]);
      const text = JSON.stringify([recipe, args, shared], withoutWords);
      return [componentPath(component), digest(text, 12)];
    }),
  );
}

/** An edit relies on what arguments are, not on how they are described. A property may be called so, too, but is no text. */
function withoutWords(key: string, value: unknown): unknown {
  const isText = typeof value === "string" || Array.isArray(value);
  return isText && /^(description|examples|title)$/.test(key)
    ? undefined
    : value;
}
