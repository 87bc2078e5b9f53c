import { own } from "../../runtime/schema.js";
import { without } from "../json.js";
import type { Schema } from "../model.js";
import { referenceNames } from "../schema/shape.js";
import { asChoices, choiceChanges } from "./choices.js";
import { keywordChanges, words } from "./keyword-changes.js";
import { opened, partNames } from "./opened.js";
import { both, type SchemaChange } from "./rules.js";

type Defs = Readonly<Record<string, Schema>>;

/** The shared schemas of both sides, and which of them are met. */
interface Sides {
  readonly before: Defs;
  readonly after: Defs;
  readonly met: Set<string>;
  /** References that were followed to be compared, since their names differ. */
  readonly pairs: Set<string>;
}

/** Compares schemas, and all shared ones that they lead to; each of these once. */
export function comparer(before: Defs, after: Defs) {
  const compare = (was: Schema, is: Schema, name?: string) => {
    const [met, pairs] = [new Set<string>(), new Set<string>()];
    const sides = { before, after, met, pairs };
    return { changes: schemaChanges(was, is, sides, name), met };
  };
  const known = new Map<string, ReturnType<typeof compare>>();
  return (was: Schema, is: Schema): SchemaChange[] => {
    const { changes, met } = compare(was, is);
    // It grows while it is walked.
    for (const name of met) {
      const [old = {}, now = {}] = [own(before, name), own(after, name)];
      const shared = known.get(name) ?? compare(old, now, name);
      known.set(name, shared);
      changes.push(...shared.changes);
      for (const next of shared.met) met.add(next);
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
    sides.met.add(has.replace("#/$defs/", ""));
    // What stands beside it is told here.
    const [own, owns] = both(was, is, (one) => without(one, ["$ref"]));
    return schemaChanges(own, owns, sides, place);
  }
  if (JSON.stringify(was) === JSON.stringify(is)) {
    for (const name of referenceNames(is)) sides.met.add(name);
    return [];
  }
  if (typeof had === "string" && typeof has === "string") {
    const pair = `${had} ${has}`;
    if (sides.pairs.has(pair)) return [];
    sides.pairs.add(pair);
  }
  const here = {
    place,
    inner: (one: Schema, other: Schema, step: string) => {
      const below = place === "" ? step.replace(/^\./, "") : place + step;
      return schemaChanges(one, other, sides, below);
    },
    whole: both(
      sides.before,
      sides.after,
      (defs) => (one: Schema) => opened(one, defs, new Set()).own,
    ),
  };
  const first = asChoices(was, is);
  const shares = first === null ? sharedParts(was, is, sides) : new Set("");
  for (const name of shares) sides.met.add(name);
  const before = opened(was, sides.before, shares);
  const after = opened(is, sides.after, shares);
  const choices =
    first ?? (shares.size === 0 ? asChoices(before.own, after.own) : null);
  return choices === null
    ? keywordChanges(before, after, here)
    : [...words(before.own, after.own, here), ...choiceChanges(choices, here)];
}

/** What both sides are made of. */
function sharedParts(
  was: Schema,
  is: Schema,
  { after, before }: Sides,
): Set<string> {
  const names = partNames(is, after);
  return new Set([...partNames(was, before)].filter((one) => names.has(one)));
}
