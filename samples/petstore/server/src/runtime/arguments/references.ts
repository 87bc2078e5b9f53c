import { isAnnotation, isSchema, mapSubschemas } from "./json-schema.js";
import type { JsonSchema, Schemas } from "../types.js";

/** Bounds of a schema that is written out: bytes of JSON, and schemas visited to make it. */
const INLINE_BYTES = 24 * 1024;
const INLINE_NODES = 2_000;

/** The name of the shared schema that a schema refers to. */
export function referenced(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === "string" ? $ref.replace("#/$defs/", "") : undefined;
}

/** A reference to nothing stands for anything: one broken schema must not take the whole list down. */
export function lookup(name: string, schemas: Schemas): JsonSchema {
  const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return found ?? { description: `Any ${name}.` };
}

/** Adds the shared schemas that can be reached as `$defs`, by name. */
export function withDefinitions(
  root: JsonSchema,
  schemas: Schemas,
): JsonSchema {
  const reached = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const name = referenced(schema);
    if (name !== undefined && !reached.has(name)) {
      const target = lookup(name, schemas);
      reached.set(name, target);
      visit(target);
    }
    return mapSubschemas(schema, visit);
  };
  visit(root);
  if (reached.size === 0) return root;
  const sorted = [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...root, $defs: Object.fromEntries(sorted) };
}

/** Writes each shared schema out in its place, recursion cut; undefined where the result would be too large. */
export function inlined(
  root: JsonSchema,
  schemas: Schemas,
): JsonSchema | undefined {
  let nodes = 0;
  const inline = (schema: JsonSchema, open: readonly string[]): JsonSchema => {
    nodes += 1;
    if (nodes > INLINE_NODES) return schema;
    const { $ref, ...siblings } = schema;
    const here = mapSubschemas(siblings, (inner) => inline(inner, open));
    const name = referenced({ $ref });
    if (name === undefined) return unwrapped(here);
    const target = lookup(name, schemas);
    if (open.includes(name)) return { ...nested(name, target), ...here };
    return combined(inline(target, [...open, name]), here);
  };
  const schema = inline(root, []);
  if (nodes > INLINE_NODES) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  return bytes > INLINE_BYTES ? undefined : schema;
}

/** `allOf` of one schema is the way of OpenAPI 3.0 to say something beside a reference. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const { allOf, ...siblings } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1) return schema;
  const [only] = allOf as unknown[]; // Array.isArray gives any[]
  return isSchema(only) ? combined(only, siblings) : schema;
}

function combined(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return Object.keys(siblings).every(isAnnotation)
    ? { ...schema, ...siblings }
    : { ...siblings, allOf: [schema] };
}

/** What stands where a schema would contain itself. */
function nested(name: string, target: JsonSchema): JsonSchema {
  const type = target["type"] ?? (target["properties"] ? "object" : undefined);
  return {
    ...(typeof type === "string" && type !== "array" && { type }),
    description: `A nested ${name}, shaped like the one around it.`,
  };
}
