import { isSchema, own, partsOf, propertiesOf } from "../../runtime/schema.js";
import { without } from "../json.js";
import type { Schema } from "../model.js";
import { referenceNames } from "../schema/shape.js";
import { asChoices, choiceChanges } from "./choices.js";
import { keywordChanges, words } from "./keyword-changes.js";
import { opened } from "./opened.js";
import { below, both, type SchemaChange } from "./rules.js";

type Defs = Readonly<Record<string, Schema>>;

/** The shared schemas of both sides, and those of them that are met. */
interface Sides {
  readonly before: Defs;
  readonly after: Defs;
  /** By name, where each was met first. */
  readonly met: Map<string, string>;
  /** References that were followed to be compared, since their names differ. */
  readonly pairs: Set<string>;
}

/** Compares schemas, and all shared ones that they lead to; each of these once. */
export function comparer(before: Defs, after: Defs) {
  const compare = (was: Schema, is: Schema, name?: string) => {
    const met = new Map<string, string>();
    const sides = { before, after, met, pairs: new Set<string>() };
    return { changes: schemaChanges(was, is, sides, name), met };
  };
  const known = new Map<string, ReturnType<typeof compare>>();
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

/** All differences, but for those of shared schemas of the same name, which are met. */
function schemaChanges(
  was: Schema,
  is: Schema,
  sides: Sides,
  place = "",
): SchemaChange[] {
  const [had, has] = [was["$ref"], is["$ref"]];
  if (typeof has === "string" && had === has) {
    meet(sides.met, has.replace("#/$defs/", ""), place);
    // What stands beside it is told here.
    const [own, owns] = both(was, is, (one) => without(one, ["$ref"]));
    return schemaChanges(own, owns, sides, place);
  }
  if (was === is || JSON.stringify(was) === JSON.stringify(is)) {
    const { items } = is;
    for (const [name, one] of propertiesOf(is))
      schemaChanges(one, one, sides, below(place, `.${name}`));
    if (isSchema(items)) schemaChanges(items, items, sides, below(place, "[]"));
    for (const name of referenceNames(is)) meet(sides.met, name, place);
    return [];
  }
  if (typeof had === "string" && typeof has === "string") {
    const pair = `${had} ${has}`;
    if (sides.pairs.has(pair)) return [];
    sides.pairs.add(pair);
  }
  const here = {
    place,
    inner: (one: Schema, other: Schema, step: string) =>
      schemaChanges(one, other, sides, below(place, step)),
    whole: both(
      sides.before,
      sides.after,
      (defs) => (one: Schema) => opened(one, defs, new Set()).own,
    ),
  };
  const first = asChoices(was, is);
  const shares =
    first === null ? sharedParts(was, is, sides) : new Set<string>();
  for (const name of shares) meet(sides.met, name, place);
  const before = opened(was, sides.before, shares);
  const after = opened(is, sides.after, shares);
  const choices =
    first ?? (shares.size === 0 ? asChoices(before.own, after.own) : null);
  return choices === null
    ? keywordChanges(before, after, here)
    : [...words(before.own, after.own, here), ...choiceChanges(choices, here)];
}

function meet(met: Map<string, string>, name: string, place: string): void {
  if (!met.has(name)) met.set(name, place);
}

/** Names of the shared schemas that both sides are or have in their `allOf`, at any depth. */
function sharedParts(was: Schema, is: Schema, sides: Sides): Set<string> {
  const [names, others] = [new Set<string>(), new Set<string>()];
  partsOf(was, sides.before, names);
  partsOf(is, sides.after, others);
  return new Set([...names].filter((name) => others.has(name)));
}
