import { propertiesOf } from "../../runtime/schema.js";
import { typeOf } from "../../runtime/check.js";
import { filled, without } from "../json.js";
import type { Api, Schema } from "../model.js";
import { ANNOTATIONS } from "../schema/keywords.js";
import { branches, isSchema, referenceName } from "../schema/shape.js";
import { partsOf } from "../schema/walk.js";
import { rememberingEach } from "../text.js";

type Schemas = Pick<Api["schemas"], "get">;

/**
 * What code that is written against an answer has to know: names of fields, and types with null besides. Nothing is
 * required, and values, formats and bounds are told in words: APIs leave out required fields, send null for them, and
 * values that no enum knows; a client that validates would lose such an answer.
 */
export function typed(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = schema;
  const about = describe(schema);
  const parts = [
    ...(typeof $ref === "string" ? [{ $ref }] : []),
    ownOf(schema, schemas),
    ...branches(schema, "allOf").map((part) => typed(part, schemas)),
    either(branches(schema, "anyOf", "oneOf"), schemas),
  ];
  const { description, ...said } = together(parts, schemas);
  return filled({ ...said, description: about || description });
}

/** What a schema says itself. */
function ownOf(schema: Schema, schemas: Schemas): Schema {
  const types = typesOf(schema);
  const { additionalProperties: others, items } = schema;
  const properties = propertiesOf(schema)
    .filter(([, property]) => property["writeOnly"] !== true)
    .map(([name, property]) => [name, typed(property, schemas)] as const);
  const members = [
    ...partsOf(schema, ["prefixItems"]),
    ...(isSchema(items) ? [items] : []),
  ];
  return filled({
    type: types.length === 0 ? null : [...new Set([...types, "null"])],
    properties: Object.fromEntries(properties),
    items: either(members, schemas),
    additionalProperties: isSchema(others) ? typed(others, schemas) : null,
  });
}

/** Declared types, or those that other keywords tell. */
export function typesOf(schema: Schema): readonly string[] {
  const { const: only, enum: values, format, type } = schema;
  const declared = [type].flat().filter((one) => typeof one === "string");
  // Whole numbers that JavaScript can't hold are texts: `parseJson` of the runtime.
  if (declared.includes("integer") && format === "int64")
    return [...declared, "string"];
  if (declared.length > 0) return declared;
  if (only !== undefined) return [typeOf(only)];
  if (Array.isArray(values)) return values.map(typeOf);
  if ("properties" in schema || isSchema(schema["additionalProperties"]))
    return ["object"];
  return "items" in schema || "prefixItems" in schema ? ["array"] : [];
}

/** Schemas of which one holds, without those that say nothing, as one. */
function either(branches: readonly Schema[], schemas: Schemas): Schema {
  if (branches.some(isAnything)) return {};
  const all = branches.map((one) =>
    without(typed(one, schemas), ["description"]),
  );
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  const told = [...distinct.values()].filter(
    (one) => Object.keys(one).length > 0 && String(one["type"]) !== "null",
  );
  const [only = {}, ...more] = told;
  if (more.length === 0) return only;
  if (told.every((one) => Object.keys(one).join() === "type"))
    return { type: [...new Set(told.flatMap((one) => one["type"]))] };
  return { anyOf: told };
}

/** Others without a type, such as one of `required` alone, say something beside what all branches share. */
function isAnything(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword));
}

/**
 * Schemas that hold together, as one, with shared ones written out where they are plain: clients that make types read
 * either `allOf` or what stands beside it, and take parts that may be null for alternatives.
 */
function together(
  parts: readonly Schema[],
  schemas: Schemas,
  level = 0,
): Schema {
  const all = parts.filter((one) => Object.keys(one).length > 0);
  // A type alone says nothing beside one that says what is in it.
  const more = all.filter((one) => Object.keys(one).join() !== "type");
  const told = more.length > 0 ? more : all.slice(0, 1);
  const [only = {}, other] = told;
  if (other === undefined || level > DEEPEST) return only;
  const written = told.map((one) => {
    const whole = wholeOf(schemas.get(referenceName(one) ?? ""), schemas);
    return whole && isPlain(whole) && sizeOf(whole) <= MOST ? whole : one;
  });
  const plain = written
    .filter(isPlain)
    .reduce<Schema>((one, other) => joined(one, other, schemas, level), {});
  const kept = [plain, ...written.filter((one) => !isPlain(one))]
    .map((one) => without(one, ["additionalProperties"]))
    .filter((one) => Object.keys(one).length > 0);
  return kept.length === 1 ? (kept[0] ?? {}) : { allOf: kept };
}

/** Levels of properties that parts have in common: parts may lead to each other. */
const DEEPEST = 8;

/** Undefined as long as it is in the making: it is a part of itself. */
const made = new WeakMap<Schema, Schema | undefined>();

/** A shared schema as it is told, made once: parts of parts may lead to it in more ways than can be walked. */
function wholeOf(
  shared: Schema | undefined,
  schemas: Schemas,
): Schema | undefined {
  if (shared === undefined) return undefined;
  if (!made.has(shared)) {
    made.set(shared, undefined);
    made.set(shared, typed(shared, schemas));
  }
  return made.get(shared);
}

/** Schemas that are written in one. */
const sizeOf = rememberingEach((schema: Schema): number =>
  partsOf(schema).reduce((all, part) => all + sizeOf(part), 1),
);

/** Larger ones are referred to: written into each other, they would grow without end. */
const MOST = 5_000;

function isPlain(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => PLAIN.has(keyword));
}

const PLAIN = new Set([
  "additionalProperties",
  "description",
  "properties",
  "type",
]);

/** Two schemas of `properties` and `type` as one. */
function joined(
  one: Schema,
  other: Schema,
  schemas: Schemas,
  level: number,
): Schema {
  const properties = new Map(propertiesOf(one));
  for (const [name, property] of propertiesOf(other))
    properties.set(
      name,
      together([properties.get(name) ?? {}, property], schemas, level + 1),
    );
  return {
    ...one,
    ...other,
    ...filled({ properties: Object.fromEntries(properties) }),
  };
}

/** `one of "cat", "dog"` */
function describe({ const: only, enum: values = [only] }: Schema): string {
  if (!Array.isArray(values) || values[0] === undefined || values.length > MANY)
    return "";
  return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

/** Values that nobody reads through. */
const MANY = 20;
