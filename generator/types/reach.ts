import { referredName, type Shape } from "./shape.js";

/**
 * All shapes in some shapes and in what these refer to, each shared one once.
 * @param partsOf the shapes in a shape that count
 */
export function reach(
  roots: readonly Shape[],
  shapes: ReadonlyMap<string, Shape>,
  partsOf: (shape: Shape) => readonly Shape[],
): Shape[] {
  const found = [...roots];
  const names = new Set<string>();
  // The list grows while it is walked.
  for (const shape of found) {
    found.push(...partsOf(shape));
    const name = referredName(shape);
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    const target = shapes.get(name);
    if (target !== undefined) found.push(target);
  }
  return found;
}
