import {
  allParts,
  ANNOTATION,
  isSchema,
  listOf,
  target,
  typesOf,
} from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";

/** Shows shared schemas in their places, since some clients refuse references. */
export const inline: Listing = (schema, { $defs }) =>
  written(schema, $defs, []);

/** Each shared schema in its place; one that would contain itself is described in words. */
function written(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  open: readonly string[],
): JsonSchema {
  const shared = target(schema, $defs);
  const beside = without(schema, "$ref");
  const here = mapSubschemas(beside, (inner) => written(inner, $defs, open));
  if (shared === undefined) return unwrapped(here);
  const { name, schema: found } = shared;
  if (!open.includes(name))
    return combined(written(found, $defs, [...open, name]), here);
  const description = `A nested ${name}, shaped like the one around it.`;
  return { ...typeIn(found, $defs), description, ...here };
}

/** `allOf` of one schema is the way of OpenAPI 3.0 to say something beside a reference. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const [only, other] = listOf(schema["allOf"]);
  return only && !other ? combined(only, without(schema, "allOf")) : schema;
}

export function without(schema: JsonSchema, out: string): JsonSchema {
  if (!(out in schema)) return schema;
  const isKept = ([keyword]: [string, unknown]) => keyword !== out;
  return Object.fromEntries(Object.entries(schema).filter(isKept));
}

function combined(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return Object.keys(siblings).every((keyword) => ANNOTATION.test(keyword))
    ? { ...schema, ...siblings }
    : { ...siblings, allOf: [schema] };
}

/** What kind of value a schema means, through references, parts and alternatives; of lists, that of their items. */
export function typeIn(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  level = 0,
): JsonSchema {
  const parts = allParts([schema], $defs);
  const usual = parts.some((part) => part["properties"]) ? ["object"] : [];
  const [types = usual] = typesOf(parts);
  const [only, other] = types;
  const { items } = parts.find((part) => isSchema(part["items"])) ?? {};
  const inner = level < 2 && isSchema(items) && typeIn(items, $defs, level + 1);
  return {
    ...(only !== undefined && { type: other === undefined ? only : types }),
    ...(types.includes("array") && {
      items: { description: "Any value.", ...inner },
    }),
  };
}

/** A schema with `visit` applied to each schema directly inside it; data such as `enum` is left alone. */
export function mapSubschemas(
  schema: JsonSchema,
  visit: (schema: JsonSchema, place: string) => JsonSchema,
): JsonSchema {
  return mapValues(schema, (value, keyword) => {
    if (typeof value !== "object" || value === null) return value; // most are texts
    const one = (inner: unknown, name: string | number) =>
      isSchema(inner) ? visit(inner, `${keyword}/${name}`) : inner;
    if (MAPS.test(keyword) && isSchema(value)) return mapValues(value, one);
    if (SINGLE.test(keyword))
      return isSchema(value) ? visit(value, keyword) : value;
    if (LISTS.test(keyword) && Array.isArray(value)) return value.map(one);
    return value;
  });
}

/** Itself where nothing changes. A copy has a property called `__proto__` as its own, so that assigning to it is safe. */
function mapValues(
  object: JsonSchema,
  change: (value: unknown, key: string) => unknown,
): JsonSchema {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const now = change(object[key], key);
    if (now !== object[key]) (copy ??= { ...object })[key] = now;
  }
  return copy ?? object;
}

// Where schemas stand in schemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10
const SINGLE =
  /^(additionalProperties|contains|contentSchema|else|if|items|not|propertyNames|then|unevaluated(Items|Properties))$/;
const LISTS = /^(allOf|anyOf|oneOf|prefixItems)$/;
const MAPS = /^(\$defs|dependentSchemas|patternProperties|properties)$/;
