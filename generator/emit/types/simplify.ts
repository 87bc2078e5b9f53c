import type { IdentifierFactory } from "../literal.js";
import { requiredOf } from "../../runtime.js";
import { isObject, getMember, entriesOf } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { branchesOf, isSchema, refName } from "../../schema/object-shape.js";
import { mapValues } from "../../schema/walk.js";
import { joinLists, sharedSchemasOf } from "./joined-lists.js";
import {
  intersectionOf,
  unionOf,
  ANYTHING,
  NOTHING,
  type TypeShape,
} from "./type-shapes.js";

/** Context in which schemas are simplified. */
export interface SimplifyContext {
  /** Shared schemas, which `#/$defs/…` points to. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Names the type of a shared schema. */
  readonly identify: IdentifierFactory;
  /** Shared schemas that are inlined around this one. */
  readonly inlinedSchemas?: ReadonlySet<Schema>;
  /** Docs of a property for an editor, on one line; empty if it has none. */
  readonly describeProperty: (schema: Schema) => string;
}

const NONE: ReadonlySet<Schema> = new Set();

/**
 * Reduces a schema to its shape. Properties keep their docs as `description`.
 * @param outerRequired names of properties that the schema around it requires
 */
export function simplify(
  input: unknown,
  context: SimplifyContext,
  outerRequired: readonly string[] = [],
): TypeShape {
  if (input === false) return NOTHING;
  if (!isSchema(input)) return ANYTHING;
  const { schemas, inlinedSchemas: outerSchemas = NONE } = context;
  const schema = joinLists(input, schemas, outerSchemas);
  const innerContext: SimplifyContext =
    schema === input
      ? context
      : {
          ...context,
          inlinedSchemas: new Set([
            ...outerSchemas,
            ...sharedSchemasOf(input, schemas),
          ]),
        };
  const simplifyPart = (part: unknown) => simplify(part, innerContext);
  if ("const" in schema) return toValuesShape([schema["const"]], simplifyPart);
  if (Array.isArray(schema["enum"]))
    return toValuesShape(schema["enum"], simplifyPart);

  const parts = branchesOf(schema, "allOf");
  const required = [schema, ...parts].flatMap(requiredOf).concat(outerRequired);
  const composedShape = intersectionOf([
    toReferenceShape(schema, innerContext, required),
    ...parts.map((part) => simplify(part, innerContext, required)),
    unionOf(branchesOf(schema, "anyOf").map(simplifyPart)),
    unionOf(branchesOf(schema, "oneOf").map(simplifyPart)),
  ]);
  if (composedShape !== ANYTHING && isBareObject(schema)) return composedShape;
  const ownShapes = typesOf(schema).map((type): TypeShape => {
    if (type === "array") return toArrayShape(schema, simplifyPart);
    if (type === "object") return toObjectShape(schema, innerContext, required);
    if (type === "integer") return toIntegerShape(schema);
    return { type };
  });
  return intersectionOf([composedShape, unionOf(ownShapes)]);
}

/** Shape of an integer. Those of 64 bits may be strings: responses have them so to keep digits that a number would lose, and arguments may. */
const toIntegerShape = ({ format, type }: Schema): TypeShape =>
  /^u?int64$/.test(String(format)) && ![type].flat().includes("string")
    ? { anyOf: [{ type: "number" }, { type: "string" }] }
    : { type: "number" };

type SimplifyPart = (part: unknown) => TypeShape;

/** Shape of an enumeration: these values only. */
function toValuesShape(
  values: readonly unknown[],
  simplifyPart: SimplifyPart,
): TypeShape {
  const scalars = values.filter((value) => !(value instanceof Object));
  const compositeSchemas = values.flatMap((value): Schema[] => {
    const toConst = (part: unknown) => ({ const: part });
    if (Array.isArray(value))
      return [{ type: "array", prefixItems: value.map(toConst) }];
    if (!isObject(value)) return [];
    const required = Object.keys(value);
    return [
      { type: "object", properties: mapValues(value, toConst), required },
    ];
  });
  return unionOf([
    scalars.length === 0 ? NOTHING : { enum: [...new Set(scalars)] },
    ...compositeSchemas.map(simplifyPart),
  ]);
}

