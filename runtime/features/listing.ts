import { own, target } from "../index.js";
import type { JsonSchema, Listing, Schemas } from "../index.js";
import {
  combined,
  mapSubschemas,
  typeIn,
  unwrapped,
  without,
} from "./inline.js";

type Definitions = Schemas["$defs"];

/** Levels of nesting that are written out where the generator found no reason for fewer. */
const LEVELS = 50;
/** Schemas that are written out in one listing. */
const MAX_NODES = 2_000;

/** Shows shared schemas in their places as deep as there is room. */
export const shortened: Listing = (schema, { $defs, levels }, request) =>
  writtenOut(schema, $defs, own(levels, request) ?? LEVELS) ??
  writtenOut(schema, $defs, 1) ??
  schema;

/**
 * Writes each shared schema out in its place, `levels` deep: what would contain itself, and what lies
 * deeper, is described in words. Undefined where that would be too much; never at one level.
 */
export function writtenOut(
  root: JsonSchema,
  $defs: Definitions,
  levels: number,
): JsonSchema | undefined {
  let nodes = 0;
  const isTooMuch = () => nodes > MAX_NODES && levels > 1;
  const write = (
    schema: JsonSchema,
    level: number,
    open: readonly string[],
  ): JsonSchema => {
    nodes += 1;
    if (isTooMuch()) return schema;
    const shared = target(schema, $defs);
    const siblings = without(schema, "$ref");
    if (level >= levels) return outlined(siblings, shared?.schema);
    const here = mapSubschemas(siblings, (inner) =>
      write(inner, level + 1, open),
    );
    if (shared === undefined) return unwrapped(here);
    const { name, schema: found } = shared;
    if (!open.includes(name))
      return combined(write(found, level, [...open, name]), here);
    const description = `A nested ${name}, shaped like the one around it.`;
    return { ...typeIn(found), description, ...here };
  };
  const schema = write(root, 0, []);
  return isTooMuch() ? undefined : schema;
}

/** What stands where a schema lies too deep: itself, where nothing is in it. */
function outlined(siblings: JsonSchema, shared?: JsonSchema): JsonSchema {
  const whole = shared ?? siblings;
  let isLeaf = whole["$ref"] === undefined;
  mapSubschemas(whole, (inner) => {
    isLeaf = false;
    return inner;
  });
  if (isLeaf) return shared ? combined(shared, siblings) : whole;
  const told = siblings["description"] ?? whole["description"];
  const left = "Its details are left out of this listing.";
  const description = typeof told === "string" ? `${told} ${left}` : left;
  return { ...typeIn(whole), description };
}
