import {
  flattenSchema,
  getOwn,
  propertiesOf,
  requiredOf,
} from "../../index.js";
import type { JsonSchema, Listing, Schemas } from "../../index.js";
import { mapSubschemas, summarizeType } from "./inline-schemas.js";

/** Shortens listed schemas that are too long even with `$defs`: replaces the schemas at given places by outlines. */
export function truncateSchemas(listing: Listing): Listing {
  return (schema, schemas, request) => {
    const places = getOwn(schemas.leftOut, request) ?? [];
    if (places.length === 0) return listing(schema, schemas, request);
    const outline = (subschema: JsonSchema) =>
      outlineSchema(subschema, schemas.$defs);
    const truncation = truncateSchema(schema, schemas.$defs, places, outline);
    const $defs = { ...schemas.$defs, ...truncation.$defs };
    return listing(truncation.schema, { ...schemas, $defs }, request);
  };
}

/**
 * Replaces the schemas at some places, such as `$defs/Pet/properties/owner`, by outlines. Returns the schema and the
 * changed shared schemas.
 */
export function truncateSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  places: readonly string[],
  outline: (schema: JsonSchema) => JsonSchema,
) {
  const truncatedPlaces = new Set(places);
  const visit = (subschema: JsonSchema, place: string): JsonSchema =>
    truncatedPlaces.has(place)
      ? outline(subschema)
      : mapSubschemas(subschema, (child, step) =>
          visit(child, `${place}/${step}`),
        );
  const names = new Set(places.map((place) => place.split("/")[1] ?? ""));
  const changedSchemas = [...names].flatMap((name) => {
    const definition = getOwn($defs, name);
    return definition ? [[name, visit(definition, `$defs/${name}`)]] : [];
  });
  return {
    schema: visit(schema, ""),
    $defs: Object.fromEntries(changedSchemas) as Schemas["$defs"],
  };
}

/** Maximum number of `enum` values in an outline. */
const MAX_VALUES = 50;

/** Outlines a schema: its type and values, and those of its required properties. */
export function outlineSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  const parts = flattenSchema([schema], $defs);
  const required = [...new Set(parts.flatMap(requiredOf))];
  const properties = parts
    .flatMap(propertiesOf)
    .filter(([name]) => required.includes(name))
    .map(([name, property]) => [name, summarizeValue(property, $defs)]);
  const description = parts.find((part) => part["description"])?.[
    "description"
  ];
  const descriptionPrefix =
    typeof description === "string" ? `${description} ` : "";
  const { enum: values, ...summary } = summarizeValue(schema, $defs, parts);
  const isShort = Array.isArray(values) && values.length <= MAX_VALUES;
  return {
    ...summary,
    ...(isShort && { enum: values as unknown }),
    description: `${descriptionPrefix}Not listed in full.`,
    ...(required.length > 0 && {
      required,
      properties: Object.fromEntries(properties) as unknown,
    }),
  };
}

function summarizeValue(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  parts = flattenSchema([schema], $defs),
): JsonSchema {
  const values = parts.map((part) =>
    Object.entries(part).filter(([keyword]) => /^(const|enum)$/.test(keyword)),
  );
  const type = summarizeType(schema, $defs);
  const summary = { ...type, ...Object.fromEntries(values.flat()) };
  return Object.keys(summary).length > 0
    ? summary
    : { description: "Any value." };
}
