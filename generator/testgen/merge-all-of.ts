import { propertiesOf, requiredOf } from "../runtime.js";
import { toArray, omit, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { isSchema } from "../schema/object-shape.js";
import { mapValues } from "../schema/walk.js";

/** Schema of the values that both schemas accept, without their references and alternatives, which the caller follows. */
export function mergeAllOf(a: Schema, b: Schema): Schema {
  const mergedKeywords = mapValues(
    omit(b, REFERRING_KEYWORDS),
    (value, keyword) => {
      const earlierValue = a[keyword];
      return earlierValue === undefined
        ? value
        : mergeKeyword(keyword, earlierValue, value);
    },
  );
  const required = [...new Set([...requiredOf(a), ...requiredOf(b)])];
  return {
    ...omit(a, REFERRING_KEYWORDS),
    ...mergedKeywords,
    ...(required.length > 0 && { required }),
  };
}

const REFERRING_KEYWORDS = ["$ref", "allOf", "anyOf", "oneOf"];

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  switch (keyword) {
    case "type": {
      const [types, otherTypes] = [typesOf(a), typesOf(b)];
      if (types.length === 0) return b;
      const common = types.filter((type) => isIncludedType(type, otherTypes));
      const isInteger =
        !types.includes("integer") && otherTypes.includes("integer");
      return isInteger && types.includes("number")
        ? [...common, "integer"]
        : common;
    }
    case "enum": {
      const otherValues = new Set(
        toArray(b).map((allowedValue) => JSON.stringify(allowedValue)),
      );
      return toArray(a).filter((allowedValue) =>
        otherValues.has(JSON.stringify(allowedValue)),
      );
    }
    case "properties": {
      const names = new Map(propertiesOf({ properties: a }));
      for (const [name, schema] of propertiesOf({ properties: b }))
        names.set(name, mergeSubschemas(names.get(name), schema));
      return Object.fromEntries(names);
    }
    case "items":
    case "additionalProperties":
      return mergeSubschemas(a, b);
    default:
      if (typeof a !== "number" || typeof b !== "number") return b;
      return /^(min|exclusiveMin)/.test(keyword)
        ? Math.max(a, b)
        : Math.min(a, b);
  }
}

function mergeSubschemas(a: unknown, b: unknown): Schema {
  const parts = [a, b].filter(isSchema);
  return parts.length === 1 ? (parts[0] ?? {}) : { allOf: parts };
}

export function typesOf(type: unknown): string[] {
  return [type ?? []].flat().map(toWord);
}

/** True if no value can match both schemas, as far as types and enums tell, in properties that both have as well. */
export function isContradictory(a: Schema, b: Schema): boolean {
  const { enum: values, type } = mergeAllOf(constToEnum(a), constToEnum(b));
  const isEmptyList = (candidates: unknown) =>
    Array.isArray(candidates) && candidates.length === 0;
  if (isEmptyList(values) || isEmptyList(type)) return true;
  const otherProperties = new Map(propertiesOf(b));
  return propertiesOf(a).some(([name, schema]) => {
    const otherSchema = otherProperties.get(name);
    return otherSchema !== undefined && isContradictory(schema, otherSchema);
  });
}

/** Schema with `const` written as an `enum` of one value. */
export function constToEnum(schema: Schema): Schema {
  const { const: constant, ...otherKeywords } = schema;
  return constant === undefined
    ? schema
    : { ...otherKeywords, enum: [constant] };
}

/** True if the types include the type; `number` includes `integer`. */
function isIncludedType(type: string, types: readonly string[]): boolean {
  return (
    types.includes(type) || (type === "integer" && types.includes("number"))
  );
}
