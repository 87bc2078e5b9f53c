import { isAnnotation, isSchema, mapSubschemas } from "./json-schema.js";
import type { JsonSchema, Schemas } from "../types.js";

/** Schemas visited to write one out. */
const MAX_NODES = 2_000;

/** Levels of nesting that are tried, the most detailed first. */
const LEVELS = [50, 12, 9, 7, 6, 5, 4, 3, 2, 1];

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

/**
 * Writes each shared schema out in its place, in as much detail as `maxBytes` of JSON allow: what
 * would contain itself, and what lies too deep, is described in words.
 */
export function writtenOut(
  root: JsonSchema,
  schemas: Schemas,
  maxBytes: number,
): JsonSchema {
  let schema = root;
  let depth = Infinity;
  for (const levels of LEVELS) {
    // Nothing lies that deep, so nothing would be left out.
    if (levels >= depth) continue;
    const written = writeOut(root, schemas, levels);
    if (written === undefined) continue;
    ({ schema, depth } = written);
    if (bytesOf(schema) <= maxBytes) break;
  }
  return schema;
}

/** Bytes of JSON. */
export function bytesOf(schema: JsonSchema): number {
  return Buffer.byteLength(JSON.stringify(schema));
}

/** Undefined where the shared schemas multiply too often; never at one level. */
function writeOut(
  root: JsonSchema,
  schemas: Schemas,
  levels: number,
): { schema: JsonSchema; depth: number } | undefined {
  let nodes = 0;
  let depth = 0;
  const write = (
    schema: JsonSchema,
    level: number,
    open: readonly string[],
  ): JsonSchema => {
    nodes += 1;
    depth = Math.max(depth, level);
    const isTooMuch = nodes > MAX_NODES && levels > 1;
    if (isTooMuch) return schema;
    const { $ref, ...siblings } = schema;
    const name = referenced({ $ref });
    if (level >= levels) return outlined(siblings, name, schemas);
    const here = mapSubschemas(siblings, (inner) =>
      write(inner, level + 1, open),
    );
    if (name === undefined) return unwrapped(here);
    const target = lookup(name, schemas);
    if (open.includes(name)) return { ...nested(name, target), ...here };
    return combined(write(target, level, [...open, name]), here);
  };
  const schema = write(root, 0, []);
  return nodes > MAX_NODES && levels > 1 ? undefined : { schema, depth };
}

/** What stands where a schema lies too deep: itself, where nothing is in it. */
function outlined(
  siblings: JsonSchema,
  name: string | undefined,
  schemas: Schemas,
): JsonSchema {
  const target = name === undefined ? siblings : lookup(name, schemas);
  let isLeaf = referenced(target) === undefined;
  mapSubschemas(target, (inner) => {
    isLeaf = false;
    return inner;
  });
  if (isLeaf) return name === undefined ? target : combined(target, siblings);
  const told = siblings["description"] ?? target["description"];
  return {
    ...typeOf(target),
    description: [told, "Its details are left out of this listing."]
      .filter((text) => typeof text === "string")
      .join(" "),
  };
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
  return {
    ...typeOf(target),
    description: `A nested ${name}, shaped like the one around it.`,
  };
}

/** The type where it is one; lists are left without, since clients want to know of what. */
function typeOf({ type, properties }: JsonSchema): JsonSchema {
  const known = type ?? (properties ? "object" : undefined);
  return typeof known === "string" && known !== "array" ? { type: known } : {};
}
