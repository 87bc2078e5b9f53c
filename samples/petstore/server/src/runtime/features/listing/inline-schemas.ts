// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  flattenSchema,
  ANNOTATION_KEYWORD,
  isSchema,
  schemasIn,
  collectAllOf,
  propertiesOf,
  requiredOf,
  resolveRef,
  typesOf,
} from "../../index.js";
import type { JsonSchema, Listing, Schemas } from "../../index.js";

/** Inlines shared schemas, since some clients refuse references. */
export const inlineSchemas: Listing = (schema, { $defs }) => {
  if ("$ref" in schema || "allOf" in schema)
    return inlineRefs(schema, $defs, []);
  const inlinedSchemas =
    inlinedByDefs.get($defs) ?? new WeakMap<JsonSchema, JsonSchema>();
  inlinedByDefs.set($defs, inlinedSchemas);
  return mapSubschemas(schema, (property) => {
    const inlined =
      inlinedSchemas.get(property) ?? inlineRefs(property, $defs, []);
    inlinedSchemas.set(property, inlined);
    return inlined;
  });
};

/** Inlined schemas of properties, by the shared schemas: those of shared arguments are the same objects in many tools. */
const inlinedByDefs = new WeakMap<
  Schemas["$defs"],
  WeakMap<JsonSchema, JsonSchema>
>();

/** Replaces each reference by its schema. A recursive reference is replaced by a description. */
function inlineRefs(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  openNames: readonly string[],
): JsonSchema {
  const target = resolveRef(schema, $defs);
  const siblings = omitKeyword(schema, "$ref");
  const inlinedSiblings = mapSubschemas(siblings, (subschema) =>
    inlineRefs(subschema, $defs, openNames),
  );
  if (target === undefined) return unwrapAllOf(narrowAllOf(inlinedSiblings));
  const { name, schema: targetSchema } = target;
  if (!openNames.includes(name)) {
    const inlinedSchema = combineSchemas(
      inlineRefs(targetSchema, $defs, [...openNames, name]),
      inlinedSiblings,
    );
    return "allOf" in inlinedSchema
      ? unwrapAllOf(narrowAllOf(inlinedSchema))
      : inlinedSchema;
  }
  const { title } = targetSchema;
  const label = typeof title === "string" && title !== "" ? title : name;
  const description = `A nested ${label}, shaped like the one around it.`;
  return {
    ...summarizeType(targetSchema, $defs),
    description,
    ...inlinedSiblings,
  };
}

/**
 * Narrows the values of a property in all parts of `allOf` to the narrowest set that one part declares. A variant
 * narrows the tag of its base in this way; the tags of its siblings would mislead.
 */
function narrowAllOf(schema: JsonSchema): JsonSchema {
  if (schemasIn(schema["allOf"]).length === 0) return schema;
  const parts = collectAllOf(schema, {}, new Set());
  const narrowestValues = new Map<string, readonly unknown[]>();
  for (const [name, { enum: values }] of parts.flatMap(propertiesOf)) {
    const knownValues = narrowestValues.get(name);
    if (
      Array.isArray(values) &&
      !(knownValues && knownValues.length <= values.length)
    )
      narrowestValues.set(name, values as unknown[]);
  }
  const visit = (part: JsonSchema): JsonSchema =>
    mapSubschemas(part, (subschema, place) => {
      if (place.startsWith("allOf/")) return visit(subschema);
      const values = narrowestValues.get(place.replace("properties/", ""));
      const { enum: enumValues } = subschema;
      const isWider =
        place.startsWith("properties/") &&
        Array.isArray(enumValues) &&
        enumValues.length > (values?.length ?? Infinity) &&
        values?.every((value) => enumValues.includes(value));
      return isWider ? { ...subschema, enum: values } : subschema;
    });
  return removeRepeats(visit(schema));
}

