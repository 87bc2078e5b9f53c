import { isSchema, own, partsOf, propertiesOf } from "../../runtime/schema.js";
import { without } from "../shared/json.js";
import type { Schema } from "../model.js";
import { referenceNames } from "../schema/object-shape.js";
import { asChoices, compareChoices } from "./compare-unions.js";
import { compareKeywords, compareWords } from "./keyword-changes.js";
import { opened } from "./flatten-all-of.js";
import { below, both, type SchemaChange } from "./schema-change.js";

type Defs = Readonly<Record<string, Schema>>;

/** The shared schemas of both sides, those of them that are met, and what is told. */
interface Sides {
  readonly before: Defs;
  readonly after: Defs;
  readonly changes: SchemaChange[];
  /** By name, where each was met first. */
  readonly met: Map<string, string>;
  /** What was compared that refers to something: schemas of other names may lead back to themselves. */
  readonly pairs: Set<string>;
}

/** Compares schemas, and all shared ones that they lead to; each of these once. */
export function comparer(before: Defs, after: Defs) {
  const compare = (was: Schema, is: Schema, name?: string): Sides => {
    const [changes, met, pairs] = [[], new Map(), new Set<string>()];
    const sides = { before, after, changes, met, pairs };
    compareSchemas(was, is, sides, name);
    return sides;
  };
  const known = new Map<string, Sides>();
  return (was: Schema, is: Schema): SchemaChange[] => {
    const { changes, met } = compare(was, is);
    // It grows while it is walked.
    for (const [name, at] of met) {
      const [old = {}, now = {}] = [own(before, name), own(after, name)];
      const shared = known.get(name) ?? compare(old, now, name);
      known.set(name, shared);
      const from = (place: string) => below(at, place.slice(name.length));
      for (const one of shared.changes) {
        const argument = from(one.place);
        changes.push(argument ? { ...one, as: `${argument} (${name})` } : one);
      }
      for (const [next, place] of shared.met) meet(met, next, from(place));
    }
    return changes;
  };
}

/** Tells all differences, but for those of shared schemas of the same name, which are met. */
function compareSchemas(
  was: Schema,
  is: Schema,
  sides: Sides,
  place = "",
): void {
  const inner = (one: Schema, other: Schema, step: string) =>
    compareSchemas(one, other, sides, below(place, step));
  const [had, has] = [was["$ref"], is["$ref"]];
  if (typeof has === "string" && had === has) {
    meet(sides.met, has.replace("#/$defs/", ""), place);
    // What stands beside it is told here.
    const [own, owns] = both(was, is, (one) => without(one, ["$ref"]));
    return inner(own, owns, "");
  }
  if (was === is || JSON.stringify(was) === JSON.stringify(is)) {
    const { items } = is;
    for (const [name, one] of propertiesOf(is)) inner(one, one, `.${name}`);
    if (isSchema(items)) inner(items, items, "[]");
    for (const name of referenceNames(is)) meet(sides.met, name, place);
    return;
  }
  const [names, others] = [new Set<string>(), new Set<string>()];
  partsOf(was, sides.before, names);
  partsOf(is, sides.after, others);
  if (names.size > 0 && others.size > 0) {
    const pair = JSON.stringify([
      [...names],
      besides(was),
      [...others],
      besides(is),
    ]);
    if (sides.pairs.has(pair)) return;
    sides.pairs.add(pair);
  }
  const whole = both(
    sides.before,
    sides.after,
    (defs) => (one: Schema) => opened(one, defs, new Set()).own,
  );
  const here = { place, changes: sides.changes, inner, whole };
  const first = asChoices(was, is);
  const shares = new Set(
    first === null ? [...names].filter((name) => others.has(name)) : [],
  );
  for (const name of shares) meet(sides.met, name, place);
  const before = opened(was, sides.before, shares);
  const after = opened(is, sides.after, shares);
  const choices =
    first ?? (shares.size === 0 ? asChoices(before.own, after.own) : null);
  if (choices === null) return compareKeywords(before, after, here);
  compareWords(before.own, after.own, here);
  compareChoices(choices, here);
}

function meet(met: Map<string, string>, name: string, place: string): void {
  if (!met.has(name)) met.set(name, place);
}

/** What a schema says besides what it refers to, each text once: what leads back to itself says no more than it did. */
function besides(schema: Schema): string[] {
  const parts = partsOf(schema, {}, new Set());
  const texts = parts.map((one) =>
    JSON.stringify(without(one, ["$ref", "allOf"])),
  );
  return [...new Set(texts)];
}
