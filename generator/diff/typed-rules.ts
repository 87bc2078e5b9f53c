import { isSchema } from "../runtime.js";
import { toArray, toStrings } from "../shared/json.js";
import type { Schema } from "../model.js";

/** Types of the values that a keyword says something about; keywords that are missing here apply to any value. */
const TYPES_BY_KEYWORD: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [
        ["string"],
        "minLength maxLength pattern contentEncoding contentMediaType contentSchema",
      ],
      [["string", "number", "integer"], "format"],
      [
        ["number", "integer"],
        "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
      ],
      [
        ["array"],
        "items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
      ],
      [
        ["object"],
        "properties patternProperties additionalProperties propertyNames required dependentRequired dependentSchemas minProperties maxProperties unevaluatedProperties",
      ],
    ] as const
  ).flatMap(([types, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, types] as const),
  ),
);

/**
 * Splits rules into those for each type: one for all values of an `enum`, which needs no further rules, and one for
 * each other type, with the keywords that apply to it and forbid something. Null is left out.
 */
export function toTypedRules(rules: Schema): Schema[] {
  const { type, ...keywords } = rules;
  const types = type === undefined ? null : listTypes(rules);
  const values =
    keywords["const"] === undefined ? keywords["enum"] : [keywords["const"]];
  if (Array.isArray(values)) return toValueRules(values, types);
  const effectiveKeywords = Object.entries(keywords).filter(
    ([keyword, value]) => !isIdle(keyword, value),
  );
  if (types === null) return [Object.fromEntries(effectiveKeywords)];
  return types.map((name) => {
    const applicableKeywords = effectiveKeywords.filter(
      ([keyword]) => TYPES_BY_KEYWORD.get(keyword)?.includes(name) ?? true,
    );
    const typedRules = {
      type: name,
      ...Object.fromEntries(applicableKeywords),
    };
    return name === "integer" ? roundBounds(typedRules) : typedRules;
  });
}

/** Types of a value other than null, each once and none that another one includes. Text beside a 64-bit integer holds the digits of one. */
function listTypes({ format, type }: Schema): string[] {
  const types = new Set(toStrings([type].flat()));
  types.delete("null");
  if (types.has("number")) types.delete("integer");
  const isLong = /^u?int64$/.test(String(format)) && types.has("integer");
  if (isLong) types.delete("string");
  return [...types];
}

/** Rules for the values of an `enum`; both booleans are the type. */
function toValueRules(
  values: readonly unknown[],
  types: readonly string[] | null,
): Schema[] {
  const isTyped = (value: unknown) =>
    types === null ||
    types.includes(typeOfValue(value)) ||
    (typeOfValue(value) === "integer" && types.includes("number"));
  const definedValues = values.filter((value) => value !== null);
  const typedValues = definedValues.filter(isTyped);
  const acceptedValues = typedValues.length > 0 ? typedValues : definedValues;
  const hasBooleans = [true, false].every((value) =>
    acceptedValues.includes(value),
  );
  const otherValues = acceptedValues.filter(
    (value) => !hasBooleans || typeof value !== "boolean",
  );
  return [
    ...(hasBooleans ? [{ type: "boolean" }] : []),
    ...(otherValues.length > 0 ? [{ enum: otherValues }] : []),
  ];
}

/** Types of the values that rules of one type accept: several for an `enum` of several; null if they may have any. */
export function typesOf({ enum: values, type }: Schema): string[] | null {
  if (Array.isArray(values))
    return [...new Set(values.map(typeOfValue))].sort();
  return type === undefined ? null : toStrings([type].flat());
}

/** JSON Schema type of a value: `integer` for 1 and 1.0. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** True for a keyword whose value forbids nothing, such as `minLength: 0`. */
function isIdle(keyword: string, value: unknown): boolean {
  if (value === undefined) return true;
  switch (keyword) {
    case "minLength":
    case "minItems":
    case "minProperties":
      return value === 0;
    case "uniqueItems":
      return value === false;
    case "required":
      return toArray(value).length === 0;
    case "properties":
    case "patternProperties":
    case "items":
    case "additionalProperties":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return (
        value === true || (isSchema(value) && Object.keys(value).length === 0)
      );
    default:
      return false;
  }
}

/** Rules of an integer with whole, inclusive bounds. */
function roundBounds({
  exclusiveMaximum,
  exclusiveMinimum,
  maximum,
  minimum,
  ...rules
}: Schema): Schema {
  const bounds = (candidates: readonly unknown[]) =>
    candidates.filter((bound) => typeof bound === "number");
  const lowerBounds = bounds([
    typeof minimum === "number" ? Math.ceil(minimum) : null,
    typeof exclusiveMinimum === "number"
      ? Math.floor(exclusiveMinimum) + 1
      : null,
  ]);
  const upperBounds = bounds([
    typeof maximum === "number" ? Math.floor(maximum) : null,
    typeof exclusiveMaximum === "number"
      ? Math.ceil(exclusiveMaximum) - 1
      : null,
  ]);
  return {
    ...rules,
    ...(lowerBounds.length > 0 && { minimum: Math.max(...lowerBounds) }),
    ...(upperBounds.length > 0 && { maximum: Math.min(...upperBounds) }),
  };
}

/** Null is among the values that types and values of a schema allow; undefined: it has neither. */
export function readNullness(schema: Schema): boolean | undefined {
  const { type } = schema;
  const values =
    schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  if (type === undefined && !Array.isArray(values)) return undefined;
  return (
    (type === undefined || toStrings([type].flat()).includes("null")) &&
    (!Array.isArray(values) || values.includes(null))
  );
}
