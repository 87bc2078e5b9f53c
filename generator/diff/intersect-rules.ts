import { isSchema, propertiesOf, requiredOf, schemasIn } from "../runtime.js";
import { omit, setMember, toStrings, type JsonObject } from "../shared/json.js";
import type { Schema } from "../model.js";

/**
 * Combines the rules of two schemas that both hold: common types and values, the tighter bound, all properties. Two
 * values of another keyword stay side by side, the second one in `allOf`.
 */
export function intersectRules(first: Schema, second: Schema): Schema {
  const combined: JsonObject = { ...omit(first, ["allOf"]) };
  const parts = [...schemasIn(first["allOf"]), ...schemasIn(second["allOf"])];
  for (const [keyword, value] of Object.entries(omit(second, ["allOf"]))) {
    if (value === undefined) continue;
    const firstValue = combined[keyword];
    const isNew = firstValue === undefined || firstValue === true;
    const joined = isNew
      ? value
      : combineValues(keyword, [firstValue, value], [first, second]);
    if (joined === undefined) parts.push({ [keyword]: value });
    else setMember(combined, keyword, joined);
  }
  return parts.length > 0 ? { ...combined, allOf: parts } : combined;
}

/** Value of a keyword for which both values hold; undefined if there is none. */
function combineValues(
  keyword: string,
  [first, second]: readonly [unknown, unknown],
  schemas: readonly [Schema, Schema],
): unknown {
  if (second === true || JSON.stringify(first) === JSON.stringify(second))
    return first;
  switch (keyword) {
    case "type":
      return intersectTypes(
        toStrings([first].flat()),
        toStrings([second].flat()),
      );
    case "enum": {
      const texts = new Set(
        [second].flat().map((value) => JSON.stringify(value)),
      );
      const values = [first]
        .flat()
        .filter((value) => texts.has(JSON.stringify(value)));
      return values.length > 0 ? values : first;
    }
    case "required":
      return [...new Set(schemas.flatMap(requiredOf))];
    case "properties":
      return joinProperties(...schemas);
    case "items":
    case "additionalProperties":
      if (first === false || second === false) return false;
      return isSchema(first) && isSchema(second)
        ? { allOf: [first, second] }
        : undefined;
  }
  if (typeof first !== "number" || typeof second !== "number") return undefined;
  if (/^(?:exclusiveM|m)inimum$|^min[A-Z]/.test(keyword))
    return Math.max(first, second);
  return /^(?:exclusiveM|m)aximum$|^max[A-Z]/.test(keyword)
    ? Math.min(first, second)
    : undefined;
}

/** Types that both lists have; the first list if they have none in common. */
function intersectTypes(first: string[], second: string[]): string[] {
  const hasIntegers = (types: string[]) =>
    types.includes("integer") || types.includes("number");
  const types = first.filter((type) => second.includes(type));
  const isInteger =
    !types.includes("number") &&
    !types.includes("integer") &&
    hasIntegers(first) &&
    hasIntegers(second);
  const common = [...types, ...(isInteger ? ["integer"] : [])];
  return common.length > 0 ? common : first;
}

/** Properties of two schemas; one that both declare has to be valid for both. */
function joinProperties(first: Schema, second: Schema): Schema {
  const properties: JsonObject = Object.fromEntries(propertiesOf(first));
  for (const [name, property] of propertiesOf(second)) {
    const firstProperty = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    const isSame =
      firstProperty === undefined ||
      JSON.stringify(firstProperty) === JSON.stringify(property);
    setMember(
      properties,
      name,
      isSame ? property : { allOf: [firstProperty, property] },
    );
  }
  return properties;
}
