import type { JsonObject } from "../../shared/json.js";

/** Smallest and largest value of a format. https://spec.openapis.org/registry/format/ */
const FORMAT_LIMITS: ReadonlyMap<unknown, readonly [min: number, max: number]> =
  new Map([
    ["int8", [-128, 127]],
    ["int16", [-32_768, 32_767]],
    ["int32", [-2_147_483_648, 2_147_483_647]],
    ["uint8", [0, 255]],
    ["uint16", [0, 65_535]],
    ["uint32", [0, 4_294_967_295]],
  ]);

/** Largest value of a single-precision number; above it, a bound is the type's own. */
const MAX_FLOAT = 3.4e38;

/** Largest count that a language's list or text may have: 2^31 - 1. */
const MAX_COUNT = 2_147_483_647;

const COUNTS = ["maxLength", "maxItems", "maxProperties"];
const LOWER_BOUNDS = ["minimum", "exclusiveMinimum"];
const BOUNDS = [...LOWER_BOUNDS, "maximum", "exclusiveMaximum"];

/**
 * Removes bounds that are those of the type itself, as frameworks write them, and bounds of integers that lose their
 * digits as a number of JavaScript: such a bound is not the document's. Changes and returns the schema.
 */
export function dropTypeBounds(schema: JsonObject): JsonObject {
  for (const keyword of COUNTS)
    if (Number(schema[keyword]) >= MAX_COUNT) delete schema[keyword];
  for (const keyword of BOUNDS) {
    const bound = schema[keyword];
    if (typeof bound === "number" && isTypeBound(keyword, bound, schema))
      delete schema[keyword];
  }
  return schema;
}

function isTypeBound(
  keyword: string,
  bound: number,
  { format, type }: JsonObject,
): boolean {
  const isInteger = [type].flat().includes("integer");
  if (Math.abs(bound) >= (isInteger ? Number.MAX_SAFE_INTEGER : MAX_FLOAT))
    return true;
  const [min = NaN, max = NaN] = FORMAT_LIMITS.get(format) ?? [];
  switch (keyword) {
    case "minimum":
      return bound <= min;
    case "exclusiveMinimum":
      return bound < min;
    case "maximum":
      return bound >= max;
    default:
      return bound > max;
  }
}
