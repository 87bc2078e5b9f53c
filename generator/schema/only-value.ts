import type { Schema } from "../model.js";
import { flattenSchema } from "./flatten-schema.js";

/** Value that a schema allows alone, by `const` or an `enum` of one; undefined if it allows others. */
export function onlyValueOf(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
): unknown {
  for (const part of flattenSchema(schema, schemas)) {
    const { enum: values } = part;
    if ("const" in part) return part["const"];
    if (Array.isArray(values) && values.length === 1)
      return values[0] as unknown;
  }
  return undefined;
}
