import { typeOf } from "../runtime.js";
import type { Api, Schema } from "../model.js";
import { branchesOf, dereference, isSchema } from "../schema/object-shape.js";

type ValueTypes = ReadonlySet<string> | null;

/**
 * Types that a response may have, without null. Null for any type. `typesBySchema` is a cache: each
 * schema is visited once, since many may lead to it.
 */
export function valueTypesOf(
  schema: Schema,
  schemas: Api["schemas"],
  typesBySchema = new Map<Schema, ValueTypes>(),
): ValueTypes {
  const target = dereference(schema, { schemas });
  const ownTypes = declaredTypesOf(target).filter((type) => type !== "null");
  if (ownTypes.length > 0) return new Set(ownTypes);
  const knownTypes = typesBySchema.get(target);
  if (knownTypes !== undefined) return knownTypes;
  typesBySchema.set(target, null);
  const innerTypesOf = (part: Schema) =>
    valueTypesOf(part, schemas, typesBySchema);
  const [partTypes] = branchesOf(target, "allOf").flatMap(
    (branch) => innerTypesOf(branch) ?? [],
  );
  const choiceTypes = branchesOf(target, "anyOf", "oneOf").flatMap((branch) => [
    ...(innerTypesOf(branch) ?? []),
  ]);
  const valueTypes =
    partTypes ?? (choiceTypes.length === 0 ? null : new Set(choiceTypes));
  typesBySchema.set(target, valueTypes);
  return valueTypes;
}

/**
 * True if a schema accepts null. `results` is a cache: each schema is visited once, and one that
 * leads to itself alone accepts nothing.
 */
export function allowsNull(
  schema: Schema,
  schemas: Api["schemas"],
  results = new Map<Schema, boolean>(),
): boolean {
  const target = dereference(schema, { schemas });
  const knownResult = results.get(target);
  if (knownResult !== undefined) return knownResult;
  results.set(target, false);
  const types = declaredTypesOf(target);
  const partAllowsNull = (part: Schema) => allowsNull(part, schemas, results);
  const choices = [branchesOf(target, "anyOf"), branchesOf(target, "oneOf")];
  const isAllowed =
    (types.length === 0 || types.includes("null")) &&
    branchesOf(target, "allOf").every(partAllowsNull) &&
    choices.every(
      (choiceBranches) =>
        choiceBranches.length === 0 || choiceBranches.some(partAllowsNull),
    );
  results.set(target, isAllowed);
  return isAllowed;
}

/** Declared types, or those that other keywords tell. */
export function declaredTypesOf(schema: Schema): readonly string[] {
  const { const: constValue, enum: values, format, type } = schema;
  const declared = [type]
    .flat()
    .filter((typeName) => typeof typeName === "string");
  // Whole numbers that JavaScript can't hold are texts: `parseJson` of the runtime.
  const isLong = format === "int64" || format === "uint64";
  if (declared.includes("integer") && isLong) return [...declared, "string"];
  if (declared.length > 0) return declared;
  if (constValue !== undefined) return [typeOf(constValue)];
  if (Array.isArray(values)) return values.map(typeOf);
  if ("properties" in schema || isSchema(schema["additionalProperties"]))
    return ["object"];
  return "items" in schema || "prefixItems" in schema ? ["array"] : [];
}
