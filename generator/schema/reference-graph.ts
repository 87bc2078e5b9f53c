import type { Api, Schema } from "../model.js";
import { byKey } from "../shared/order.js";
import { rememberingEach } from "../shared/memoize.js";
import { referenceNames } from "./object-shape.js";

/** Bytes of a schema as JSON, and the shared schemas that it names: schemas never change, and many tools lead to each. */
export const weightOf = rememberingEach(bytesOf);
export const namesIn = rememberingEach(referenceNames);

/** Bytes of JSON. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The shared schemas that some lead to, however far, by name, the nearest first. */
export function* reachedFrom(
  roots: readonly Schema[],
  find: (name: string) => Schema | undefined,
): Iterable<[name: string, schema: Schema]> {
  const reached = new Set(roots.flatMap(namesIn));
  // It grows while it is walked.
  for (const name of reached) {
    const schema = find(name);
    if (schema === undefined) continue;
    yield [name, schema];
    for (const next of namesIn(schema)) reached.add(next);
  }
}

/** The same, each changed once, sorted by name. */
export function reachable(
  roots: readonly Schema[],
  schemas: Pick<Api["schemas"], "get">,
  change = (schema: Schema): Schema => schema,
): Map<string, Schema> {
  const find = (name: string) => {
    const schema = schemas.get(name);
    return schema && change(schema);
  };
  return new Map([...reachedFrom(roots, find)].sort(byKey));
}

/** Tells the bytes of the shared schemas that one leads to, however far. By number, since each of thousands may lead to all. */
export function weightBehind(
  $defs: Readonly<Record<string, Schema>>,
): (root: Schema) => number {
  const all = Object.entries($defs);
  const numbers = new Map(all.map(([name], index) => [name, index]));
  const numbersIn = (schema: Schema) =>
    namesIn(schema).flatMap((name) => numbers.get(name) ?? []);
  const shared = all.map(([name, schema]) => ({
    bytes: '{"":}'.length + name.length + weightOf(schema),
    next: numbersIn(schema),
  }));
  const seen = new Uint32Array(all.length);
  let round = 0;
  return (root) => {
    round += 1;
    let bytes = 0;
    const open = numbersIn(root);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === round) continue;
      seen[at] = round;
      bytes += shared[at]?.bytes ?? 0;
      open.push(...(shared[at]?.next ?? []));
    }
    return bytes;
  };
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
