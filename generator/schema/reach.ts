import type { JsonSchema } from "../../runtime/types.js";
import { referenceNames } from "./shape.js";

/** Bytes of a schema as JSON, and the shared schemas that it names: schemas never change, and many tools lead to each. */
export const weightOf = once(bytesOf);
export const namesIn = once(referenceNames);

export function once<Made>(make: (schema: JsonSchema) => Made) {
  const known = new WeakMap<JsonSchema, { readonly made: Made }>();
  return (schema: JsonSchema): Made => {
    const { made } = known.get(schema) ?? { made: make(schema) };
    known.set(schema, { made });
    return made;
  };
}

/** Bytes of JSON. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The shared schemas that one leads to, by name, the nearest first. */
export function* reachedFrom(
  root: JsonSchema,
  find: (name: string) => JsonSchema | undefined,
): Iterable<readonly [name: string, schema: JsonSchema]> {
  const reached = new Set(namesIn(root));
  // It grows while it is walked.
  for (const name of reached) {
    const schema = find(name);
    if (schema === undefined) continue;
    yield [name, schema];
    for (const next of namesIn(schema)) reached.add(next);
  }
}

/**
 * Names in groups of those that lead to each other, each group behind all that it leads to. Without recursion, since
 * schemas refer to each other in long chains.
 * https://doi.org/10.1137/0201010
 */
export function circlesOf(
  names: Iterable<string>,
  next: (name: string) => readonly string[],
): string[][] {
  const circles: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const root of names) {
    const path: { name: string; low: number; rest: string[] }[] = [];
    const enter = (name: string) => {
      const low = numbers.size;
      numbers.set(name, low);
      open.push(name);
      isOpen.add(name);
      path.push({ name, low, rest: [...next(name)] });
    };
    if (!numbers.has(root)) enter(root);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const to = at.rest.pop();
      if (to !== undefined) {
        if (!numbers.has(to)) enter(to);
        else if (isOpen.has(to))
          at.low = Math.min(at.low, numbers.get(to) ?? 0);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, at.low);
      if (at.low !== numbers.get(at.name)) continue;
      const circle = open.splice(open.lastIndexOf(at.name));
      for (const name of circle) isOpen.delete(name);
      circles.push(circle);
    }
  }
  return circles;
}
