import { own, target } from "../../runtime/schema.js";
import { without } from "../json.js";
import type { Schema } from "../model.js";
import { referenceNames } from "../schema/shape.js";
import { keywordChanges, type SchemaChange } from "./keywords.js";

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
    return [];
  }
  if (typeof had === "string" && typeof has === "string") {
    const pair = `${had} ${has}`;
    if (sides.pairs.has(pair)) return [];
    sides.pairs.add(pair);
  }
  const [before, after] = [follow(was, sides.before), follow(is, sides.after)];
  if (JSON.stringify(before) === JSON.stringify(after)) {
    for (const name of referenceNames(after)) sides.met.add(name);
    return [];
  }
  const inner = (one: Schema, other: Schema, step: string) => {
    const below = place === "" ? step.replace(/^\./, "") : place + step;
    return schemaChanges(one, other, sides, below);
  };
  return keywordChanges(before, after, { place, inner });
}

/** A reference to a schema stands for what it holds. */
function follow(schema: Schema, defs: Defs): Schema {
  const shared = target(schema, defs);
  if (shared === undefined) return schema;
  return { ...shared.schema, ...without(schema, ["$ref"]) };
}
