import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { listOf, member } from "../shared/json.js";
import type { Schema } from "../model.js";
import { branches, isSchema, referenceName } from "../schema/object-shape.js";
import { sampleText } from "./sample-text.js";
import { contradict, onlyValues, together, typesOf } from "./merge-all-of.js";

/** How values are made up. */
export interface Manner {
  /** What `#/$defs/…` points to. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What is optional is made as well, as far as it stays small. */
  readonly isWhole: boolean;
  /** Properties that never travel this way. */
  readonly without: "readOnly" | "writeOnly";
}

interface Place extends Manner {
  /** Of the property that it is the value of. */
  readonly name: string;
  readonly depth: number;
  /** Of an array's items, so that they differ. */
  readonly item: number;
  readonly budget: { left: number; steps: number };
}

/**
 * Optional properties that an object has at each depth, and below what is required alone: documents nest
 * schemas in themselves. No object's share depends on what stands beside it, so that a schema that grows
 * changes no other value.
 */
const OPTIONAL = [100, 24, 6, 2];
const OPTIONAL_DEPTH = OPTIONAL.length;
const MAX_DEPTH = 17;
/** Values of one sample; what is optional ends so much earlier. */
const MAX_VALUES = 4_000;
const MAX_REQUIRED = 2_000;
/** Schemas that are looked into for them: parts may grow with each level. */
const MAX_STEPS = 100_000;

/** A value that a schema accepts, as far as its keywords let one be made; always the same. It may be that of an argument. */
export function sample(
  schema: Schema,
  manner: Manner,
  argument?: string,
): unknown {
  const [name, depth] = argument === undefined ? ["text", 0] : [argument, 1];
  const budget = { left: MAX_VALUES, steps: MAX_STEPS };
  return valueOf(schema, { ...manner, name, depth, item: 0, budget });
}

function valueOf(given: unknown, place: Place): unknown {
  if (place.depth > MAX_DEPTH) return null;
  place.budget.left -= 1;
  if (place.budget.left < 0) return null;
  const schema = flat(given, place);
  const values = listOf(schema["enum"]);
  if (values.length > 0) return values[place.item % values.length];
  switch (typeOf(schema)) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "object":
      return objectOf(schema, place);
    case "array":
      return arrayOf(schema, place);
    case "integer":
    case "number":
      return numberOf(schema, place);
    default:
      // A file is asked for as text or as an object; both ways it is base64.
      return isFile(given) ? "dGV4dA==" : sampleText(schema, nameOf(place));
  }
}

/** What a text says where any would do. */
function nameOf({ item, name }: Place): string {
  return item === 0 ? name : `${name}${item + 1}`;
}

/**
 * A schema with its references followed, its parts put together, and of alternatives the first that contradicts nothing
 * of it, nor of what stands around it.
 */
function flat(
  given: unknown,
  place: Place,
  { around = {}, level = 0 }: { around?: Schema; level?: number } = {},
): Schema {
  if (!isSchema(given) || level > MAX_DEPTH) return {};
  place.budget.steps -= 1;
  if (place.budget.steps < 0) return {};
  let said = onlyValues(given);
  const inner = (part: Schema) => {
    const where = { around: together(around, said), level: level + 1 };
    return flat(part, place, where);
  };
  const shared = place.schemas.get(referenceName(given) ?? "");
  const parts = [shared, ...branches(given, "allOf")].filter(isSchema);
  // What leaves a choice comes last, so that it sees all that is said besides.
  parts.sort((one, other) => Number(hasChoice(one)) - Number(hasChoice(other)));
  for (const part of parts) said = together(inner(part), said);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const options = branches(given, keyword).map(inner);
    const found = chosen(options, together(around, said), place);
    said = together(said, found ?? {});
  }
  return said;
}

function hasChoice(schema: Schema): boolean {
  return "oneOf" in schema || "anyOf" in schema || "$ref" in schema;
}

