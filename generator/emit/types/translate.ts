import type { SchemaObject } from "openapi-typescript";
import { comment } from "../literal.js";
import { requireLazily } from "../../package.js";
import { refName } from "../../schema/object-shape.js";
import type { TypeNode } from "./node-factory-shim.js";
import type { TypeShape } from "./type-shapes.js";

/** Returns the type of a shape as source, indented except for its first line. */
export type ShapeTranslator = (shape: TypeShape, indent: string) => string;

/**
 * Creates a translator by openapi-typescript, which writes one member of an object a line.
 * @param shapes targets of `#/$defs/…`
 */
export function createShapeTranslator(
  shapes: ReadonlyMap<string, TypeShape>,
): ShapeTranslator {
  // The build bundles that transform alone, with nodes of its own (node-factory-shim.ts): installed whole,
  // openapi-typescript comes with a compiler and a linter, 40 MB.
  const { default: transform } = requireLazily("#openapi-typescript") as {
    readonly default: (of: SchemaObject, options: object) => TypeNode;
  };
  // Options that the transform reads and that are not off by default.
  const context = {
    discriminators: { objects: {}, refsHandled: [] },
    // Declares that api-types.ts emits `WithRequired` itself.
    injectFooter: [{ name: { escapedText: "WithRequired" } }],
    resolve: ($ref: string) => shapes.get(refName({ $ref }) ?? ""),
    transformProperty: addDocComment,
  };
  return (shape, indent) =>
    // A shape is a schema object, but read-only and with fewer keywords.
    transform(shape as SchemaObject, { ctx: context }).print(indent);
}

/** Puts a property's docs, which an editor shows, on a line above it. */
function addDocComment(
  property: TypeNode,
  { description }: TypeShape,
): TypeNode {
  const docLine = typeof description === "string" ? comment(description) : "";
  if (docLine === "") return property;
  const print = (indent: string) =>
    `/** ${docLine} */\n${indent}${property.print(indent)}`;
  return { ...property, print };
}