/** Removes properties of a schema that only repeat the values in a part of it. */
function removeRepeats(schema: JsonSchema): JsonSchema {
  const inheritedProperties = schemasIn(schema["allOf"])
    .flatMap((part) => collectAllOf(part, {}, new Set()))
    .flatMap(propertiesOf);
  const isRepeat = ([name, property]: readonly [string, JsonSchema]) =>
    Object.keys(property).join() === "enum" &&
    inheritedProperties.some(
      ([inheritedName, { enum: values }]) =>
        inheritedName === name &&
        JSON.stringify(values) === JSON.stringify(property["enum"]),
    );
  const properties = propertiesOf(schema);
  const keptProperties = properties.filter((entry) => !isRepeat(entry));
  if (keptProperties.length === properties.length) return schema;
  return keptProperties.length === 0
    ? omitKeyword(schema, "properties")
    : { ...schema, properties: Object.fromEntries(keptProperties) };
}

/** Unwraps an `allOf` of one schema, which OpenAPI 3.0 needs for keywords beside a reference. */
function unwrapAllOf(schema: JsonSchema): JsonSchema {
  const [firstPart, secondPart] = schemasIn(schema["allOf"]);
  return firstPart && !secondPart
    ? combineSchemas(firstPart, omitKeyword(schema, "allOf"))
    : schema;
}

export function omitKeyword(
  schema: JsonSchema,
  omittedKeyword: string,
): JsonSchema {
  if (!(omittedKeyword in schema)) return schema;
  const isKept = ([keyword]: [string, unknown]) => keyword !== omittedKeyword;
  return Object.fromEntries(Object.entries(schema).filter(isKept));
}

function combineSchemas(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return Object.keys(siblings).every((keyword) =>
    ANNOTATION_KEYWORD.test(keyword),
  )
    ? { ...schema, ...siblings }
    : { ...siblings, allOf: [schema] };
}

/**
 * Summarizes a schema as its type and required properties, through references, parts and alternatives. Summarizes the
 * items of lists as well.
 */
export function summarizeType(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  level = 0,
): JsonSchema {
  const parts = flattenSchema([schema], $defs);
  const defaultTypes = parts.some((part) => part["properties"])
    ? ["object"]
    : [];
  const [types = defaultTypes] = typesOf(parts);
  const [firstType, secondType] = types;
  const { items } = parts.find((part) => isSchema(part["items"])) ?? {};
  const itemSummary =
    level < 2 && isSchema(items) && summarizeType(items, $defs, level + 1);
  const required = [...new Set(parts.flatMap(requiredOf))];
  return {
    ...(firstType !== undefined && {
      type: secondType === undefined ? firstType : types,
    }),
    ...(required.length > 0 && { required }),
    ...(types.includes("array") && {
      items: { description: "Any value.", ...itemSummary },
    }),
  };
}

/** Applies `visit` to each direct subschema of a schema. Data such as `enum` stays unchanged. */
export function mapSubschemas(
  schema: JsonSchema,
  visit: (schema: JsonSchema, place: string) => JsonSchema,
): JsonSchema {
  return mapValues(schema, (value, keyword) => {
    if (typeof value !== "object" || value === null) return value; // most values are strings
    const visitMember = (member: unknown, name: string | number) =>
      isSchema(member) ? visit(member, `${keyword}/${name}`) : member;
    if (SCHEMA_MAP_KEYWORD.test(keyword) && isSchema(value))
      return mapValues(value, visitMember);
    if (SCHEMA_KEYWORD.test(keyword))
      return isSchema(value) ? visit(value, keyword) : value;
    if (SCHEMA_LIST_KEYWORD.test(keyword) && Array.isArray(value))
      return value.map(visitMember);
    return value;
  });
}

/**
 * Maps the values of an object. Returns the object itself if nothing changes. A copy has `__proto__` as an own
 * property, so that assigning to it is safe.
 */
function mapValues(
  object: JsonSchema,
  change: (value: unknown, key: string) => unknown,
): JsonSchema {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const changedValue = change(object[key], key);
    if (changedValue !== object[key])
      (copy ??= { ...object })[key] = changedValue;
  }
  return copy ?? object;
}

// Keywords with subschemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10
const SCHEMA_KEYWORD =
  /^(additionalProperties|contains|contentSchema|else|if|items|not|propertyNames|then|unevaluated(Items|Properties))$/;
const SCHEMA_LIST_KEYWORD = /^(allOf|anyOf|oneOf|prefixItems)$/;
const SCHEMA_MAP_KEYWORD =
  /^(\$defs|dependentSchemas|patternProperties|properties)$/;
