import { getOwn, resolveRef } from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";
import { inlineSchemas, mapSubschemas } from "./inline-schemas.js";

/** Shows shared schemas in their places, and as `$defs` where that would be too long. */
export const refs: Listing = (schema, schemas, request) =>
  getOwn(schemas.leftOut, request)
    ? addDefinitions(schema, schemas.$defs)
    : inlineSchemas(schema, schemas, request);

/** Adds the shared schemas that can be reached as `$defs`, by name. */
export function addDefinitions(
  root: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  const reached = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const shared = resolveRef(schema, $defs);
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
