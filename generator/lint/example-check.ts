import { validateDeep, type Args, type Schemas } from "../runtime.js";
import type { Schema } from "../model.js";
import { resolveSchema } from "./resolve-schema.js";
import { examplesOf, isSchema } from "../schema/object-shape.js";
import { subschemas } from "../schema/walk.js";

/** Longest reason, in characters. */
const MAX_REASON = 200;

/** Reason why a schema refuses a value, as the server would; null if it accepts it. */
export function findRefusal(
  value: unknown,
  schema: Schema,
  $defs: Schemas["$defs"],
): string | null {
  const expected = structuredTypeOf(resolveSchema(schema, $defs));
  // The server would read JSON in a text; an example of it misleads anyway.
  if (typeof value === "string" && expected !== null)
    return `must be ${expected}, not string`;
  try {
    // It takes any value; arguments are the usual one.
    validateDeep(value as Args, { $defs, name: "", schema });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, firstReason = message] = /^- (.*)$/m.exec(message) ?? [];
    return firstReason.replace(/^body: /, "").slice(0, MAX_REASON);
  }
}

/** Type of a schema that takes objects or lists alone; null for others. */
function structuredTypeOf({ type, properties }: Schema): string | null {
  const inferredType = properties === undefined ? undefined : "object";
  const types = [type ?? inferredType].flat();
  return types.length === 1 && (types[0] === "object" || types[0] === "array")
    ? types[0]
    : null;
}

/** Example inside of a schema that the schema refuses. */
export interface RefusedExample {
  /** Names of the properties that lead to it. */
  readonly steps: readonly string[];
  readonly example: unknown;
  readonly reason: string;
}

/** Levels of a schema in which examples are looked for. */
const MAX_DEPTH = 4;

/** Schemas of one root that are looked at. */
const MAX_SCHEMAS = 500;

/**
 * Finds the examples in a schema, its properties and alternatives that are refused. References are not followed, except
 * those at the root, which the caller resolves.
 */
export function findRefusedExamples(
  root: Schema,
  $defs: Schemas["$defs"],
): RefusedExample[] {
  const refused: RefusedExample[] = [];
  const queue = [{ schema: root, steps: [] as readonly string[] }];
  for (const { schema, steps } of queue) {
    if (queue.length > MAX_SCHEMAS) break;
    for (const example of examplesOf(schema)) {
      const reason = findRefusal(example, schema, $defs);
      if (reason !== null) refused.push({ steps, example, reason });
    }
    if (steps.length >= MAX_DEPTH) continue;
    const { properties, items } = schema;
    if (isSchema(properties))
      for (const [name, property] of Object.entries(properties))
        if (isSchema(property))
          queue.push({ schema: property, steps: [...steps, name] });
    if (isSchema(items)) queue.push({ schema: items, steps });
    for (const branch of subschemas(schema, ["allOf", "anyOf", "oneOf"]))
      queue.push({ schema: branch, steps });
  }
  return refused;
}
