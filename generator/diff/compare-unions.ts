import { isSchema, schemasIn } from "../../runtime/json-schema.js";
import { groupBy } from "../shared/group-by.js";
import { omit, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { mapPair, addChange, type CompareContext } from "./schema-change.js";
import {
  toRuleText,
  typesOf,
  isWidening,
  omitAnnotations,
} from "./is-superset.js";

/** Most pairs of alternatives that are tried to find which old one is accepted by which new one. */
const MAX_PAIRS = 10_000;

/** Alternatives of a schema: its `anyOf`, then its `oneOf`. */
export function alternativesOf({ anyOf, oneOf }: Schema): Schema[] {
  return [...schemasIn(anyOf), ...schemasIn(oneOf)];
}

/**
 * Two schemas as lists of alternatives, if exactly one of them is a union and that union has no other
 * rules. The other schema becomes a list as well: one alternative for each of its types. Null otherwise.
 */
export function toAlternatives(
  oldSchema: Schema,
  newSchema: Schema,
): readonly [Schema[], Schema[]] | null {
  const [oldAlternatives, newAlternatives] = mapPair(
    oldSchema,
    newSchema,
    alternativesOf,
  );
  if ((oldAlternatives.length === 0) === (newAlternatives.length === 0))
    return null;
  const union = oldAlternatives.length > 0 ? oldSchema : newSchema;
  if (!isUnrestricted(omit(union, ["anyOf", "oneOf"]))) return null;
  return oldAlternatives.length > 0
    ? [oldAlternatives, splitTypes(newSchema)]
    : [splitTypes(oldSchema), newAlternatives];
}

function splitTypes(schema: Schema): Schema[] {
  const rules = omitAnnotations(schema);
  const types = typesOf(schema) ?? [];
  if (types.length < 2) return isUnrestricted(schema) ? [] : [rules];
  return types.map((type) =>
    type === "null" || type === "boolean" ? { type } : { ...rules, type },
  );
}

/** Reports alternatives that were added or removed, and the changes within those that stayed. */
export function compareAlternatives(
  [oldAlternatives, newAlternatives]: readonly [
    readonly Schema[],
    readonly Schema[],
  ],
  context: CompareContext,
): void {
  if (oldAlternatives.length === 0 && newAlternatives.length === 0) return;
  if (oldAlternatives.length === 0)
    return addChange(
      context,
      `has to be ${displayNamesOf(newAlternatives)}`,
      true,
    );
  if (newAlternatives.length === 0)
    return addChange(
      context,
      `need no longer be ${displayNamesOf(oldAlternatives)}`,
      false,
    );
  const { addedSchemas, pairs, removedSchemas } = matchSchemas(
    oldAlternatives,
    newAlternatives,
    context,
  );
  if (
    pairs.length === 0 &&
    addedSchemas.length > 0 &&
    removedSchemas.length > 0
  )
    return addChange(
      context,
      `${displayNamesOf(oldAlternatives)} → ${displayNamesOf(newAlternatives)}`,
      true,
      true,
    );
  for (const alternative of removedSchemas)
    addChange(context, `no longer ${displayNameOf(alternative)}`, true);
  for (const alternative of addedSchemas)
    addChange(context, `${displayNameOf(alternative)}, too`, false, true);
  for (const [oldSchema, newSchema] of pairs)
    context.compareNested(oldSchema, newSchema, "");
}

/** Compares the members of two `allOf`: reports those that were added or removed, and the changes within those that stayed. */
export function compareAllOf(
  [oldParts, newParts]: readonly [readonly Schema[], readonly Schema[]],
  context: CompareContext,
): void {
  const { addedSchemas, pairs, removedSchemas } = matchSchemas(
    oldParts,
    newParts,
    context,
  );
  const removedParts = removedSchemas.filter((part) => !isUnrestricted(part));
  const breaksInputs = removedSchemas.length === 0 || removedParts.length > 0;
  for (const part of removedParts)
    addChange(context, `need no longer be ${displayNameOf(part)}`, false, true);
  for (const part of addedSchemas)
    if (!isUnrestricted(part))
      addChange(context, `has to be ${displayNameOf(part)}, too`, breaksInputs);
  for (const [oldPart, newPart] of pairs)
    context.compareNested(oldPart, newPart, "");
}

/** True if a schema has no validation keywords. */
function isUnrestricted(schema: Schema): boolean {
  return toRuleText(schema) === "{}";
}

/** Pairs old schemas with new ones: by `$ref`, by equal rules, by a new schema that accepts all of the old one, and by type if each side has only one of it. */
function matchSchemas(
  oldSchemas: readonly Schema[],
  newSchemas: readonly Schema[],
  context: CompareContext,
) {
  const [oldCandidates, newCandidates] = [
    new Set(oldSchemas),
    new Set(newSchemas),
  ];
  const pairs: [oldSchema: Schema, newSchema: Schema][] = [];
  const addPair = (oldSchema: Schema, newSchema: Schema) => {
    oldCandidates.delete(oldSchema);
    newCandidates.delete(newSchema);
    pairs.push([oldSchema, newSchema]);
  };
  const [flattenOld, flattenNew] = context.flatteners;
  const matchByKey = (
    keyOf: (schema: Schema, flatten: typeof flattenOld) => string,
    isOnly = false,
  ) => {
    const newByKey = groupBy(
      [...newCandidates].map((schema) => [keyOf(schema, flattenNew), schema]),
    );
    const oldByKey = groupBy(
      [...oldCandidates].map((schema) => [keyOf(schema, flattenOld), schema]),
    );
    for (const [key, [oldSchema, ...otherOldSchemas]] of oldByKey) {
      const [newSchema, ...otherNewSchemas] =
        key === "" ? [] : (newByKey.get(key) ?? []);
      const isUnambiguous =
        !isOnly || otherOldSchemas.length + otherNewSchemas.length === 0;
      if (oldSchema && newSchema && isUnambiguous)
        addPair(oldSchema, newSchema);
    }
  };
  matchByKey(({ $ref }) => (typeof $ref === "string" ? $ref : ""));
  matchByKey(toRuleText);
  if (oldCandidates.size * newCandidates.size <= MAX_PAIRS)
    for (const oldSchema of [...oldCandidates]) {
      const newSchema = [...newCandidates].find((candidate) =>
        isWidening(flattenOld(oldSchema), flattenNew(candidate)),
      );
      if (newSchema) addPair(oldSchema, newSchema);
    }
  matchByKey((schema, flatten) => typesOf(flatten(schema))?.join() ?? "", true);
  return {
    addedSchemas: [...newCandidates],
    removedSchemas: [...oldCandidates],
    pairs,
  };
}

/** Short name of a schema for messages: name of its `$ref`, title, enum values, alternatives or type. */
export function displayNameOf(schema: Schema): string {
  const { $ref, items, title, type } = schema;
  if (typeof $ref === "string") return $ref.replace("#/$defs/", "");
  if (typeof title === "string") return title;
  const values = schema["enum"] ?? schema["const"];
  if (values !== undefined)
    return [values]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(" or ");
  const options = alternativesOf(schema);
  if (options.length > 0 && type === undefined) return displayNamesOf(options);
  const name = [type ?? "any"].flat().map(toWord).join(" or ");
  return type === "array" && isSchema(items)
    ? `array of ${displayNameOf(items)}`
    : name;
}

function displayNamesOf(schemas: readonly Schema[]): string {
  return schemas.map(displayNameOf).join(" or ");
}
