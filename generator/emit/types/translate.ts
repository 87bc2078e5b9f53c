import type { SchemaObject } from "openapi-typescript";
import { comment } from "../literal.js";
import { requireLate } from "../../package.js";
import { referenceName } from "../../schema/object-shape.js";
import type { TypeNode } from "./node-factory-shim.js";
import type { Shape } from "./type-shapes.js";

/** The type of a shape as source, indented but for its first line. */
export type Translate = (shape: Shape, indent: string) => string;

/**
 * The door to openapi-typescript, which writes one member of an object a line.
 * @param shapes what `#/$defs/…` points to
 */
export function translator(shapes: ReadonlyMap<string, Shape>): Translate {
  // The build makes a file of the one transform, with nodes of its own (nodes.ts): installed whole,
  // openapi-typescript comes with a compiler and a linter, 40 MB.
  const { default: transform } = requireLate("#openapi-typescript") as {
    readonly default: (of: SchemaObject, options: object) => TypeNode;
  };
  // The options that the transform reads and that are not off when left out.
  const ctx = {
    discriminators: { objects: {}, refsHandled: [] },
    // It is there (typings.ts), says this.
    injectFooter: [{ name: { escapedText: "WithRequired" } }],
    resolve: ($ref: string) => shapes.get(referenceName({ $ref }) ?? ""),
    transformProperty: described,
  };
  return (shape, indent) =>
    // A shape is a schema object, read-only and in fewer forms.
    transform(shape as SchemaObject, { ctx }).print(indent);
}

/** A property below what an editor shows beside it, on a line of its own. */
function described(property: TypeNode, { description }: Shape): TypeNode {
  const words = typeof description === "string" ? comment(description) : "";
  if (words === "") return property;
  const print = (indent: string) =>
    `/** ${words} */\n${indent}${property.print(indent)}`;
  return { ...property, print };
}
