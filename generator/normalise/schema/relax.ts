import { requiredOf } from "../../../runtime/schema.js";
import {
  filled,
  isObject,
  type JsonObject,
  without,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { ANNOTATIONS } from "../../schema/keywords.js";
import { branches, referenceName } from "../../schema/object-shape.js";

/** Keywords that a null would fail although it is among the types. */
const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"];

/**
 * Lets a converted schema accept null, as `nullable: true` means it: one more type, one more
 * branch, or a union with null around everything else. Changes and returns the schema.
 * https://spec.openapis.org/oas/v3.0.3#fixed-fields-19
 */
export function addNull(schema: JsonObject): JsonObject {
  const composing = COMPOSING.filter((keyword) => keyword in schema);
  if (composing.length > 0) return addBranch(schema, composing);
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

function addBranch(schema: JsonObject, composing: string[]): JsonObject {
  const [union] = composing;
  const validating = Object.keys(schema).filter(
    (keyword) => !ANNOTATIONS.includes(keyword) && keyword !== "discriminator",
  );
  if ((union === "anyOf" || union === "oneOf") && validating.length === 1) {
    // The conversion made this list.
    const branches = schema[union] as JsonObject[];
    if (!branches.some(({ type }) => [type].flat().includes("null")))
      schema[union] = [...branches, { type: "null" }];
    return schema;
  }
  const outer: JsonObject = {};
  for (const keyword of ANNOTATIONS) {
    if (!(keyword in schema)) continue;
    outer[keyword] = schema[keyword];
    delete schema[keyword];
  }
  outer["anyOf"] = [schema, { type: "null" }];
  return outer;
}

/**
 * Takes the branch for null out of alternatives where another one takes null, too, itself or by what it refers to:
 * null would be told twice, and fail `oneOf`. Changes the schema.
 * @param schemas what `#/$defs/…` points to
 */
export function tellNullOnce(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
): void {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const all = branches(schema, keyword);
    const others = all.filter((one) => !isNullAlone(one));
    const isTwice =
      others.length < all.length &&
      others.some((one) => takesNull(one, schemas, new Set()));
    if (isTwice) Object.assign(schema, { [keyword]: others });
  }
}

function isNullAlone(schema: Schema): boolean {
  return Object.keys(schema).join() === "type" && schema["type"] === "null";
}

/** Whether null fits a schema, as far as that is sure. */
function takesNull(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
  seen: Set<Schema>,
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const inner = (one: Schema) => takesNull(one, schemas, seen);
  const { const: only, enum: values, not, type, if: condition } = schema;
  if (not !== undefined || condition !== undefined) return false;
  const shared = schemas.get(referenceName(schema) ?? "");
  const unions = (["anyOf", "oneOf"] as const)
    .map((keyword) => branches(schema, keyword))
    .filter((all) => all.length > 0);
  const parts = [
    ...(shared === undefined ? [] : [shared]),
    ...branches(schema, "allOf"),
  ];
  const holds = [
    ...(type === undefined ? [] : [[type].flat().includes("null")]),
    ...(Array.isArray(values) ? [values.includes(null)] : []),
    ...(only === undefined ? [] : [only === null]),
    ...parts.map(inner),
    ...unions.map((all) => all.some(inner)),
  ];
  // What says nothing takes anything, and does not mean null above all.
  return holds.length > 0 && holds.every(Boolean);
}

/**
 * Lets a converted schema accept the values of its enum where none is of its type: beside `type: array` they are those of
 * the items. Changes and returns the schema.
 */
export function widenEnum(schema: JsonObject): JsonObject {
  const { enum: values, items, type } = schema;
  if (type === undefined || !Array.isArray(values)) return schema;
  const types = [type]
    .flat()
    .map((one) => (one === "integer" ? "number" : one));
  const isRight = (value: unknown) =>
    value === null ||
    types.includes(Array.isArray(value) ? "array" : typeof value);
  if (values.some(isRight)) return schema;
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

/** Keywords that may describe a property elsewhere. */
const OPENING = [...COMPOSING, "patternProperties"];

/**
 * Lets a converted object have what it requires and, closed as it is, describes nowhere, which would refuse every object.
 * Whether it has to be there, the API knows.
 */
export function widenRequired(schema: JsonObject): JsonObject {
  const isClosed = schema["additionalProperties"] === false;
  if (!isClosed || OPENING.some((keyword) => keyword in schema)) return schema;
  const known = isObject(schema["properties"]) ? schema["properties"] : {};
  const isKnown = (name: string) => Object.hasOwn(known, name);
  const required = requiredOf(schema);
  const strange = required.filter((name) => !isKnown(name));
  if (strange.length === 0) return schema;
  const more = strange.map((name) => [name, {}] as const);
  const properties = { ...known, ...Object.fromEntries(more) };
  return {
    ...without(schema, ["required"]),
    properties,
    ...filled({ required: required.filter(isKnown) }),
  };
}

/**
 * Lets a converted schema be of every type that its alternatives have: `type: array` beside
 * `oneOf: [object, array]` would refuse what the second half of the sentence allows, and
 * `type: null` beside alternatives means that null is one more. Changes and returns the schema.
 */
export function widenType(schema: JsonObject): JsonObject {
  const { anyOf, oneOf = anyOf, type } = schema;
  if (type === undefined || !Array.isArray(oneOf)) return schema;
  const own = new Set([type].flat());
  const all = oneOf.flatMap((one) =>
    isObject(one) && one["type"] !== undefined ? [[one["type"]].flat()] : [],
  );
  const strange = all.filter(
    (types) =>
      !types.some(
        (one) => own.has(one === "integer" ? "number" : one) || own.has(one),
      ),
  );
  if (strange.length === 0) return schema;
  schema["type"] = [...new Set([...own, ...strange.flat()])];
  if (own.has("null") && !all.flat().includes("null")) {
    delete schema["type"];
    const keyword = anyOf === oneOf ? "anyOf" : "oneOf";
    schema[keyword] = [...(oneOf as unknown[]), { type: "null" }];
  }
  return schema;
}
