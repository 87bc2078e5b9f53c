import {
  inlineSchemas,
  resolveRef,
  type JsonSchema,
  type Schemas,
} from "../runtime.js";
import { schemaBytes } from "./reference-graph.js";
import { subschemas } from "./walk.js";

/** Schemas that are written out at most; schemas that refer to themselves in many ways would grow exponentially. */
const MAX_NODES = 2_000;

/** Schema with every shared schema inlined, as the runtime lists it. Undefined if that takes more than `MAX_NODES` schemas, or certainly more than `maxBytes` bytes. */
export function inlineRefs(
  root: JsonSchema,
  schemas: Schemas,
  maxBytes = Infinity,
): JsonSchema | undefined {
  const { $defs } = schemas;
  let [nodes, bytes] = [0, 0];
  const isTooMuch = () => nodes > MAX_NODES || bytes > 2 * maxBytes;
  const openNames = new Set<string>();
  const countNodes = (schema: JsonSchema): void => {
    nodes += 1;
    if (isTooMuch()) return;
    for (const subschema of subschemas(schema)) countNodes(subschema);
    const referenced = resolveRef(schema, $defs);
    if (referenced === undefined || openNames.has(referenced.name)) return;
    bytes += schemaBytes(referenced.schema);
    openNames.add(referenced.name);
    countNodes(referenced.schema);
    openNames.delete(referenced.name);
  };
  countNodes(root);
  return isTooMuch() ? undefined : inlineSchemas(root, schemas, "");
}
