import {
  mapSubschemas,
  requiredOf,
  resolveRef,
  type JsonSchema,
  type Schemas,
} from "../runtime.js";
import { jsonBytes, refNames, schemaBytes } from "../schema/reference-graph.js";
import { memoizeWeak } from "../shared/memoize.js";
import { mapSchemas, subschemas } from "../schema/walk.js";

/** Location of a schema that has subschemas or is long: `/properties/owner`, `$defs/Pet/items`. A shared schema has one location. */
export interface SchemaLocation {
  readonly pointer: string;
  /** Pointer of the location that contains it. Empty at the root. */
  readonly parent: string;
}

/**
 * Cost of a step into an optional property. It is higher than that of a required one, so that required properties are
 * shown deeper.
 */
const OPTIONAL_COST = 3;

/** Bytes of a schema below which truncating it saves nothing. */
const MAX_SHORT_BYTES = 200;

/** Locations in a schema and the shared schemas that it reaches, the nearest and most required first. The search stops after `maxBytes`. */
export function locateSchemas(
  root: JsonSchema,
  $defs: Schemas["$defs"],
  maxBytes: number,
): SchemaLocation[] {
  let visitedBytes = 0; // bytes
  const locations: SchemaLocation[] = [];
  const knownNames = new Set<string>();
  const visitsByCost: (() => void)[][] = [];

  function visitSchema(
    schema: JsonSchema,
    pointer: string,
    cost: number,
    parent: string,
  ) {
    visitedBytes += shallowBytes(schema);
    const sharedSchema = resolveRef(schema, $defs);
    const isLocation = pointer !== "" && !isShort(schema);
    const innerParent = isLocation ? pointer : parent;
    if (sharedSchema && !knownNames.has(sharedSchema.name)) {
      knownNames.add(sharedSchema.name);
      const sharedPointer = `$defs/${sharedSchema.name}`;
      schedule(cost, () =>
        visitSchema(sharedSchema.schema, sharedPointer, cost, innerParent),
      );
    }
    if (isLocation) locations.push({ pointer, parent });
    for (const { subschema, path, extraCost } of stepsOf(schema)) {
      const nextCost = cost + extraCost;
      schedule(nextCost, () =>
        visitSchema(subschema, `${pointer}/${path}`, nextCost, innerParent),
      );
    }
  }

  const schedule = (cost: number, visit: () => void) => {
    if (visitedBytes <= maxBytes) (visitsByCost[cost] ??= []).push(visit);
  };

  visitSchema(root, "", 0, "");
  // Both lists grow while they are walked.
  for (let cost = 0; cost < visitsByCost.length; cost += 1)
    for (const visit of visitsByCost[cost] ?? []) visit();
  return locations;
}

interface SubschemaStep {
  readonly subschema: JsonSchema;
  /** Path from the schema: `properties/owner`, `items`. */
  readonly path: string;
  /** Cost that the step adds to the cost of the schema it starts from. */
  readonly extraCost: number;
}

/** Steps to the direct subschemas of a schema. */
const stepsOf = memoizeWeak((schema: JsonSchema): SubschemaStep[] => {
  const steps: SubschemaStep[] = [];
  const required = new Set(requiredOf(schema));
  mapSubschemas(schema, (subschema, path) => {
    const [keyword = "", ...nameParts] = path.split("/");
    const isOptional =
      keyword === "properties" && !required.has(nameParts.join("/"));
    const extraCost = keyword === "allOf" ? 0 : isOptional ? OPTIONAL_COST : 1;
    steps.push({ subschema, path, extraCost });
    return subschema;
  });
  return steps;
});

/** Bytes of a schema without its subschemas. */
const shallowBytes = memoizeWeak((schema: JsonSchema) =>
  jsonBytes(mapSchemas(schema, () => ({}))),
);

/** True if truncating a schema saves nothing. A schema whose subschemas have references is never short. */
const isShort = memoizeWeak((schema: JsonSchema) => {
  const ownSubschemas = subschemas(schema);
  const isShared = ownSubschemas.some(
    (subschema) => refNames(subschema).length > 0,
  );
  return (
    ownSubschemas.length === 0 ||
    (!isShared && schemaBytes(schema) < MAX_SHORT_BYTES)
  );
});
