import { getOwn, resolveRef } from "../../index.js";
import type { JsonSchema, Listing, Schemas } from "../../index.js";
import { inlineSchemas, mapSubschemas } from "./inline-schemas.js";

/** Inlines shared schemas, or lists them as `$defs` if that would be too long. */
export const refs: Listing = (schema, schemas, request) =>
  getOwn(schemas.leftOut, request)
    ? addDefinitions(schema, schemas.$defs)
    : inlineSchemas(schema, schemas, request);

/** Adds the reachable shared schemas as `$defs`, by name. */
export function addDefinitions(
  root: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  const reachableSchemas = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const target = resolveRef(schema, $defs);
    if (target && !reachableSchemas.has(target.name)) {
      reachableSchemas.set(target.name, target.schema);
      visit(target.schema);
    }
    return mapSubschemas(schema, visit);
  };
  visit(root);
  if (reachableSchemas.size === 0) return root;
  const sortedSchemas = [...reachableSchemas].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return { ...root, $defs: Object.fromEntries(sortedSchemas) };
}
