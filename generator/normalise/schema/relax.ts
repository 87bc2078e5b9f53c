import { requiredOf } from "../../runtime.js";
import {
  omitEmpty,
  isObject,
  type JsonObject,
  omit,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { ANNOTATION_KEYWORDS } from "../../schema/keywords.js";
import { branchesOf, refName } from "../../schema/object-shape.js";

/** Keywords that may reject null even if `type` allows it. */
const COMPOSING_KEYWORDS = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "const",
];

/**
 * Makes a converted schema accept null, as `nullable: true` says: by one more type, one more branch, or a union with
 * null around the schema. Changes and returns the schema. https://spec.openapis.org/oas/v3.0.3#fixed-fields-19
 */
export function addNull(schema: JsonObject): JsonObject {
  const composingKeywords = COMPOSING_KEYWORDS.filter(
    (keyword) => keyword in schema,
  );
  if (composingKeywords.length > 0)
    return addNullBranch(schema, composingKeywords);
  const { type } = schema;
  if (type !== undefined) {
    const types = [type].flat();
    schema["type"] = types.includes("null") ? types : [...types, "null"];
  }
  const values = schema["enum"];
  if (Array.isArray(values) && !values.includes(null))
    schema["enum"] = [...(values as unknown[]), null];
  return schema;
}

function addNullBranch(
  schema: JsonObject,
  composingKeywords: string[],
): JsonObject {
  const [unionKeyword] = composingKeywords;
  const validatingKeywords = Object.keys(schema).filter(
    (keyword) =>
      !ANNOTATION_KEYWORDS.includes(keyword) && keyword !== "discriminator",
  );
  if (
    (unionKeyword === "anyOf" || unionKeyword === "oneOf") &&
    validatingKeywords.length === 1
  ) {
    // The conversion made this list.
    const unionBranches = schema[unionKeyword] as JsonObject[];
    if (!unionBranches.some(({ type }) => [type].flat().includes("null")))
      schema[unionKeyword] = [...unionBranches, { type: "null" }];
    return schema;
  }
  const nullableUnion: JsonObject = {};
  for (const keyword of ANNOTATION_KEYWORDS) {
    if (!(keyword in schema)) continue;
    nullableUnion[keyword] = schema[keyword];
    delete schema[keyword];
  }
  nullableUnion["anyOf"] = [schema, { type: "null" }];
  return nullableUnion;
}

/**
 * Removes the branch for null from alternatives if another branch accepts null, itself or by its reference: two
 * branches for null would fail `oneOf`. Changes the schema.
 * @param schemas targets of `#/$defs/…`
 */
export function dropDuplicateNull(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
): void {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const unionBranches = branchesOf(schema, keyword);
    const nonNullBranches = unionBranches.filter(
      (branch) => !isNullOnly(branch),
    );
    const isDuplicate =
      nonNullBranches.length < unionBranches.length &&
      nonNullBranches.some((branch) => acceptsNull(branch, schemas, new Set()));
    if (isDuplicate) Object.assign(schema, { [keyword]: nonNullBranches });
  }
}

function isNullOnly(schema: Schema): boolean {
  return Object.keys(schema).join() === "type" && schema["type"] === "null";
}

/** True if a schema certainly accepts null. */
function acceptsNull(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
  visitedSchemas: Set<Schema>,
): boolean {
  if (visitedSchemas.has(schema)) return false;
  visitedSchemas.add(schema);
  const canBeNull = (part: Schema) =>
    acceptsNull(part, schemas, visitedSchemas);
  const { const: constant, enum: values, not, type, if: condition } = schema;
  if (not !== undefined || condition !== undefined) return false;
  const sharedSchema = schemas.get(refName(schema) ?? "");
  const unions = (["anyOf", "oneOf"] as const)
    .map((keyword) => branchesOf(schema, keyword))
    .filter((unionBranches) => unionBranches.length > 0);
  const parts = [
    ...(sharedSchema === undefined ? [] : [sharedSchema]),
    ...branchesOf(schema, "allOf"),
  ];
  const nullChecks = [
    ...(type === undefined ? [] : [[type].flat().includes("null")]),
    ...(Array.isArray(values) ? [values.includes(null)] : []),
    ...(constant === undefined ? [] : [constant === null]),
    ...parts.map(canBeNull),
    ...unions.map((unionBranches) => unionBranches.some(canBeNull)),
  ];
  // A schema without any such keyword accepts everything, but isn't meant as null.
  return nullChecks.length > 0 && nullChecks.every(Boolean);
}

