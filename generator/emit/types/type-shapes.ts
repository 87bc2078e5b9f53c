import { branchesOf, refName } from "../../schema/object-shape.js";
import type { Schema } from "../../model.js";

/**
 * Schema reduced to the keywords that make a type, in the few forms that openapi-typescript translates
 * without loss: a reference, values, one type, or one of `anyOf` and `allOf`. Beside a single reference
 * in `allOf`, `required` names properties of its target.
 */
export type TypeShape = Schema;

/** Any value. */
export const ANYTHING: TypeShape = {};

/** No value. */
export const NOTHING: TypeShape = { enum: [] };

/** Union of shapes, without duplicates; any value if there are none. */
export function unionOf(shapes: readonly TypeShape[]): TypeShape {
  if (shapes.length === 0 || shapes.includes(ANYTHING)) return ANYTHING;
  const possible = shapes.filter((shape) => shape !== NOTHING);
  if (possible.length < 2) return possible[0] ?? NOTHING;
  const distinctShapes = [
    ...new Map(
      possible.map((shape) => [JSON.stringify(shape), shape]),
    ).values(),
  ];
  const [firstShape = NOTHING, ...furtherShapes] = distinctShapes;
  return furtherShapes.length === 0 ? firstShape : { anyOf: distinctShapes };
}

/** Intersection of shapes; any value if there are none. */
export function intersectionOf(shapes: readonly TypeShape[]): TypeShape {
  const constrainingShapes = shapes.filter((shape) => shape !== ANYTHING);
  const [firstShape = ANYTHING, ...furtherShapes] = constrainingShapes;
  return furtherShapes.length === 0
    ? firstShape
    : { allOf: constrainingShapes };
}

/**
 * Cuts cycles that the compiler refuses: a type that is itself, or a part of itself outside of any
 * object (TS2502). A reference that closes such a cycle becomes any value; which one does not
 * depend on the order of the shapes.
 */
export function cutCycles(
  shapes: ReadonlyMap<string, TypeShape>,
): ReadonlyMap<string, TypeShape> {
  const resolvedShapes = new Map<string, TypeShape>();
  const openNames = new Set<string>();

  const resolveName = (name: string): void => {
    openNames.add(name);
    resolvedShapes.set(name, resolveShape(shapes.get(name) ?? ANYTHING));
    openNames.delete(name);
  };
  // Members of objects are left alone: the compiler resolves them lazily.
  const resolveShape = (shape: TypeShape): TypeShape => {
    const name = refName(shape);
    if (name !== null) {
      if (openNames.has(name)) return ANYTHING;
      if (!resolvedShapes.has(name)) resolveName(name);
      return shape;
    }
    const { items, prefixItems } = shape;
    if ("anyOf" in shape)
      return unionOf(branchesOf(shape, "anyOf").map(resolveShape));
    if ("allOf" in shape) {
      const parts = branchesOf(shape, "allOf").map(resolveShape);
      return parts.includes(ANYTHING)
        ? intersectionOf(parts)
        : { ...shape, allOf: parts };
    }
    if (Array.isArray(prefixItems))
      return { ...shape, prefixItems: prefixItems.map(resolveShape) };
    return items === undefined
      ? shape
      : { ...shape, items: resolveShape(items as TypeShape) };
  };

  for (const name of [...shapes.keys()].sort())
    if (!resolvedShapes.has(name)) resolveName(name);
  return resolvedShapes;
}
