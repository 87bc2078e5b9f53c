import { propertiesOf, requiredOf, typesOf } from "../../runtime.js";
import { omitEmpty, omit } from "../../shared/json.js";
import { groupBy } from "../../shared/group-by.js";
import type { Schema } from "../../model.js";
import { flattenSchema } from "../../schema/flatten-schema.js";
import { branchesOf, isSchema, refName } from "../../schema/object-shape.js";

type Schemas = ReadonlyMap<string, Schema>;

/**
 * Merges arrays that several parts of an `allOf` describe into one array, whose items are the `allOf` of theirs: methods
 * of TypeScript's `A[] & B[]`, such as `map`, know the items of `A` alone. Applies to the schema itself and to its
 * properties; a shared schema with such a property is inlined without it.
 * @param inlinedSchemas shared schemas around this one that are inlined already: their arrays may contain themselves
 */
export function joinLists(
  schema: Schema,
  schemas: Schemas,
  inlinedSchemas: ReadonlySet<Schema>,
): Schema {
  const { $ref, allOf, ...ownSchema } = schema;
  if ($ref === undefined && allOf === undefined) return schema;
  const parts = [
    ...($ref === undefined ? [] : [{ $ref }]),
    ...branchesOf({ allOf }, "allOf"),
    ownSchema,
  ].filter((part) => Object.keys(part).length > 0);
  if (parts.length < 2) return schema;
  const isWritten = sharedSchemasOf(schema, schemas).some((sharedSchema) =>
    inlinedSchemas.has(sharedSchema),
  );
  if (isWritten) return schema;
  const lists = parts.map((part) => readListType(flattenSchema(part, schemas)));
  if (lists.filter((list) => list !== null).length > 1)
    return mergeLists([schema], schemas) ?? schema;

  const properties = groupBy(
    parts.flatMap((part) => [...listPropertiesOf(part, schemas)]),
  );
  const mergedProperties = [...properties]
    .filter(([, byPart]) => byPart.length > 1)
    .map(([name, byPart]) => [name, byPart.flat()] as const);
  if (mergedProperties.length === 0) return schema;
  const names = mergedProperties.map(([name]) => name);
  const required = parts
    .flatMap((part) => flattenSchema(part, schemas).flatMap(requiredOf))
    .filter((name) => names.includes(name));
  const remainingParts = parts.map((part) =>
    omitProperties(part, names, schemas),
  );
  return {
    allOf: [
      ...remainingParts.filter((part) => Object.keys(part).length > 0),
      {
        properties: Object.fromEntries(
          mergedProperties.map(([name, propertySchemas]) => [
            name,
            mergeLists(propertySchemas, schemas) ?? {},
          ]),
        ),
        ...omitEmpty({ required: [...new Set(required)] }),
      },
    ],
  };
}

/** Shared schemas that a schema's references and its `allOf` lead to. */
export function sharedSchemasOf(
  schema: Schema,
  schemas: Schemas,
): readonly Schema[] {
  return flattenSchema(schema, schemas)
    .map((part) => schemas.get(refName(part) ?? ""))
    .filter((sharedSchema) => sharedSchema !== undefined);
}

/** Items of an array schema, given as its `allOf` parts, and if it may be null. Null if it is no array, or a tuple. */
function readListType(composedSchemas: readonly Schema[]) {
  const types = typesOf(composedSchemas);
  const isList =
    types.length === 0
      ? composedSchemas.some((part) => "items" in part)
      : types.every((typeNames) => typeNames.includes("array")) &&
        types.some((typeNames) =>
          typeNames.every((type) => LIST_TYPES.includes(String(type))),
        );
  if (!isList || composedSchemas.some((part) => "prefixItems" in part))
    return null;
  return {
    items: composedSchemas.map(({ items }) => items).filter(isSchema),
    isNullable:
      types.length > 0 &&
      types.every((typeNames) => typeNames.includes("null")),
  };
}

const LIST_TYPES = ["array", "null"];

/** Array properties of a part, by name; several of one name if its own parts declare it. */
function listPropertiesOf(part: Schema, schemas: Schemas) {
  const properties = flattenSchema(part, schemas).flatMap(propertiesOf);
  return groupBy(
    properties.filter(
      ([, property]) => readListType(flattenSchema(property, schemas)) !== null,
    ),
  );
}

/** Array schema with the items of several; null if they are not arrays together. */
function mergeLists(lists: readonly Schema[], schemas: Schemas): Schema | null {
  const listType = readListType(
    lists.flatMap((list) => flattenSchema(list, schemas)),
  );
  if (listType === null) return null;
  // An object schema that says nothing of its properties adds nothing.
  const isBare = ({ type = "object", ...item }: Schema) =>
    [type].flat().includes("object") &&
    Object.keys(item).every((keyword) => DOC_KEYWORDS.includes(keyword));
  const items = listType.items.filter((item) => !isBare(item));
  const [firstItem, ...furtherItems] =
    items.length > 0 ? items : listType.items;
  const description = lists.findLast((list) => list["description"]);
  return omitEmpty({
    type: listType.isNullable ? ["array", "null"] : "array",
    items:
      furtherItems.length > 0
        ? { allOf: [firstItem, ...furtherItems] }
        : firstItem,
    description: description?.["description"],
  });
}

const DOC_KEYWORDS = ["title", "description"];

/** Part without the properties of these names; a reference to a schema that has them is inlined. */
function omitProperties(
  part: Schema,
  names: readonly string[],
  schemas: Schemas,
  openSchemas: readonly Schema[] = [],
): Schema {
  if (openSchemas.includes(part)) return {}; // a part of itself
  const isNamed = flattenSchema(part, schemas)
    .flatMap(propertiesOf)
    .some(([name]) => names.includes(name));
  if (!isNamed) return part;
  const { $ref, allOf, properties, ...remainingKeywords } = part;
  const target = schemas.get(refName({ $ref }) ?? "");
  const branchSchemas = [
    ...(target ? [target] : []),
    ...branchesOf({ allOf }, "allOf"),
  ]
    .map((branch) =>
      omitProperties(branch, names, schemas, [...openSchemas, part]),
    )
    .filter((branch) => Object.keys(branch).length > 0);
  const remainingSchema = omitEmpty({
    properties: isSchema(properties) ? omit(properties, names) : {},
    allOf: branchSchemas,
  });
  const isEmpty = Object.keys(remainingSchema).length === 0;
  const { required } = remainingKeywords;
  return isEmpty
    ? omitEmpty({ required })
    : { ...remainingKeywords, ...remainingSchema };
}