/**
 * Makes a converted schema accept the values of its `enum` if none is of its type; beside `type: array` they belong to
 * the items. Zendesk's document has texts beside `type: integer`, Samsara's beside `type: array`. Changes and returns
 * the schema.
 */
export function widenEnum(schema: JsonObject): JsonObject {
  const { enum: values, items, type } = schema;
  if (type === undefined || !Array.isArray(values)) return schema;
  const types = [type]
    .flat()
    .map((typeName) => (typeName === "integer" ? "number" : typeName));
  const isOfType = (value: unknown) =>
    value === null ||
    types.includes(Array.isArray(value) ? "array" : typeof value);
  if (values.some(isOfType)) return schema;
  if (types.includes("array")) {
    delete schema["enum"];
    schema["items"] = widenEnum({
      enum: values,
      ...(isObject(items) && items),
    });
  } else {
    delete schema["type"];
  }
  return schema;
}

/** Keywords that may declare a property outside `properties`. */
const OPENING_KEYWORDS = [...COMPOSING_KEYWORDS, "patternProperties"];

/**
 * Makes a closed object allow properties that it requires but does not declare, since it would reject every object. The
 * API decides whether they are really required.
 */
export function widenRequired(schema: JsonObject): JsonObject {
  // Three schemas of Mailchimp Transactional.
  const isClosed = schema["additionalProperties"] === false;
  if (!isClosed || OPENING_KEYWORDS.some((keyword) => keyword in schema))
    return schema;
  const declaredProperties = isObject(schema["properties"])
    ? schema["properties"]
    : {};
  const isDeclared = (name: string) => Object.hasOwn(declaredProperties, name);
  const required = requiredOf(schema);
  const undeclaredNames = required.filter((name) => !isDeclared(name));
  if (undeclaredNames.length === 0) return schema;
  const undeclaredProperties = undeclaredNames.map(
    (name) => [name, {}] as const,
  );
  const properties = {
    ...declaredProperties,
    ...Object.fromEntries(undeclaredProperties),
  };
  return {
    ...omit(schema, ["required"]),
    properties,
    ...omitEmpty({ required: required.filter(isDeclared) }),
  };
}

/**
 * Adds the types of its alternatives to a converted schema: `type: array` beside `oneOf: [object, array]` would reject
 * objects, and `type: null` beside alternatives means that null is one of them. Changes and returns the schema.
 * NestJS writes the type that it infers beside them: https://github.com/nestjs/swagger/issues/3928
 */
export function widenType(schema: JsonObject): JsonObject {
  const { anyOf, oneOf = anyOf, type } = schema;
  if (type === undefined || !Array.isArray(oneOf)) return schema;
  const ownTypes = new Set([type].flat());
  const branchTypes = oneOf.flatMap((branch) =>
    isObject(branch) && branch["type"] !== undefined
      ? [[branch["type"]].flat()]
      : [],
  );
  const refusedTypes = branchTypes.filter(
    (types) =>
      !types.some(
        (typeName) =>
          ownTypes.has(typeName === "integer" ? "number" : typeName) ||
          ownTypes.has(typeName),
      ),
  );
  if (refusedTypes.length === 0) return schema;
  schema["type"] = [...new Set([...ownTypes, ...refusedTypes.flat()])];
  if (ownTypes.has("null") && !branchTypes.flat().includes("null")) {
    delete schema["type"];
    const keyword = anyOf === oneOf ? "anyOf" : "oneOf";
    schema[keyword] = [...(oneOf as unknown[]), { type: "null" }];
  }
  return schema;
}
