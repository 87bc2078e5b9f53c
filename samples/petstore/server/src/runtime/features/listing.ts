import { ANNOTATION, isSchema, listOf, own, target } from "../index.js";
import type { JsonSchema, List, Schemas } from "../index.js";

type Definitions = Schemas["$defs"];

/** Levels of nesting that are written out where the generator found no reason for fewer. */
const LEVELS = 50;
/** Schemas that are written out in one listing. */
const MAX_NODES = 2_000;

/** Shows shared schemas in their places, since some clients refuse references. */
export const inline: List = (schema, { $defs, levels }, request) =>
  writtenOut(schema, $defs, own(levels, request) ?? LEVELS) ??
  writtenOut(schema, $defs, 1) ??
  schema;

/**
 * Writes each shared schema out in its place, `levels` deep: what would contain itself, and what lies
 * deeper, is described in words. Undefined where that would be too much; never at one level.
 */
export function writtenOut(
  root: JsonSchema,
  $defs: Definitions,
  levels: number,
): JsonSchema | undefined {
  let nodes = 0;
  const isTooMuch = () => nodes > MAX_NODES && levels > 1;
  const write = (
    schema: JsonSchema,
    level: number,
    open: readonly string[],
  ): JsonSchema => {
    nodes += 1;
    if (isTooMuch()) return schema;
    const shared = target(schema, $defs);
    const siblings = without(schema, "$ref");
    if (level >= levels) return outlined(siblings, shared?.schema);
    const here = mapSubschemas(siblings, (inner) =>
      write(inner, level + 1, open),
    );
    if (shared === undefined) return unwrapped(here);
    const { name, schema: found } = shared;
    if (!open.includes(name))
      return combined(write(found, level, [...open, name]), here);
    const description = `A nested ${name}, shaped like the one around it.`;
    return { ...typeOf(found), description, ...here };
  };
  const schema = write(root, 0, []);
  return isTooMuch() ? undefined : schema;
}

/** What stands where a schema lies too deep: itself, where nothing is in it. */
function outlined(siblings: JsonSchema, shared?: JsonSchema): JsonSchema {
  const whole = shared ?? siblings;
  let isLeaf = whole["$ref"] === undefined;
  mapSubschemas(whole, (inner) => {
    isLeaf = false;
    return inner;
  });
  if (isLeaf) return shared ? combined(shared, siblings) : whole;
  const told = siblings["description"] ?? whole["description"];
  const left = "Its details are left out of this listing.";
  const description = typeof told === "string" ? `${told} ${left}` : left;
  return { ...typeOf(whole), description };
}

/** `allOf` of one schema is the way of OpenAPI 3.0 to say something beside a reference. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const [only, other] = listOf(schema["allOf"]);
  return only && !other ? combined(only, without(schema, "allOf")) : schema;
}

function without(schema: JsonSchema, out: string): JsonSchema {
  if (!(out in schema)) return schema;
  const isKept = ([keyword]: [string, unknown]) => keyword !== out;
  return Object.fromEntries(Object.entries(schema).filter(isKept));
}

function combined(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return Object.keys(siblings).every((keyword) => ANNOTATION.test(keyword))
    ? { ...schema, ...siblings }
    : { ...siblings, allOf: [schema] };
}

/** The type where it is one; lists are left without, since clients want to know of what. */
function typeOf({ type, properties }: JsonSchema): JsonSchema {
  const known = type ?? (properties ? "object" : undefined);
  return typeof known === "string" && known !== "array" ? { type: known } : {};
}

/** A schema with `visit` applied to each schema directly inside it; data such as `enum` is left alone. */
export function mapSubschemas(
  schema: JsonSchema,
  visit: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const one = (value: unknown) => (isSchema(value) ? visit(value) : value);
  return mapValues(schema, (value, keyword) => {
    if (typeof value !== "object" || value === null) return value; // most are texts
    if (MAPS.test(keyword) && isSchema(value)) return mapValues(value, one);
    if (SINGLE.test(keyword)) return one(value);
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
