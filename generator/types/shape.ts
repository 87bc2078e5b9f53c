/**
 * A schema reduced to what is a type, in the few forms that openapi-typescript translates without
 * loss: one kind of value, or one composition. Strings of the document are encoded (see encode.ts).
 */
export interface Shape {
  readonly type?: "string" | "number" | "boolean" | "null" | "array" | "object";
  readonly enum?: readonly Scalar[];
  /** Of arrays: one of the two. */
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Names in `properties`, or beside a single reference in `allOf`, names of properties of its target. */
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape;
  /** `#/components/schemas/Pet` */
  readonly $ref?: string;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

export type Scalar = string | number | boolean | null;

/** Any value. */
export const ANYTHING: Shape = {};

/** No value. */
export const NOTHING: Shape = { enum: [] };

/** Values of one of these shapes; of any, where there are none. */
export function anyOf(shapes: readonly Shape[]): Shape {
  if (shapes.length === 0 || shapes.includes(ANYTHING)) return ANYTHING;
  const parts = distinct(shapes.filter((shape) => shape !== NOTHING));
  const [first = NOTHING, ...others] = parts;
  return others.length === 0 ? first : { anyOf: parts };
}

/** Values of all of these shapes. */
export function allOf(shapes: readonly Shape[]): Shape {
  const parts = shapes.filter((shape) => shape !== ANYTHING);
  const [first = ANYTHING, ...others] = parts;
  return others.length === 0 ? first : { allOf: parts };
}

function distinct(shapes: readonly Shape[]): Shape[] {
  return [
    ...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values(),
  ];
}

/** The shapes that a composition is made of. */
export function alternatives(shape: Shape): readonly Shape[] {
  return [...(shape.anyOf ?? []), ...(shape.allOf ?? [])];
}

/** The shapes in a shape, but for the members of objects. */
export function directParts(shape: Shape): readonly Shape[] {
  return [
    ...alternatives(shape),
    ...(shape.prefixItems ?? []),
    ...(shape.items === undefined ? [] : [shape.items]),
  ];
}

/** The shapes in a shape, members of objects too. */
export function allParts(shape: Shape): readonly Shape[] {
  return [
    ...directParts(shape),
    ...Object.values(shape.properties ?? {}),
    ...(shape.additionalProperties === undefined
      ? []
      : [shape.additionalProperties]),
  ];
}

/** A reference to a shared shape. */
export function referenceTo(name: string): Shape & { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Name of the shared shape that a shape is; undefined where it is no reference. */
export function referredName({ $ref }: Shape): string | undefined {
  return $ref?.slice("#/components/schemas/".length);
}
