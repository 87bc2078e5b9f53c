import {
  allOf,
  anyOf,
  ANYTHING,
  directParts,
  referredName,
  type Shape,
} from "./shape.js";

/**
 * Cuts what the compiler can't follow: a type that is itself, or a part of itself outside of any
 * object (TS2502). A reference that closes such a circle becomes any value. The same circles are cut
 * at the same place whatever the order of the shapes.
 */
export function cutCycles(
  shapes: ReadonlyMap<string, Shape>,
): Map<string, Shape> {
  const closing = closingReferences(shapes);
  return new Map(
    [...shapes].map(([name, shape]) => [
      name,
      withoutReferences(shape, closing.get(name) ?? new Set()),
    ]),
  );
}

/** By name of a shape: which references in it lead back to where it was reached from. */
function closingReferences(
  shapes: ReadonlyMap<string, Shape>,
): Map<string, Set<string>> {
  const closing = new Map<string, Set<string>>();
  const isOpen = new Map<string, boolean>();
  const visit = (name: string) => {
    const closed = new Set<string>();
    closing.set(name, closed);
    isOpen.set(name, true);
    for (const target of directReferences(shapes.get(name) ?? ANYTHING)) {
      if (isOpen.get(target) === true) closed.add(target);
      else if (!isOpen.has(target)) visit(target);
    }
    isOpen.set(name, false);
  };
  for (const name of [...shapes.keys()].sort()) {
    if (!isOpen.has(name)) visit(name);
  }
  return closing;
}

/** What a shape refers to outside of any object: the compiler resolves members of objects later. */
function directReferences(shape: Shape): readonly string[] {
  const name = referredName(shape);
  return name === undefined
    ? directParts(shape).flatMap(directReferences)
    : [name];
}

function withoutReferences(shape: Shape, cut: ReadonlySet<string>): Shape {
  if (cut.size === 0) return shape;
  const change = (part: Shape) => withoutReferences(part, cut);
  if (cut.has(referredName(shape) ?? "")) return ANYTHING;
  if (shape.anyOf !== undefined) return anyOf(shape.anyOf.map(change));
  if (shape.allOf !== undefined) {
    const parts = shape.allOf.map(change);
    return parts.includes(ANYTHING) ? allOf(parts) : { ...shape, allOf: parts };
  }
  if (shape.items !== undefined) {
    return { ...shape, items: change(shape.items) };
  }
  return shape.prefixItems === undefined
    ? shape
    : { ...shape, prefixItems: shape.prefixItems.map(change) };
}
