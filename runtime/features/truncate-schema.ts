import { flattenSchema, getOwn, propertiesOf, requiredOf } from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";
import { mapSubschemas, summarizeType } from "./inline-schemas.js";

/** Shows less of what is too long even so: in the places that are named, what a value is and what it needs. */
export function truncateSchemas(listing: Listing): Listing {
  return (schema, schemas, request) => {
    const places = getOwn(schemas.leftOut, request) ?? [];
    if (places.length === 0) return listing(schema, schemas, request);
    const outline = (one: JsonSchema) => outlineSchema(one, schemas.$defs);
    const left = truncateSchema(schema, schemas.$defs, places, outline);
    const $defs = { ...schemas.$defs, ...left.$defs };
    return listing(left.schema, { ...schemas, $defs }, request);
  };
}

/** A schema, and the shared ones that change, without the details of some places: `$defs/Pet/properties/owner`. */
export function truncateSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  places: readonly string[],
  outline: (schema: JsonSchema) => JsonSchema,
) {
  const left = new Set(places);
  const visit = (one: JsonSchema, at: string): JsonSchema =>
    left.has(at)
      ? outline(one)
      : mapSubschemas(one, (inner, step) => visit(inner, `${at}/${step}`));
  const names = new Set(places.map((place) => place.split("/")[1] ?? ""));
  const changed = [...names].flatMap((name) => {
    const one = getOwn($defs, name);
    return one ? [[name, visit(one, `$defs/${name}`)]] : [];
  });
  return {
    schema: visit(schema, ""),
    $defs: Object.fromEntries(changed) as Schemas["$defs"],
  };
}

/** More values than these are details. */
const MAX_VALUES = 50;

/** Its type and values, and the names, types and values of what it requires. */
export function outlineSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  const parts = flattenSchema([schema], $defs);
  const required = [...new Set(parts.flatMap(requiredOf))];
  const properties = parts
    .flatMap(propertiesOf)
    .filter(([name]) => required.includes(name))
    .map(([name, one]) => [name, briefly(one, $defs)]);
  const told = parts.find((part) => part["description"])?.["description"];
  const about = typeof told === "string" ? `${told} ` : "";
  const { enum: values, ...brief } = briefly(schema, $defs, parts);
  const isShort = Array.isArray(values) && values.length <= MAX_VALUES;
  return {
    ...brief,
    ...(isShort && { enum: values as unknown }),
    description: `${about}Not listed in full.`,
    ...(required.length > 0 && {
      required,
      properties: Object.fromEntries(properties) as unknown,
    }),
  };
}

function briefly(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  parts = flattenSchema([schema], $defs),
): JsonSchema {
  const values = parts.map((part) =>
    Object.entries(part).filter(([keyword]) => /^(const|enum)$/.test(keyword)),
  );
  const type = summarizeType(schema, $defs);
  const known = { ...type, ...Object.fromEntries(values.flat()) };
  return Object.keys(known).length > 0 ? known : { description: "Any value." };
}
