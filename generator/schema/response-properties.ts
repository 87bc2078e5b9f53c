import type { FieldSelection } from "../runtime.js";
import type { Schema } from "../model.js";
import { omit } from "../shared/json.js";
import { branchesOf, isSchema, refName } from "./object-shape.js";
import { subschemas } from "./walk.js";

/** Shared schemas by name. */
type Schemas = Pick<ReadonlyMap<string, Schema>, "get">;

/** Properties of one value, of all branches that it may have. */
export interface ResponseProperties {
  /** Schemas of each property, one for each branch that declares it. */
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** Schemas of properties that are not named; empty if no other is allowed. */
  readonly otherSchemas: readonly Schema[];
  /** True if the value is a list. */
  readonly isList: boolean;
}

/** Collects the properties of a value, or of the items of a list, through references and branches. */
export function collectProperties(
  roots: readonly Schema[],
  schemas: Schemas,
): ResponseProperties {
  const properties = new Map<string, Schema[]>();
  const otherSchemas: Schema[] = [];
  let isList = false;
  const visitedSchemas = new Set(roots);
  // The set grows while it is walked.
  for (const schema of visitedSchemas) {
    const name = refName(schema);
    const target = name === null ? undefined : schemas.get(name);
    if (target) visitedSchemas.add(target);
    const itemSchemas = [
      ...subschemas(schema, ["prefixItems"]),
      ...(isSchema(schema["items"]) ? [schema["items"]] : []),
    ];
    isList ||= itemSchemas.length > 0;
    for (const part of [
      ...itemSchemas,
      ...branchesOf(schema, "allOf", "anyOf", "oneOf"),
    ])
      visitedSchemas.add(part);
    for (const [name, property] of Object.entries(
      Object(schema["properties"]) as Record<string, unknown>,
    ))
      if (isSchema(property))
        properties.set(name, [...(properties.get(name) ?? []), property]);
    const { additionalProperties: additionalSchema } = schema;
    if (isSchema(additionalSchema)) otherSchemas.push(additionalSchema);
    else if (additionalSchema === true || isUnrestricted(schema))
      otherSchemas.push({});
  }
  // A branch that says nothing is one of annotations alone, if others have properties.
  const isDeclared = properties.size > 0;
  return {
    properties,
    otherSchemas: isDeclared
      ? otherSchemas.filter((schema) => Object.keys(schema).length > 0)
      : otherSchemas,
    isList,
  };
}

/** True for a schema that may be an object and doesn't say of which properties. */
function isUnrestricted(schema: Schema): boolean {
  const types = [schema["type"] ?? []].flat() as unknown[];
  return (
    !RESTRICTING_KEYWORDS.some((keyword) => keyword in schema) &&
    (types.length === 0 || types.includes("object"))
  );
}

const RESTRICTING_KEYWORDS =
  "$ref allOf anyOf oneOf items prefixItems properties additionalProperties const enum".split(
    " ",
  );

/** Deepest chain of references and branches between two names of a path. */
const MAX_DEPTH = 50;

/** Schema of a value that keeps the selected properties alone. Shared schemas on the way are written out. */
export function selectProperties(
  schema: Schema,
  selection: FieldSelection,
  schemas: Schemas,
  depth = 0,
): Schema {
  if (selection.size === 0 || depth > MAX_DEPTH) return schema;
  const select = (part: Schema) =>
    selectProperties(part, selection, schemas, depth + 1);
  const name = refName(schema);
  if (name !== null) {
    const target = schemas.get(name);
    return target ? select({ ...target, ...omit(schema, ["$ref"]) }) : schema;
  }
  const { additionalProperties, properties, required } = schema;
  const otherKeywords = omit(schema, [
    "additionalProperties",
    "discriminator",
    "properties",
    "required",
  ]);
  const selectInner = (name: string, property: Schema) =>
    selectProperties(property, selection.get(name) ?? ALL_FIELDS, schemas);
  const declared = Object(properties) as Record<string, unknown>;
  const selectedProperties = [...selection.keys()].flatMap((name) => {
    const property = Object.hasOwn(declared, name)
      ? declared[name]
      : additionalProperties;
    return isSchema(property) ? [[name, selectInner(name, property)]] : [];
  });
  const selected = Object.entries(otherKeywords).map(([keyword, value]) => {
    if (Array.isArray(value) && BRANCH_KEYWORDS.includes(keyword))
      return [
        keyword,
        value.map((part: unknown) => (isSchema(part) ? select(part) : part)),
      ];
    return [
      keyword,
      keyword === "items" && isSchema(value) ? select(value) : value,
    ];
  });
  return {
    ...Object.fromEntries(selected),
    ...((properties !== undefined || selectedProperties.length > 0) && {
      properties: Object.fromEntries(selectedProperties),
    }),
    ...(Array.isArray(required) && {
      required: required.filter((name) => selection.has(String(name))),
    }),
  } as Schema;
}

const ALL_FIELDS: FieldSelection = new Map<string, FieldSelection>();

const BRANCH_KEYWORDS = ["allOf", "anyOf", "oneOf", "prefixItems"];