/** Null ends what would have no end. */
function chosen(options: readonly Schema[], said: Schema, { depth }: Place) {
  const isNull = (one: Schema) => typeOf(one) === "null";
  const fits = options.filter((one) => !contradict(said, one));
  const end = depth > OPTIONAL_DEPTH ? options.find(isNull) : undefined;
  return end ?? fits.find((one) => !isNull(one)) ?? fits[0] ?? options[0];
}

function isFile(schema: unknown): boolean {
  return listOf(member(schema, "anyOf")).some((one) => {
    const properties = member(one, "properties");
    return (
      isSchema(properties) && "data" in properties && "filename" in properties
    );
  });
}

function typeOf(schema: Schema): string {
  const types = typesOf(schema["type"]);
  const first = types.find((type) => type !== "null") ?? types[0];
  if (first !== undefined) return first;
  if ("properties" in schema || "required" in schema) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : "string";
}

function objectOf(schema: Schema, place: Place): object {
  const required = requiredOf(schema);
  const properties = new Map<string, unknown>(propertiesOf(schema));
  const { additionalProperties: others } = schema;
  for (const name of required)
    if (!properties.has(name)) properties.set(name, others);
  let optional = place.isWhole ? (OPTIONAL[place.depth] ?? 0) : 0;
  const inner = { ...place, depth: place.depth + 1, item: 0 };
  const made = [...properties].flatMap(([name, property]) => {
    const isNeeded = required.includes(name);
    if (!isNeeded && (optional < 1 || place.budget.left < MAX_REQUIRED))
      return [];
    if (!isNeeded) optional -= 1;
    const said = flat(property, place);
    const isAway = said[place.without] === true;
    // What is required is so in both directions to those who check; what is asked for is not.
    if (isAway && !(isNeeded && place.without === "writeOnly")) return [];
    return [[name, valueOf(property, { ...inner, name })] as const];
  });
  const least = Number(schema["minProperties"] ?? 0);
  const more = Array.from(
    { length: Math.min(least, 20) },
    (_, at) => `more${at}`,
  );
  return Object.fromEntries([
    ...made,
    ...more
      .slice(made.length)
      .map((name) => [name, valueOf(others, { ...inner, name })] as const),
  ]);
}

function arrayOf(schema: Schema, place: Place): unknown[] {
  const { items, maxItems = Infinity, minItems = 0, uniqueItems } = schema;
  const first = listOf(schema["prefixItems"]);
  // Two at the top of what is asked for, since only several show how a list is written.
  const isAsked = place.without === "readOnly" && place.isWhole;
  const isShown = isAsked && place.depth === 1 && uniqueItems !== true;
  const wanted = place.depth > OPTIONAL_DEPTH ? 0 : isShown ? 2 : 1;
  const usual = Math.min(wanted, Number(maxItems));
  const length = Math.min(Math.max(Number(minItems), usual, first.length), 100);
  const inner = { ...place, depth: place.depth + 1 };
  return Array.from({ length }, (_, item) =>
    valueOf(first[item] ?? items, { ...inner, item }),
  );
}

function numberOf(schema: Schema, { item }: Place): number {
  const limit = (keyword: string, none: number) =>
    Number(schema[keyword] ?? none);
  const isWhole = typeOf(schema) === "integer";
  const step = limit("multipleOf", isWhole ? 1 : 0);
  const beside = step === 0 ? 0.5 : step;
  const least = Math.max(
    limit("minimum", -Infinity),
    limit("exclusiveMinimum", -Infinity) + beside,
  );
  const most = Math.min(
    limit("maximum", Infinity),
    limit("exclusiveMaximum", Infinity) - beside,
  );
  const wanted = Math.min(Math.max(1 + item, least), most);
  if (step === 0) return wanted;
  const up = Math.ceil(wanted / step) * step;
  return up <= most ? up : Math.floor(wanted / step) * step;
}
