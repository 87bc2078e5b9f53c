import type { Api, Schema } from "../model.js";
import { compareKeys } from "../shared/order.js";
import { memoizeWeak } from "../shared/memoize.js";
import { collectRefNames } from "./object-shape.js";

/** Bytes of a schema as JSON. Cached: schemas never change, and many tools lead to each. */
export const schemaBytes = memoizeWeak(jsonBytes);
export const refNames = memoizeWeak(collectRefNames);

/** UTF-8 bytes of a value as JSON. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Yields the shared schemas that the roots lead to, at any distance, by name and the nearest first. */
export function* walkReachable(
  roots: readonly Schema[],
  find: (name: string) => Schema | undefined,
): Iterable<[name: string, schema: Schema]> {
  const reached = new Set(roots.flatMap(refNames));
  // The set grows while it is walked.
  for (const name of reached) {
    const schema = find(name);
    if (schema === undefined) continue;
    yield [name, schema];
    for (const nextName of refNames(schema)) reached.add(nextName);
  }
}

/** Shared schemas that the roots lead to, at any distance, sorted by name; `change` is applied once to each. */
export function reachableSchemas(
  roots: readonly Schema[],
  schemas: Pick<Api["schemas"], "get">,
  change = (schema: Schema): Schema => schema,
): Map<string, Schema> {
  const find = (name: string) => {
    const schema = schemas.get(name);
    return schema && change(schema);
  };
  return new Map([...walkReachable(roots, find)].sort(compareKeys));
}

/** Returns a function that counts the bytes of all shared schemas that a root leads to. Schemas are numbered, since each of thousands may lead to all others. */
export function bytesReachable(
  $defs: Readonly<Record<string, Schema>>,
): (root: Schema) => number {
  const namedSchemas = Object.entries($defs);
  const numbers = new Map(namedSchemas.map(([name], index) => [name, index]));
  const numbersIn = (schema: Schema) =>
    refNames(schema).flatMap((name) => numbers.get(name) ?? []);
  const nodes = namedSchemas.map(([name, schema]) => ({
    bytes: '{"":}'.length + name.length + schemaBytes(schema),
    neighbours: numbersIn(schema),
  }));
  const lastRounds = new Uint32Array(namedSchemas.length);
  let round = 0;
  return (root) => {
    round += 1;
    let bytes = 0;
    const pendingNumbers = numbersIn(root);
    for (
      let number = pendingNumbers.pop();
      number !== undefined;
      number = pendingNumbers.pop()
    ) {
      if (lastRounds[number] === round) continue;
      lastRounds[number] = round;
      bytes += nodes[number]?.bytes ?? 0;
      pendingNumbers.push(...(nodes[number]?.neighbours ?? []));
    }
    return bytes;
  };
}

/**
 * Strongly connected components of names, each after all components that it leads to (Tarjan). Without recursion,
 * since schemas refer to each other in long chains.
 * https://doi.org/10.1137/0201010
 */
export function stronglyConnected(
  names: Iterable<string>,
  neighboursOf: (name: string) => readonly string[],
): string[][] {
  const components: string[][] = [];
  const numbers = new Map<string, number>();
  const openNames: string[] = [];
  const openNameSet = new Set<string>();
  for (const root of names) {
    const path: { name: string; lowLink: number; unvisitedNames: string[] }[] =
      [];
    const enter = (name: string) => {
      const lowLink = numbers.size;
      numbers.set(name, lowLink);
      openNames.push(name);
      openNameSet.add(name);
      path.push({ name, lowLink, unvisitedNames: [...neighboursOf(name)] });
    };
    if (!numbers.has(root)) enter(root);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const neighbour = frame.unvisitedNames.pop();
      if (neighbour !== undefined) {
        if (!numbers.has(neighbour)) enter(neighbour);
        else if (openNameSet.has(neighbour))
          frame.lowLink = Math.min(frame.lowLink, numbers.get(neighbour) ?? 0);
        continue;
      }
      path.pop();
      const parentFrame = path.at(-1);
      if (parentFrame !== undefined)
        parentFrame.lowLink = Math.min(parentFrame.lowLink, frame.lowLink);
      if (frame.lowLink !== numbers.get(frame.name)) continue;
      const component = openNames.splice(openNames.lastIndexOf(frame.name));
      for (const name of component) openNameSet.delete(name);
      components.push(component);
    }
  }
  return components;
}
