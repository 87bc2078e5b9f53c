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
} from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";

/** Shows shared schemas in their places, since some clients refuse references. */
export const inlineSchemas: Listing = (schema, { $defs }) =>
  written(schema, $defs, []);

/** Each shared schema in its place; one that would contain itself is described in words. */
function written(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  open: readonly string[],
): JsonSchema {
  const shared = resolveRef(schema, $defs);
  const beside = omitKeyword(schema, "$ref");
  const here = mapSubschemas(beside, (inner) => written(inner, $defs, open));
  if (shared === undefined) return unwrapped(narrowed(here));
  const { name, schema: found } = shared;
  if (!open.includes(name)) {
    const whole = combined(written(found, $defs, [...open, name]), here);
    return "allOf" in whole ? unwrapped(narrowed(whole)) : whole;
  }
  const { title } = found;
  const thing = typeof title === "string" && title !== "" ? title : name;
  const description = `A nested ${thing}, shaped like the one around it.`;
  return { ...summarizeType(found, $defs), description, ...here };
}

/**
 * Values of a property that another part of the same object narrows, as each alternative narrows the tag of what it
 * extends, are told in all parts as the narrowest one has them: those of its siblings would mislead.
 */
function narrowed(schema: JsonSchema): JsonSchema {
  if (schemasIn(schema["allOf"]).length === 0) return schema;
  const parts = collectAllOf(schema, {}, new Set());
  const narrowest = new Map<string, readonly unknown[]>();
  for (const [name, { enum: values }] of parts.flatMap(propertiesOf)) {
    const before = narrowest.get(name);
    if (Array.isArray(values) && !(before && before.length <= values.length))
      narrowest.set(name, values as unknown[]);
  }
  const visit = (part: JsonSchema): JsonSchema =>
    mapSubschemas(part, (inner, place) => {
      if (place.startsWith("allOf/")) return visit(inner);
      const values = narrowest.get(place.replace("properties/", ""));
      const { enum: wide } = inner;
      const isWider =
        place.startsWith("properties/") &&
        Array.isArray(wide) &&
        wide.length > (values?.length ?? Infinity) &&
        values?.every((value) => wide.includes(value));
      return isWider ? { ...inner, enum: values } : inner;
    });
  return withoutRepeats(visit(schema));
}

/** A schema without properties of its own that say no more than a part of it does. */
function withoutRepeats(schema: JsonSchema): JsonSchema {
  const inherited = schemasIn(schema["allOf"])
    .flatMap((part) => collectAllOf(part, {}, new Set()))
    .flatMap(propertiesOf);
  const isRepeat = ([name, property]: readonly [string, JsonSchema]) =>
    Object.keys(property).join() === "enum" &&
    inherited.some(
      ([other, { enum: values }]) =>
        other === name &&
        JSON.stringify(values) === JSON.stringify(property["enum"]),
    );
  const all = propertiesOf(schema);
  const left = all.filter((entry) => !isRepeat(entry));
  if (left.length === all.length) return schema;
  return left.length === 0
    ? omitKeyword(schema, "properties")
    : { ...schema, properties: Object.fromEntries(left) };
}

/** `allOf` of one schema is the way of OpenAPI 3.0 to say something beside a reference. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const [only, other] = schemasIn(schema["allOf"]);
  return only && !other ? combined(only, omitKeyword(schema, "allOf")) : schema;
}

export function omitKeyword(schema: JsonSchema, out: string): JsonSchema {
  if (!(out in schema)) return schema;
  const isKept = ([keyword]: [string, unknown]) => keyword !== out;
  return Object.fromEntries(Object.entries(schema).filter(isKept));
}

function combined(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return Object.keys(siblings).every((keyword) =>
    ANNOTATION_KEYWORD.test(keyword),
  )
    ? { ...schema, ...siblings }
    : { ...siblings, allOf: [schema] };
}

/** What kind of value a schema means, and which properties it requires, through references, parts and alternatives; of lists, that of their items. */
export function summarizeType(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  level = 0,
): JsonSchema {
  const parts = flattenSchema([schema], $defs);
  const usual = parts.some((part) => part["properties"]) ? ["object"] : [];
  const [types = usual] = typesOf(parts);
  const [only, other] = types;
  const { items } = parts.find((part) => isSchema(part["items"])) ?? {};
  const inner =
    level < 2 && isSchema(items) && summarizeType(items, $defs, level + 1);
  const required = [...new Set(parts.flatMap(requiredOf))];
  return {
    ...(only !== undefined && { type: other === undefined ? only : types }),
    ...(required.length > 0 && { required }),
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
