import { inline } from "../../runtime/features/inline.js";
import { target } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import { weightOf } from "./reference-graph.js";
import { partsOf } from "./walk.js";

/** Schemas that are written out at most: what refers to itself in many ways would grow without end. */
const MAX_NODES = 2_000;

/** A schema with each shared one in its place, as the runtime lists it; undefined where that is too much, or surely more than `most` bytes. */
export function writtenOut(
  root: JsonSchema,
  schemas: Schemas,
  most = Infinity,
): JsonSchema | undefined {
  const { $defs } = schemas;
  let [nodes, bytes] = [0, 0];
  const isTooMuch = () => nodes > MAX_NODES || bytes > 2 * most;
  const open = new Set<string>();
  const count = (schema: JsonSchema): void => {
    nodes += 1;
    if (isTooMuch()) return;
    for (const part of partsOf(schema)) count(part);
    const shared = target(schema, $defs);
    if (shared === undefined || open.has(shared.name)) return;
    bytes += weightOf(shared.schema);
    open.add(shared.name);
    count(shared.schema);
    open.delete(shared.name);
  };
  count(root);
  return isTooMuch() ? undefined : inline(root, schemas, "");
}
