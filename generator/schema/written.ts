import { inline } from "../../runtime/features/inline.js";
import { own, target } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import { partsOf } from "./walk.js";

/** Schemas that are written out at most: what refers to itself in many ways would grow without end. */
const MAX_NODES = 2_000;

/** A schema with each shared one in its place, as the runtime lists it; undefined where that is too much. */
export function writtenOut(
  root: JsonSchema,
  schemas: Schemas,
): JsonSchema | undefined {
  const { $defs } = schemas;
  let nodes = 0;
  const count = (schema: JsonSchema, open: readonly string[]): void => {
    nodes += 1;
    if (nodes > MAX_NODES) return;
    for (const part of partsOf(schema)) count(part, open);
    const name = target(schema, $defs)?.name;
    if (name === undefined || open.includes(name)) return;
    count(own($defs, name) ?? {}, [...open, name]);
  };
  count(root, []);
  return nodes > MAX_NODES ? undefined : inline(root, schemas, "");
}
