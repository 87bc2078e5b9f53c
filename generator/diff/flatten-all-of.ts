import {
  listOf,
  propertiesOf,
  requiredOf,
  target,
} from "../../runtime/schema.js";
import { without } from "../shared/json.js";
import type { Schema } from "../model.js";
import { optionsOf } from "./compare-unions.js";

/** A schema, and what it shares with another one. */
export interface Opened {
  /** What it says by itself, and by those parts of its `allOf` that it doesn't share. */
  readonly own: Schema;
  /** What the shared parts say. */
  readonly common: Schema;
}

/** Puts into a schema what it refers to and what stands in its `allOf`, so that a field is found wherever it was written. */
export function opened(
  schema: Schema,
  defs: Readonly<Record<string, Schema>>,
  shares: ReadonlySet<string>,
  seen: readonly string[] = [],
): Opened {
  let own: Schema = without(schema, ["$ref", "allOf"]);
  let common: Schema = {};
  const add = (part: Schema, name = "") => {
    const inner = opened(part, defs, shares, [...seen, name]);
    common = put(common, inner.common);
    if (shares.has(name)) common = put(common, inner.own);
    else own = put(inner.own, own);
  };
  const shared = target(schema, defs);
  if (shared !== undefined && !seen.includes(shared.name))
    add(shared.schema, shared.name);
  for (const part of listOf(schema["allOf"])) add(part);
  const { type = common["type"] } = own;
  return { own: type === undefined ? own : { ...own, type }, common };
}

/** Both as one schema; what leaves a choice stays a part. */
function put(part: Schema, schema: Schema): Schema {
  const rest = listOf(schema["allOf"]);
  if (optionsOf(part).length > 0 && Object.keys(schema).length > 0)
    return { ...schema, allOf: [...rest, part] };
  const properties = new Map(propertiesOf(part));
  for (const [name, property] of propertiesOf(schema)) {
    const other = properties.get(name);
    const isSame = JSON.stringify(other) === JSON.stringify(property);
    properties.set(
      name,
      other === undefined || isSame ? property : { allOf: [other, property] },
    );
  }
  const required = new Set([...requiredOf(part), ...requiredOf(schema)]);
  const allOf = [...listOf(part["allOf"]), ...rest];
  return {
    ...part,
    ...schema,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.size > 0 && { required: [...required] }),
    ...(allOf.length > 0 && { allOf }),
  };
}
