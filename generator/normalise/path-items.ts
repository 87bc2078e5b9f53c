import { below } from "../json.js";
import { type Context, nodeOf } from "./context.js";
import { members } from "./values.js";
import type { Target } from "./refs.js";

/** https://spec.openapis.org/oas/v3.2.0#path-item-object */
const METHODS = "get put post delete options head patch trace query".split(" ");

/** A path's members, each where it really stands: in place, or in what `$ref` refers to. */
export type PathItem = ReadonlyMap<string, Target>;

/** Reads a path item; what stands beside its `$ref` wins. Throws `ToolwrightError` for a reference to nowhere. */
export function readPathItem(
  value: unknown,
  pointer: string,
  context: Context,
): PathItem {
  const layers = [nodeOf(value, pointer, context), { value, pointer }];
  return new Map(
    layers.flatMap((layer) =>
      members(layer?.value).map(([key, item]) => [
        key,
        { value: item, pointer: below(layer?.pointer ?? pointer, key) },
      ]),
    ),
  );
}

/** An operation as it stands in a path item. */
export interface Found {
  /** Upper case. */
  readonly method: string;
  /** Steps from the path item, for a pointer. */
  readonly steps: readonly string[];
  readonly value: unknown;
  readonly pointer: string;
}

/** The operations of a path item, in its order. */
export function operationsOf(item: PathItem): Found[] {
  const found: Found[] = [];
  for (const [key, { value, pointer }] of item) {
    if (METHODS.includes(key.toLowerCase()))
      found.push({ method: key.toUpperCase(), steps: [key], value, pointer });
    if (key !== "additionalOperations") continue;
    for (const [method, operation] of members(value))
      found.push({
        method: method.toUpperCase(),
        steps: [key, method],
        value: operation,
        pointer: below(pointer, method),
      });
  }
  return found;
}
