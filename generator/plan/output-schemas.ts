import { typeOf } from "../../runtime/check.js";
import { propertiesOf } from "../../runtime/schema.js";
import { filled, without, toWord } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import { ANNOTATIONS } from "../schema/keywords.js";
import { reachable } from "../schema/reference-graph.js";
import {
  branches,
  isSchema,
  referenceName,
  resolve,
} from "../schema/object-shape.js";
import { partsOf } from "../schema/walk.js";
import { byKey } from "../shared/order.js";
import { rememberingEach } from "../shared/memoize.js";
import type { AnswerSchemas } from "./response-fields.js";
import type { PlannedComponent } from "./component.js";

type Schemas = Pick<Api["schemas"], "get">;

/** Types of what tools answer, where something is known of them, and of what these refer to. */
export function planOutputs(
  components: readonly PlannedComponent[],
  { schemas }: Pick<Api, "schemas">,
): AnswerSchemas | null {
  const told = components.flatMap(({ answer, kind, recipe }) => {
    const schema =
      kind === "tool" && answer.schema && outputOf(answer.schema, schemas);
    return schema ? [[recipe.request, schema] as const] : [];
  });
  if (told.length === 0) return null;
  const all = told.map(([, schema]) => schema);
  return {
    operations: Object.fromEntries([...told].sort(byKey)),
    $defs: Object.fromEntries(
      reachable(all, schemas, (one) => typed(one, schemas)),
    ),
  };
}

/** The type of a response: `object` where it is always one, and never null. Null: nothing is known of it. */
function outputOf(schema: Schema, schemas: Api["schemas"]): Schema | null {
  const kinds = kindsOf(schema, schemas);
  if (kinds === null) return null;
  const isObject =
    kinds.has("object") && kinds.size === 1 && !allowsNull(schema, schemas);
  return isObject
    ? { ...typed(last(schema, schemas), schemas), type: "object" }
    : typed(schema, schemas);
}

/** The last of references that lead to each other alone: what is said of it stands behind one step. */
function last(schema: Schema, schemas: Schemas): Schema {
  const inner = schemas.get(referenceName(schema) ?? "") ?? {};
  const isReference = Object.keys(inner).join() === "$ref";
  return isReference ? last(inner, schemas) : schema;
}

type Kinds = ReadonlySet<string> | null;

/** Types that an answer may have, but for null. Null: any. `known`: each schema is looked into once, since many may lead to it. */
function kindsOf(
  schema: Schema,
  schemas: Api["schemas"],
  known = new Map<Schema, Kinds>(),
): Kinds {
  const target = resolve(schema, { schemas });
  const own = typesOf(target).filter((one) => one !== "null");
  if (own.length > 0) return new Set(own);
  const before = known.get(target);
  if (before !== undefined) return before;
  known.set(target, null);
  const inner = (part: Schema) => kindsOf(part, schemas, known);
  const [part] = branches(target, "allOf").flatMap((one) => inner(one) ?? []);
  const choices = branches(target, "anyOf", "oneOf").flatMap((one) => [
    ...(inner(one) ?? []),
  ]);
  const kinds = part ?? (choices.length === 0 ? null : new Set(choices));
  known.set(target, kinds);
  return kinds;
}

/** Whether null is among the values. `results`: each schema is looked into once; one that leads to itself alone allows nothing. */
function allowsNull(
  schema: Schema,
  schemas: Api["schemas"],
  results = new Map<Schema, boolean>(),
): boolean {
  const target = resolve(schema, { schemas });
  const result = results.get(target);
  if (result !== undefined) return result;
  results.set(target, false);
  const types = typesOf(target);
  const inner = (part: Schema) => allowsNull(part, schemas, results);
  const choices = [branches(target, "anyOf"), branches(target, "oneOf")];
  const isAllowed =
    (types.length === 0 || types.includes("null")) &&
    branches(target, "allOf").every(inner) &&
    choices.every((some) => some.length === 0 || some.some(inner));
  results.set(target, isAllowed);
  return isAllowed;
}

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
    .map(([name, property]) => {
      const type = typed(property, schemas);
      return [name, IDENTIFIER.test(name) ? withDigits(type) : type] as const;
    });
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

/** Names of identifiers: `id`, `petId`, `pet_ids`. */
const IDENTIFIER = /^_?ids?$|[_-]ids?$|[a-z0-9](Id|ID)s?$/;

/** The type of an identifier, or of a list of them. Many documents have 64-bit ones and don't say `format: int64`; no code counts with them. */
function withDigits(type: Schema): Schema {
  const { items } = type;
  const types: unknown[] = [type["type"]].flat();
  const isInteger = types.includes("integer") && !types.includes("string");
  return {
    ...type,
    ...(isInteger && { type: withString(types) }),
    ...(isSchema(items) &&
      types.includes("array") && {
        items: withDigits(items),
      }),
  };
}

/** Types of an integer whose digits may be text, before null. */
const withString = (types: readonly unknown[]) => [
  ...types.filter((one) => one !== "null"),
  "string",
  ...types.filter((one) => one === "null"),
];

/** Declared types, or those that other keywords tell. */
function typesOf(schema: Schema): readonly string[] {
  const { const: only, enum: values, format, type } = schema;
  const declared = [type].flat().filter((one) => typeof one === "string");
  // Whole numbers that JavaScript can't hold are texts: `parseJson` of the runtime.
  const isLong = format === "int64" || format === "uint64";
  if (declared.includes("integer") && isLong) return [...declared, "string"];
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
    (one) => Object.keys(one).length > 0 && toWord(one["type"]) !== "null",
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
    const whole = wholeOf(one, schemas);
    return whole && isPlain(whole) && sizeOf(whole) <= MOST ? whole : one;
  });
  const join = (plain: readonly Schema[]) =>
    plain.reduce<Schema>(
      (one, other) => joined(one, other, schemas, level),
      {},
    );
  const plain = written.filter(isPlain);
  const objects = join(plain.filter((one) => !("items" in one)));
  const lists = join(plain.filter((one) => "items" in one));
  const kept = [objects, lists, ...written.filter((one) => !isPlain(one))]
    .map((one) => without(one, ["additionalProperties"]))
    .filter((one) => Object.keys(one).length > 0);
  return kept.length === 1 ? (kept[0] ?? {}) : { allOf: kept };
}

/** Levels of properties that parts have in common: parts may lead to each other. */
const DEEPEST = 8;

/** Undefined as long as it is in the making: it is a part of itself. */
const made = new WeakMap<Schema, Schema | undefined>();

/** A shared schema as it is told, made once: parts of parts may lead to it in more ways than can be walked. */
function wholeOf(reference: Schema, schemas: Schemas): Schema | undefined {
  const shared = schemas.get(referenceName(reference) ?? "");
  if (shared && !made.has(shared)) {
    made.set(shared, undefined);
    made.set(shared, typed(shared, schemas));
  }
  return shared && made.get(shared);
}

/** Schemas that are written in one. */
const sizeOf = rememberingEach((schema: Schema): number =>
  partsOf(schema).reduce((all, part) => all + sizeOf(part), 1),
);

/** Larger ones are referred to: written into each other, they would grow without end. */
const MOST = 5_000;

function isPlain(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => PLAIN.includes(keyword));
}

const PLAIN = "additionalProperties description items properties type".split(
  " ",
);

/** Two schemas of `properties`, `items` and `type` as one. Clients that write code print a list of each part else. */
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
  const members = [one, other].map(({ items }) => items).filter(isSchema);
  return {
    ...one,
    ...other,
    ...filled({
      properties: Object.fromEntries(properties),
      items: together(members, schemas, level + 1),
    }),
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
