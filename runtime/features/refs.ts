import { own, target } from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";
import { inline, mapSubschemas } from "./inline-refs.js";

/** Shows shared schemas in their places, and as `$defs` where that would be too long. */
export const refs: Listing = (schema, schemas, request) =>
  own(schemas.leftOut, request)
    ? withDefinitions(schema, schemas.$defs)
    : inline(schema, schemas, request);

/** Adds the shared schemas that can be reached as `$defs`, by name. */
export function withDefinitions(
  root: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  const reached = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const shared = target(schema, $defs);
    if (shared && !reached.has(shared.name)) {
      reached.set(shared.name, shared.schema);
      visit(shared.schema);
    }
    return mapSubschemas(schema, visit);
  };
  visit(root);
  if (reached.size === 0) return root;
  const sorted = [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...root, $defs: Object.fromEntries(sorted) };
}
