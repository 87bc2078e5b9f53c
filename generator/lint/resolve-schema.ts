import type { Schemas } from "../runtime.js";
import type { Schema } from "../model.js";
import { isSchema } from "../schema/object-shape.js";
import { getMember } from "../shared/json.js";

/** References that are followed at the root of a schema. */
const MAX_REFS = 20;

/** Schema with the references at its root followed; keywords beside a reference win. */
export function resolveSchema(schema: Schema, $defs: Schemas["$defs"]): Schema {
  let resolved = schema;
  for (let count = 0; count < MAX_REFS; count += 1) {
    const { $ref, ...keywords } = resolved;
    if (typeof $ref !== "string") return resolved;
    const target = getMember($defs, $ref.replace(/^#\/\$defs\//, ""));
    resolved = { ...(isSchema(target) ? target : {}), ...keywords };
  }
  return resolved;
}