/** Types of a schema; if it has no `type`, the one that its keywords apply to. */
function typesOf(schema: Schema): readonly unknown[] {
  const { type } = schema;
  if (type !== undefined) return [type].flat();
  const hasKeyword = (...keywords: string[]) =>
    keywords.some((keyword) => keyword in schema);
  if (hasKeyword("properties", "patternProperties", "additionalProperties"))
    return ["object"];
  return hasKeyword("items", "prefixItems") ? ["array"] : [];
}

/** True for an object that says nothing of its properties, so it adds nothing to the other parts of a schema. */
function isBareObject(schema: Schema): boolean {
  const additional = schema["additionalProperties"];
  return (
    typesOf(schema).join() === "object" &&
    entriesOf(schema["properties"]).length === 0 &&
    entriesOf(schema["patternProperties"]).length === 0 &&
    (additional === undefined || additional === false)
  );
}

function toArrayShape(
  { prefixItems, items }: Schema,
  simplifyPart: SimplifyPart,
): TypeShape {
  return Array.isArray(prefixItems)
    ? { type: "array", prefixItems: prefixItems.map(simplifyPart) }
    : { type: "array", items: simplifyPart(items) };
}

/** Shape of an object. If it declares properties and says nothing of others, it has no others. Others that it allows beside declared ones are of any type, since TypeScript applies an index signature to the declared ones, too. */
function toObjectShape(
  schema: Schema,
  context: SimplifyContext,
  required: readonly string[],
): TypeShape {
  const simplifyPart = (part: unknown) => simplify(part, context);
  const properties = entriesOf(schema["properties"]);
  const patterns = entriesOf(schema["patternProperties"]);
  const isBare = properties.length + patterns.length === 0;
  const additionalSchemas = [
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
          { ...simplifyPart(part), ...propertyDocsOf(part, context) },
        ]),
      ),
      required: names.filter((name) => required.includes(name)),
    }),
    ...(additionalSchemas.length > 0 && {
      additionalProperties: isNamed
        ? ANYTHING
        : unionOf(additionalSchemas.map(simplifyPart)),
    }),
  };
}

/** Docs of a property. Those of a shared scalar are repeated at the property, since no editor looks for them behind the type's name. */
function propertyDocsOf(
  property: unknown,
  { schemas, describeProperty: words }: SimplifyContext,
): object {
  if (!isSchema(property)) return {};
  const target = schemas.get(refName(property) ?? "");
  const isValue = target !== undefined && !("properties" in target);
  const description = words({ ...(isValue && target), ...property });
  return description === "" ? {} : { description };
}

/** Shape of a reference, with the properties that are required beyond those that its target requires. */
function toReferenceShape(
  schema: Schema,
  { schemas, identify }: SimplifyContext,
  required: readonly string[],
): TypeShape {
  const name = refName(schema) ?? "";
  const target = schemas.get(name);
  if (target === undefined) return ANYTHING;
  const reference = { $ref: `#/$defs/${identify(name, "Schema")}` };
  const missing = required.filter(
    (property) =>
      hasOptionalProperty(target, property) &&
      getMember(schema["properties"], property) === undefined,
  );
  return missing.length === 0
    ? reference
    : { allOf: [reference], required: missing };
}

/** True for an object that declares this property without requiring it. */
function hasOptionalProperty(target: Schema, property: string): boolean {
  return (
    typesOf(target).join() === "object" &&
    target["enum"] === undefined &&
    target["const"] === undefined &&
    getMember(target["properties"], property) !== undefined &&
    !requiredOf(target).includes(property)
  );
}
