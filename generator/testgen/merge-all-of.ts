import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { listOf, without } from "../shared/json.js";
import type { Schema } from "../model.js";
import { isSchema } from "../schema/object-shape.js";
import { mapValues } from "../schema/walk.js";

/** What two schemas say together of one value, without what they refer to or choose between. */
export function together(a: Schema, b: Schema): Schema {
  const both = mapValues(without(b, FOLLOWED), (value, keyword) => {
    const before = a[keyword];
    return before === undefined ? value : combined(keyword, before, value);
  });
  const required = [...new Set([...requiredOf(a), ...requiredOf(b)])];
  return {
    ...without(a, FOLLOWED),
    ...both,
    ...(required.length > 0 && { required }),
  };
}

const FOLLOWED = ["$ref", "allOf", "anyOf", "oneOf"];

function combined(keyword: string, a: unknown, b: unknown): unknown {
  switch (keyword) {
    case "type": {
      const [types, others] = [typesOf(a), typesOf(b)];
      if (types.length === 0) return b;
      const common = types.filter((type) => isAmong(type, others));
      const isInteger =
        !types.includes("integer") && others.includes("integer");
      return isInteger && types.includes("number")
        ? [...common, "integer"]
        : common;
    }
    case "enum": {
      const others = new Set(listOf(b).map((one) => JSON.stringify(one)));
      return listOf(a).filter((one) => others.has(JSON.stringify(one)));
    }
    case "properties": {
      const names = new Map(propertiesOf({ properties: a }));
      for (const [name, schema] of propertiesOf({ properties: b }))
        names.set(name, bothOf(names.get(name), schema));
      return Object.fromEntries(names);
    }
    case "items":
    case "additionalProperties":
      return bothOf(a, b);
    default:
      if (typeof a !== "number" || typeof b !== "number") return b;
      return /^(min|exclusiveMin)/.test(keyword)
        ? Math.max(a, b)
        : Math.min(a, b);
  }
}

function bothOf(a: unknown, b: unknown): Schema {
  const parts = [a, b].filter(isSchema);
  return parts.length === 1 ? (parts[0] ?? {}) : { allOf: parts };
}

export function typesOf(type: unknown): string[] {
  return [type ?? []].flat().map(String);
}

/** Whether no value is accepted by both, as far as types and allowed values tell, in properties of both as well. */
export function contradict(a: Schema, b: Schema): boolean {
  const { enum: values, type } = together(onlyValues(a), onlyValues(b));
  const isNone = (all: unknown) => Array.isArray(all) && all.length === 0;
  if (isNone(values) || isNone(type)) return true;
  const others = new Map(propertiesOf(b));
  return propertiesOf(a).some(([name, schema]) => {
    const other = others.get(name);
    return other !== undefined && contradict(schema, other);
  });
}

/** A constant is the only value of a list. */
export function onlyValues(schema: Schema): Schema {
  const { const: only, ...rest } = schema;
  return only === undefined ? schema : { ...rest, enum: [only] };
}

/** An integer is a number, too. */
function isAmong(type: string, others: readonly string[]): boolean {
  return (
    others.includes(type) || (type === "integer" && others.includes("number"))
  );
}
