import type { Identify } from "../literal.js";
import { requiredOf } from "../../../runtime/schema.js";
import { isObject, member, members } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import {
  branches,
  isSchema,
  referenceName,
} from "../../schema/object-shape.js";
import { mapValues } from "../../schema/walk.js";
import { joinLists, sharedIn } from "./joined-lists.js";
import { allOf, anyOf, ANYTHING, NOTHING, type Shape } from "./type-shapes.js";

/** What schemas are read with. */
export interface Reading {
  /** What `#/$defs/…` points to. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What the type of each is called. */
  readonly identify: Identify;
  /** Shared schemas that are written out around this one. */
  readonly written?: ReadonlySet<Schema>;
  /** What is told of a property in an editor, on one line; empty: nothing. */
  readonly words: (schema: Schema) => string;
}

const NONE: ReadonlySet<Schema> = new Set();

/**
 * Reduces a schema to its shape. Properties have their words as `description`.
 * @param outer names of properties that the schema around it requires
 */
export function simplify(
  written: unknown,
  given: Reading,
  outer: readonly string[] = [],
): Shape {
  if (written === false) return NOTHING;
  if (!isSchema(written)) return ANYTHING;
  const { schemas, written: around = NONE } = given;
  const schema = joinLists(written, schemas, around);
  const reading =
    schema === written
      ? given
      : {
          ...given,
          written: new Set([...around, ...sharedIn(written, schemas)]),
        };
  const inner = (part: unknown) => simplify(part, reading);
  if ("const" in schema) return valuesShape([schema["const"]], inner);
  if (Array.isArray(schema["enum"])) return valuesShape(schema["enum"], inner);

  const parts = branches(schema, "allOf");
  const required = [schema, ...parts].flatMap(requiredOf).concat(outer);
  const others = allOf([
    referenceShape(schema, reading, required),
    ...parts.map((part) => simplify(part, reading, required)),
    anyOf(branches(schema, "anyOf").map(inner)),
    anyOf(branches(schema, "oneOf").map(inner)),
  ]);
  if (others !== ANYTHING && isBareObject(schema)) return others;
  const own = typesOf(schema).map((type): Shape => {
    if (type === "array") return arrayShape(schema, inner);
    if (type === "object") return objectShape(schema, reading, required);
    if (type === "integer") return integerShape(schema);
    return { type };
  });
  return allOf([others, anyOf(own)]);
}

/** Digits that a number would lose are kept in a text, as answers have them and arguments may. */
const integerShape = ({ format, type }: Schema): Shape =>
  /^u?int64$/.test(String(format)) && ![type].flat().includes("string")
    ? { anyOf: [{ type: "number" }, { type: "string" }] }
    : { type: "number" };

type Inner = (part: unknown) => Shape;

/** These values only. */
function valuesShape(values: readonly unknown[], inner: Inner): Shape {
  const scalars = values.filter((value) => !(value instanceof Object));
  const others = values.flatMap((value): Schema[] => {
    const one = (part: unknown) => ({ const: part });
    if (Array.isArray(value))
      return [{ type: "array", prefixItems: value.map(one) }];
    if (!isObject(value)) return [];
    const required = Object.keys(value);
    return [{ type: "object", properties: mapValues(value, one), required }];
  });
  return anyOf([
    scalars.length === 0 ? NOTHING : { enum: [...new Set(scalars)] },
    ...others.map(inner),
  ]);
}

/** The types of a schema; where it does not say, those that its keywords are for. */
function typesOf(schema: Schema): readonly unknown[] {
  const { type } = schema;
  if (type !== undefined) return [type].flat();
  const saysOne = (...keywords: string[]) =>
    keywords.some((keyword) => keyword in schema);
  if (saysOne("properties", "patternProperties", "additionalProperties"))
    return ["object"];
  return saysOne("items", "prefixItems") ? ["array"] : [];
}

/** Says nothing of its properties, so it adds nothing to the other parts of a schema. */
function isBareObject(schema: Schema): boolean {
  const additional = schema["additionalProperties"];
  return (
    typesOf(schema).join() === "object" &&
    members(schema["properties"]).length === 0 &&
    members(schema["patternProperties"]).length === 0 &&
    (additional === undefined || additional === false)
  );
}

function arrayShape({ prefixItems, items }: Schema, inner: Inner): Shape {
  return Array.isArray(prefixItems)
    ? { type: "array", prefixItems: prefixItems.map(inner) }
    : { type: "array", items: inner(items) };
}

/** With declared properties and nothing said of others, an object has no others; where it has, they are of any type, since TypeScript takes an index signature for the declared ones, too. */
function objectShape(
  schema: Schema,
  reading: Reading,
  required: readonly string[],
): Shape {
  const inner = (part: unknown) => simplify(part, reading);
  const properties = members(schema["properties"]);
  const patterns = members(schema["patternProperties"]);
  const isBare = properties.length + patterns.length === 0;
  const others = [
    ...patterns.map(([, part]) => part),
    schema["additionalProperties"] ?? isBare,
  ].filter((part) => part !== false);
  const names = properties.map(([name]) => name);
  const isNamed = names.length > 0;
  return {
    type: "object",
    ...(isNamed && {
      properties: Object.fromEntries(
        properties.map(([name, part]) => [
          name,
          { ...inner(part), ...told(part, reading) },
        ]),
      ),
      required: names.filter((name) => required.includes(name)),
    }),
    ...(others.length > 0 && {
      additionalProperties: isNamed ? ANYTHING : anyOf(others.map(inner)),
    }),
  };
}

/** A value that is shared is told of where it is used, since no editor looks for it behind its name. */
function told(property: unknown, { schemas, words }: Reading): object {
  if (!isSchema(property)) return {};
  const target = schemas.get(referenceName(property) ?? "");
  const isValue = target !== undefined && !("properties" in target);
  const description = words({ ...(isValue && target), ...property });
  return description === "" ? {} : { description };
}

/** A reference, and what is required of its target beyond what that requires itself. */
function referenceShape(
  schema: Schema,
  { schemas, identify }: Reading,
  required: readonly string[],
): Shape {
  const name = referenceName(schema) ?? "";
  const target = schemas.get(name);
  if (target === undefined) return ANYTHING;
  const reference = { $ref: `#/$defs/${identify(name, "Schema")}` };
  const missing = required.filter(
    (property) =>
      leavesOptional(target, property) &&
      member(schema["properties"], property) === undefined,
  );
  return missing.length === 0
    ? reference
    : { allOf: [reference], required: missing };
}

/** An object that declares this property without requiring it. */
function leavesOptional(target: Schema, property: string): boolean {
  return (
    typesOf(target).join() === "object" &&
    target["enum"] === undefined &&
    target["const"] === undefined &&
    member(target["properties"], property) !== undefined &&
    !requiredOf(target).includes(property)
  );
}
