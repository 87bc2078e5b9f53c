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
} from "../index.js";
import type { Args, JsonSchema, Schemas } from "../index.js";
import { omitKeyword } from "./inline-schemas.js";

/** A schema that refers to nothing itself, with what was meant of its alternatives. */
export function matchBranch(
  schema: JsonSchema,
  value: unknown,
  $defs: Schemas["$defs"],
  open: readonly string[] = [],
): JsonSchema {
  const shared = resolveRef(schema, $defs);
  if (shared && open.includes(shared.name)) return schema;
  if (shared) {
    const within = [...open, shared.name];
    const whole = matchBranch(shared.schema, value, $defs, within);
    return { ...whole, ...omitKeyword(schema, "$ref") };
  }
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const parts = [
    ...schemasIn(allOf),
    ...[anyOf, oneOf].flatMap((one) => nearest(schemasIn(one), value, $defs)),
  ].map((part) => matchBranch(part, value, $defs, open));
  const [only, other] = parts;
  if (!only) return rest;
  return !other &&
    Object.keys(rest).every((word) => ANNOTATION_KEYWORD.test(word))
    ? { ...only, ...rest }
    : { ...rest, allOf: parts };
}

/** What a tag and a type weigh, where a property weighs 1. */
const TAG = 100;
const TYPE = 10;

/** The alternative whose tags a value has, or the one that it is nearest to. */
function nearest(
  branches: readonly JsonSchema[],
  value: unknown,
  $defs: Schemas["$defs"],
): JsonSchema[] {
  const given = Object(value) as Args;
  const likeness = (branch: JsonSchema) => {
    const parts = collectAllOf(branch, $defs, new Set());
    const properties = parts.flatMap(propertiesOf);
    const hits = properties.map(([name, property]): number => {
      const one = getOwn(given, name);
      if (one === undefined) return 0;
      const tags = collectAllOf(property, $defs, new Set()).flatMap(
        ({ const: only, enum: some = only }): unknown[] => [some ?? []].flat(),
      );
      return tags.length === 0 ? 1 : tags.includes(one) ? TAG : -TAG;
    });
    const missing = parts
      .flatMap(requiredOf)
      .filter((name) => !Object.hasOwn(given, name));
    const isType = typesOf(parts).every((types) => isOfType(value, types));
    const base = (isType ? TYPE : 0) - missing.length;
    return hits.reduce((sum, hit) => sum + hit, base);
  };
  const [best] = branches
    .map((branch) => ({ branch, score: likeness(branch) }))
    .sort((a, b) => b.score - a.score);
  return best ? [best.branch] : [];
}
