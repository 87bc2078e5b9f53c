import { branches, referenceName } from "../../schema/object-shape.js";
import type { Schema } from "../../model.js";

/**
 * A schema reduced to what is a type, in the few forms that openapi-typescript translates without
 * loss: a reference, values, one type, or one of `anyOf` and `allOf`. Beside a single reference in
 * `allOf`, `required` names properties of its target.
 */
export type Shape = Schema;

/** Any value. */
export const ANYTHING: Shape = {};

/** No value. */
export const NOTHING: Shape = { enum: [] };

/** Values of one of these shapes; of any, where there are none. */
export function anyOf(shapes: readonly Shape[]): Shape {
  if (shapes.length === 0 || shapes.includes(ANYTHING)) return ANYTHING;
  const possible = shapes.filter((shape) => shape !== NOTHING);
  if (possible.length < 2) return possible[0] ?? NOTHING;
  const parts = [
    ...new Map(possible.map((one) => [JSON.stringify(one), one])).values(),
  ];
  const [first = NOTHING, ...others] = parts;
  return others.length === 0 ? first : { anyOf: parts };
}

/** Values of all of these shapes. */
export function allOf(shapes: readonly Shape[]): Shape {
  const parts = shapes.filter((shape) => shape !== ANYTHING);
  const [first = ANYTHING, ...others] = parts;
  return others.length === 0 ? first : { allOf: parts };
}

/**
 * Cuts what the compiler can't follow: a type that is itself, or a part of itself outside of any
 * object (TS2502). A reference that closes such a circle becomes any value; which one does not
 * depend on the order of the shapes.
 */
export function cutCircles(
  shapes: ReadonlyMap<string, Shape>,
): ReadonlyMap<string, Shape> {
  const cut = new Map<string, Shape>();
  const open = new Set<string>();

  const visit = (name: string): void => {
    open.add(name);
    cut.set(name, follow(shapes.get(name) ?? ANYTHING));
    open.delete(name);
  };
  // What stands in members of objects is resolved later.
  const follow = (shape: Shape): Shape => {
    const name = referenceName(shape);
    if (name !== null) {
      if (open.has(name)) return ANYTHING;
      if (!cut.has(name)) visit(name);
      return shape;
    }
    const { items, prefixItems } = shape;
    if ("anyOf" in shape) return anyOf(branches(shape, "anyOf").map(follow));
    if ("allOf" in shape) {
      const parts = branches(shape, "allOf").map(follow);
      return parts.includes(ANYTHING)
        ? allOf(parts)
        : { ...shape, allOf: parts };
    }
    if (Array.isArray(prefixItems))
      return { ...shape, prefixItems: prefixItems.map(follow) };
    return items === undefined
      ? shape
      : { ...shape, items: follow(items as Shape) };
  };

  for (const name of [...shapes.keys()].sort()) if (!cut.has(name)) visit(name);
  return cut;
}
