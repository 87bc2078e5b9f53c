import { toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import type { Plan } from "../plan/plan.js";
import { circlesOf, namesIn } from "../schema/reference-graph.js";
import { isSchema, referenceNames } from "../schema/object-shape.js";
import { digest } from "../shared/hash.js";
import { componentPath } from "./files.js";

/**
 * A digest for each component's file that changes when its arguments change, in what it shares at
 * any depth, too; so that edits which rely on them can be pointed out.
 */
export function contractsOf(plan: Plan): Map<string, string> {
  const { $defs, arguments: common } = plan.shared;
  const deep = deepDigests($defs);
  return new Map(
    plan.components.map((component) => {
      const { recipe } = component;
      const args = Object.values(recipe.arguments ?? {}).flatMap((one) => [
        one,
        common[toWord(one["$ref"]).replace("#/arguments/", "")] ?? {},
      ]);
      const schemas = [recipe.body ?? {}, ...args].flatMap((one) => [
        one,
        isSchema(one["schema"]) ? one["schema"] : {},
      ]);
      const names = [...new Set(schemas.flatMap(referenceNames))].sort();
      const shared = names.map((name) => deep.get(name));
      const text = JSON.stringify([recipe, args, shared], withoutWords);
      return [componentPath(component), digest(text, 12)];
    }),
  );
}

/** A digest of each shared schema with all that it leads to; those that lead to each other have one. */
function deepDigests($defs: Readonly<Record<string, Schema>>) {
  const deep = new Map<string, string>();
  const next = (name: string) => namesIn($defs[name] ?? {});
  for (const circle of circlesOf(Object.keys($defs), next)) {
    const own = circle.sort().map((name) => [name, $defs[name]]);
    const below = new Set(circle.flatMap(next).map((name) => deep.get(name)));
    const text = JSON.stringify([own, [...below].sort()], withoutWords);
    for (const name of circle) deep.set(name, digest(text, 12));
  }
  return deep;
}

/** An edit relies on what arguments are, not on how they are described. A property may be called so, too, but is no text. */
function withoutWords(key: string, value: unknown): unknown {
  const isText = typeof value === "string" || Array.isArray(value);
  return isText && /^(description|examples|title)$/.test(key)
    ? undefined
    : value;
}
