import {
  ANNOTATION,
  isOfType,
  listOf,
  own,
  partsOf,
  propertiesOf,
  requiredOf,
  target,
  typesOf,
} from "../index.js";
import type { Args, JsonSchema, Schemas } from "../index.js";
import { without } from "./inline-refs.js";

/** A schema that refers to nothing itself, with what was meant of its alternatives. */
export function meant(
  schema: JsonSchema,
  value: unknown,
  $defs: Schemas["$defs"],
  open: readonly string[] = [],
): JsonSchema {
  const shared = target(schema, $defs);
  if (shared && open.includes(shared.name)) return schema;
  if (shared) {
    const within = [...open, shared.name];
    const whole = meant(shared.schema, value, $defs, within);
    return { ...whole, ...without(schema, "$ref") };
  }
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const parts = [
    ...listOf(allOf),
    ...[anyOf, oneOf].flatMap((one) => nearest(listOf(one), value, $defs)),
  ].map((part) => meant(part, value, $defs, open));
  const [only, other] = parts;
  if (!only) return rest;
  return !other && Object.keys(rest).every((word) => ANNOTATION.test(word))
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
    const parts = partsOf(branch, $defs, new Set());
    const properties = parts.flatMap(propertiesOf);
    const hits = properties.map(([name, property]): number => {
      const one = own(given, name);
      if (one === undefined) return 0;
      const tags = partsOf(property, $defs, new Set()).flatMap(
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
