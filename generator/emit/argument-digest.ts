import { toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import type { Plan } from "../plan/plan.js";
import { stronglyConnected, refNames } from "../schema/reference-graph.js";
import { isSchema, collectRefNames } from "../schema/object-shape.js";
import { digest } from "../shared/hash.js";
import { toComponentPath } from "./files.js";

/**
 * Digest of each component's arguments, by the path of its module. It changes with the shared schemas
 * that they reference at any depth, too, so that hand edits which rely on them can be reported.
 */
export function digestArguments(plan: Plan): Map<string, string> {
  const { $defs, arguments: sharedArguments } = plan.sharedSchemas;
  const digests = digestSharedSchemas($defs);
  return new Map(
    plan.components.map((component) => {
      const { requestSpec } = component;
      const args = Object.values(requestSpec.arguments ?? {}).flatMap(
        (parameter) => [
          parameter,
          sharedArguments[
            toWord(parameter["$ref"]).replace("#/arguments/", "")
          ] ?? {},
        ],
      );
      const schemas = [requestSpec.body ?? {}, ...args].flatMap((schema) => [
        schema,
        isSchema(schema["schema"]) ? schema["schema"] : {},
      ]);
      const names = [...new Set(schemas.flatMap(collectRefNames))].sort();
      const schemaDigests = names.map((name) => digests.get(name));
      const text = JSON.stringify([requestSpec, args, schemaDigests], omitDocs);
      return [toComponentPath(component), digest(text, 12)];
    }),
  );
}

/** Digest of each shared schema and all that it references; schemas of one cycle share a digest. */
function digestSharedSchemas($defs: Readonly<Record<string, Schema>>) {
  const digests = new Map<string, string>();
  const referencedNames = (name: string) => refNames($defs[name] ?? {});
  for (const cycle of stronglyConnected(Object.keys($defs), referencedNames)) {
    const cycleSchemas = cycle.sort().map((name) => [name, $defs[name]]);
    const referencedDigests = new Set(
      cycle.flatMap(referencedNames).map((name) => digests.get(name)),
    );
    const text = JSON.stringify(
      [cycleSchemas, [...referencedDigests].sort()],
      omitDocs,
    );
    for (const name of cycle) digests.set(name, digest(text, 12));
  }
  return digests;
}

/** JSON replacer that omits `description`, `examples` and `title`: an edit relies on what arguments are, not on their docs. Properties of these names stay, since they are objects. */
function omitDocs(key: string, value: unknown): unknown {
  const isText = typeof value === "string" || Array.isArray(value);
  return isText && /^(description|examples|title)$/.test(key)
    ? undefined
    : value;
}
