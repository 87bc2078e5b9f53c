import {
  ANNOTATION_KEYWORD,
  isOfType,
  schemasIn,
  getOwn,
  collectAllOf,
  propertiesOf,
  requiredOf,
  resolveRef,
  typesOf,
} from "../../index.js";
import type { Args, JsonSchema, Schemas } from "../../index.js";
import { omitKeyword } from "../listing/inline-schemas.js";

/** Returns a schema without references at its root, reduced to the alternatives that a value was intended for. */
export function matchBranch(
  schema: JsonSchema,
  value: unknown,
  $defs: Schemas["$defs"],
  openNames: readonly string[] = [],
): JsonSchema {
  const target = resolveRef(schema, $defs);
  if (target && openNames.includes(target.name)) return schema;
  if (target) {
    const innerNames = [...openNames, target.name];
    const matchedSchema = matchBranch(target.schema, value, $defs, innerNames);
    return { ...matchedSchema, ...omitKeyword(schema, "$ref") };
  }
  const { allOf, anyOf, oneOf, ...siblings } = schema;
  const parts = [
    ...schemasIn(allOf),
    ...[anyOf, oneOf].flatMap((union) =>
      selectClosest(schemasIn(union), value, $defs),
    ),
  ].map((part) => matchBranch(part, value, $defs, openNames));
  const [firstPart, secondPart] = parts;
  if (!firstPart) return siblings;
  return !secondPart &&
    Object.keys(siblings).every((keyword) => ANNOTATION_KEYWORD.test(keyword))
    ? { ...firstPart, ...siblings }
    : { ...siblings, allOf: parts };
}

/** Scores of a matching tag and a matching type; a matching property scores 1. */
const TAG_WEIGHT = 100;
const TYPE_WEIGHT = 10;

/** Selects the alternative whose tags the value has, or the closest one. */
function selectClosest(
  branches: readonly JsonSchema[],
  value: unknown,
  $defs: Schemas["$defs"],
): JsonSchema[] {
  const fields = Object(value) as Args;
  const computeScore = (branch: JsonSchema) => {
    const parts = collectAllOf(branch, $defs, new Set());
    const properties = parts.flatMap(propertiesOf);
    const hits = properties.map(([name, property]): number => {
      const field = getOwn(fields, name);
      if (field === undefined) return 0;
      const tags = collectAllOf(property, $defs, new Set()).flatMap(
        ({ const: constant, enum: tagValues = constant }): unknown[] =>
          [tagValues ?? []].flat(),
      );
      return tags.length === 0
        ? 1
        : tags.includes(field)
          ? TAG_WEIGHT
          : -TAG_WEIGHT;
    });
    const missing = parts
      .flatMap(requiredOf)
      .filter((name) => !Object.hasOwn(fields, name));
    const isType = typesOf(parts).every((types) => isOfType(value, types));
    const base = (isType ? TYPE_WEIGHT : 0) - missing.length;
    return hits.reduce((sum, hit) => sum + hit, base);
  };
  const [bestMatch] = branches
    .map((branch) => ({ branch, score: computeScore(branch) }))
    .sort((a, b) => b.score - a.score);
  return bestMatch ? [bestMatch.branch] : [];
}
