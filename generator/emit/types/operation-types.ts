import { literal } from "../literal.js";
import type { Schema } from "../../model.js";
import { narrowBareObjects } from "../../schema/bare-object.js";
import { branchesOf, refName } from "../../schema/object-shape.js";
import { subschemas } from "../../schema/walk.js";
import { ANYTHING, type TypeShape } from "./type-shapes.js";
import { simplify, type SimplifyContext } from "./simplify.js";
import type { ShapeTranslator } from "./translate.js";

/** Schemas of a handler's arguments and of the API's response. */
export interface OperationSchemas {
  /** Object schema. Schemas that it shares with other operations are in its `allOf`. */
  readonly arguments: Schema;
  /** Arguments that several operations have, as object schemas of one property, by their shared name. */
  readonly common?: Readonly<Record<string, Schema>>;
  /** Properties of that `allOf` that are not arguments, or have another name as such. */
  readonly omit?: readonly string[];
  /** True if nothing of that `allOf` is required, since the body is optional. */
  readonly optional?: boolean;
  /** Schema of the response; null if it is empty. */
  readonly response: Schema | "bytes" | null;
  /** True if a successful response has no body. */
  readonly mayBeEmpty?: boolean;
}

/** Part of the arguments' intersection type. */
interface ArgumentsPart {
  readonly shape: TypeShape;
  readonly type: string;
  /** True for a union, which needs parentheses if there are several parts. */
  readonly isUnion: boolean;
}

/** Context in which an operation is simplified and printed. */
interface OperationTypeContext extends SimplifyContext {
  /** Shapes of the shared schemas, by identifier. */
  readonly shapes: ReadonlyMap<string, TypeShape>;
  readonly translate: ShapeTranslator;
}

/** Source of an operation's type, and the shapes that it is made of. */
export function writeOperationType(
  operation: OperationSchemas,
  context: OperationTypeContext,
): { readonly type: string; readonly shapes: readonly TypeShape[] } {
  const sharedTypes = Object.keys(operation.common ?? {}).map((name) =>
    context.identify(name, "Argument"),
  );
  const parts = argumentsPartsOf(operation, context);
  const isOne = sharedTypes.length + parts.length === 1;
  const partTypes = parts.map(({ type, isUnion }) =>
    isUnion && !isOne ? `(${type})` : type,
  );
  const shapes = parts.map(({ shape }) => shape);
  let responseType = "undefined";
  if (operation.response === "bytes") responseType = "Uint8Array";
  else if (operation.response !== null) {
    const shape = simplify(narrowBareObjects(operation.response), context);
    shapes.push(shape);
    responseType = context.translate(shape, "  ");
  }
  if (operation.mayBeEmpty === true && responseType !== "unknown")
    responseType += " | undefined";
  const type = `{
  arguments: ${[...sharedTypes, ...partTypes].join(" & ")};
  response: ${responseType};
}`;
  return { type, shapes };
}

function argumentsPartsOf(
  operation: OperationSchemas,
  context: OperationTypeContext,
): ArgumentsPart[] {
  const { allOf, ...ownArguments } = operation.arguments;
  const sharedParts = branchesOf({ allOf }, "allOf").map((part) =>
    toSharedPart(part, operation, context),
  );
  const ownShape = simplify(ownArguments, context);
  // An object type without properties would forbid those of the shared arguments.
  const isBare = Object.keys(ownShape).join() === "type";
  const hasCommon = Object.keys(operation.common ?? {}).length > 0;
  if (hasCommon && sharedParts.length === 0 && isBare) return [];
  if (ownShape["properties"] !== undefined || sharedParts.length === 0)
    return [...sharedParts, toPart(ownShape, context)];
  // Arguments are an object, also if the shared schemas don't say so.
  const isObject = sharedParts.some(({ shape }) =>
    leafShapesOf(shape, context.shapes).every(({ type }) => type === "object"),
  );
  const openObject = { type: "object", additionalProperties: ANYTHING };
  return isObject ? sharedParts : [...sharedParts, toPart(openObject, context)];
}

function toPart(
  shape: TypeShape,
  { translate }: OperationTypeContext,
): ArgumentsPart {
  return { shape, type: translate(shape, "  "), isUnion: "anyOf" in shape };
}

function toSharedPart(
  schema: Schema,
  { omit = [], optional = false }: OperationSchemas,
  context: OperationTypeContext,
): ArgumentsPart {
  const part = toPart(simplify(schema, context), context);
  const leafShapes = leafShapesOf(part.shape, context.shapes);
  const names = leafShapes.flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  );
  const omittedNames = omit
    .filter((name) => names.includes(name))
    .map((name) => literal(name));
  // `Omit` of a type with null would have no properties.
  const isNullable = leafShapes.some(({ type }) => type === "null");
  const requiredType = isNullable ? `NonNullable<${part.type}>` : part.type;
  const type =
    omittedNames.length > 0
      ? `Omit<${requiredType}, ${omittedNames.join(" | ")}>`
      : part.type;
  return optional
    ? { ...part, type: `Partial<${type}>`, isUnion: false }
    : { ...part, type };
}

/** Shapes at the leaves of alternatives and compositions, references followed. */
function leafShapesOf(
  shape: TypeShape,
  shapes: ReadonlyMap<string, TypeShape>,
  seenNames = new Set<string>(),
): TypeShape[] {
  const name = refName(shape);
  if (name !== null) {
    if (seenNames.has(name)) return [];
    seenNames.add(name);
    return leafShapesOf(shapes.get(name) ?? ANYTHING, shapes, seenNames);
  }
  const parts = subschemas(shape, ["anyOf", "allOf"]);
  return parts.length === 0
    ? [shape]
    : parts.flatMap((part) => leafShapesOf(part, shapes, seenNames));
}
