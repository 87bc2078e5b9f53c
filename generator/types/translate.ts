import { createRequire } from "node:module";
import type * as OpenApiTypeScript from "openapi-typescript";
import type * as TypeScript from "typescript";
import { readType } from "./read-type.js";
import { referredName, type Shape } from "./shape.js";
import type { Type } from "./type.js";

/**
 * The door to openapi-typescript: gives the type of a shape. Loads it on first use.
 * @param shapes what `#/components/schemas/…` points to
 */
export function translator(
  shapes: ReadonlyMap<string, Shape>,
): (shape: Shape) => Type {
  let translate: ((shape: Shape) => Type) | undefined;
  return (shape) => {
    translate ??= load(shapes);
    return translate(shape);
  };
}

function load(shapes: ReadonlyMap<string, Shape>): (shape: Shape) => Type {
  // Required, not imported, since that takes half the time; and of openapi-typescript only the one
  // transform, since the whole brings a linter with it.
  const require = createRequire(import.meta.url);
  // `require` knows no types: these are the packages' own.
  const ts = require("typescript") as typeof TypeScript;
  const { default: transform } =
    require("openapi-typescript/dist/transform/schema-object.cjs") as {
      readonly default: typeof OpenApiTypeScript.transformSchemaObject;
    };
  // The options that the transform reads and that are not off when left out.
  const ctx = {
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: ($ref: string) => shapes.get(referredName({ $ref }) ?? ""),
  } as unknown as OpenApiTypeScript.GlobalContext;
  return (shape) => {
    // A shape is a schema object, read-only and in fewer forms.
    const schema = shape as OpenApiTypeScript.SchemaObject;
    return readType(ts, transform(schema, { ctx }));
  };
}
