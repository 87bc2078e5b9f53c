import { mapSubschemas } from "../../runtime/features/inline.js";
import { requiredOf, target } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import { bytesOf, namesIn, weightOf } from "../schema/reference-graph.js";
import { rememberingEach } from "../shared/memoize.js";
import { mapSchemas, partsOf } from "../schema/walk.js";

/** A schema with something in it, where it stands first: `/properties/owner`, `$defs/Pet/items`. */
export interface Place {
  readonly at: string;
  /** The place that it stands in. */
  readonly parent: string;
}

/** Steps into what need not be given count more, so that what must be is shown deeper. */
const OPTIONAL = 3;

/** What takes no more than to say that it is left out. */
const SHORT = 200;

/** Places of a schema and of all that it leads to, the nearest and most required first. Behind so many bytes nobody looks further. */
export function placesOf(
  root: JsonSchema,
  $defs: Schemas["$defs"],
  most: number,
): Place[] {
  let seen = 0; // bytes
  const found: Place[] = [];
  const known = new Set<string>();
  const far: (() => void)[][] = [];

  function enter(schema: JsonSchema, at: string, cost: number, parent: string) {
    seen += ownBytes(schema);
    const shared = target(schema, $defs);
    const isPlace = at !== "" && !isShort(schema);
    const inner = isPlace ? at : parent;
    if (shared && !known.has(shared.name)) {
      known.add(shared.name);
      const place = `$defs/${shared.name}`;
      later(cost, () => enter(shared.schema, place, cost, inner));
    }
    if (isPlace) found.push({ at, parent });
    for (const { part, step, more } of stepsOf(schema)) {
      const next = cost + more;
      later(next, () => enter(part, `${at}/${step}`, next, inner));
    }
  }

  const later = (cost: number, visit: () => void) => {
    if (seen <= most) (far[cost] ??= []).push(visit);
  };

  enter(root, "", 0, "");
  // Both lists grow while they are walked.
  for (let cost = 0; cost < far.length; cost += 1)
    for (const visit of far[cost] ?? []) visit();
  return found;
}

interface Step {
  readonly part: JsonSchema;
  /** `properties/owner`, `items` */
  readonly step: string;
  /** What it adds to the cost of the place that it starts from. */
  readonly more: number;
}

/** The schemas that stand in one. */
const stepsOf = rememberingEach((schema: JsonSchema): Step[] => {
  const steps: Step[] = [];
  const required = new Set(requiredOf(schema));
  mapSubschemas(schema, (part, step) => {
    const [keyword = "", ...name] = step.split("/");
    const isOptional =
      keyword === "properties" && !required.has(name.join("/"));
    const more = keyword === "allOf" ? 0 : isOptional ? OPTIONAL : 1;
    steps.push({ part, step, more });
    return part;
  });
  return steps;
});

/** Bytes of a schema without those that stand in it. */
const ownBytes = rememberingEach((schema: JsonSchema) =>
  bytesOf(mapSchemas(schema, () => ({}))),
);

/** What refers to others is short only as a reference alone. */
const isShort = rememberingEach((schema: JsonSchema) => {
  const parts = partsOf(schema);
  const isShared = parts.some((part) => namesIn(part).length > 0);
  return parts.length === 0 || (!isShared && weightOf(schema) < SHORT);
});
