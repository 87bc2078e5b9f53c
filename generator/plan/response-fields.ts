import { propertiesOf } from "../runtime.js";
import { groupBy } from "../shared/group-by.js";
import type { Api, Schema } from "../model.js";
import { compareKeys } from "../shared/order.js";
import {
  stronglyConnected,
  refNames,
  reachableSchemas,
} from "../schema/reference-graph.js";
import { branchesOf, isSchema, refName } from "../schema/object-shape.js";
import { toUniqueName } from "../describe/identifiers.js";
import { isEmptySchema, toResponseShape } from "./response.js";
import type { PlannedComponent } from "./component.js";

/** Schemas of responses, and the shared schemas that they refer to. */
export interface ResponseSchemas {
  readonly $defs: Readonly<Record<string, Schema>>;
  /** Schemas of responses, by request. */
  readonly operations: Readonly<Record<string, Schema>>;
}

/** Fields that responses may have, in the form that a server walks: `Answers` of the runtime. */
export interface ResponseFields extends ResponseSchemas {
  /** Statuses that the schema describes, by request, if they are not `200` alone. */
  readonly statuses: Readonly<Record<string, readonly string[]>>;
  /** Names of headers that page or count, by request, if it has some. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

type ResponseShapes = ReadonlyMap<string, Schema>;

/** Most merged schemas of all responses; beyond, a schema accepts anything. */
const MAX_MERGED_SCHEMAS = 50_000;

/**
 * Merges the alternatives, parts and subtypes of responses, by their shapes (`toResponseShape`):
 * each schema then has `properties`, `additionalProperties` and `items` alone, or refers to one.
 * `{}` is anything.
 */
export function mergeResponseSchemas(
  operations: Readonly<Record<string, Schema>>,
  shapes: ResponseShapes,
): ResponseSchemas {
  const mergedSchemas = new Map<string, Schema>();
  /** Names of merged schemas, by the schemas that they were made of. */
  const namesByOrigin = new Map<string, string>();
  const ids = new Map<Schema, number>();
  const idOf = (schema: Schema) => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };

  /** Schema of all that one value may have; `location` names it if nothing else does. */
  function mergeSchemas(schemas: readonly Schema[], location: string): Schema {
    const [firstSchema, secondSchema] = schemas;
    if (firstSchema === undefined || mergedSchemas.size > MAX_MERGED_SCHEMAS)
      return {};
    if (
      !secondSchema &&
      !COMBINING_KEYWORDS.some((keyword) => keyword in firstSchema)
    )
      return mergeFields(schemas, location);
    const refs = schemas.map(refName);
    const areReferences = schemas.every(
      (schema) => Object.keys(schema).join() === "$ref",
    );
    const ownName = areReferences ? [...new Set(refs)].sort().join("|") : null;
    const key = ownName ?? schemas.map(idOf).sort().join();
    const name =
      namesByOrigin.get(key) ??
      toUniqueName(ownName ?? location, mergedSchemas);
    namesByOrigin.set(key, name);
    if (!mergedSchemas.has(name)) {
      mergedSchemas.set(name, { properties: {} }); // what leads back to itself refers to it
      mergedSchemas.set(name, mergeFields(schemas, name));
    }
    return isEmptySchema(mergedSchemas.get(name) ?? {})
      ? {}
      : { $ref: `#/$defs/${name}` };
  }

  function mergeFields(schemas: readonly Schema[], location: string): Schema {
    const combinedSchemas = collectCombined(schemas, shapes);
    const unconstrainedSchemas = findUnconstrained(combinedSchemas);
    if (schemas.every((schema) => unconstrainedSchemas.has(schema))) return {};
    const parts = [...combinedSchemas.keys()];
    const properties = [...groupBy(parts.flatMap(propertiesOf))].map(
      ([name, propertySchemas]) =>
        [
          name,
          mergeSchemas([...new Set(propertySchemas)], `${location}.${name}`),
        ] as const,
    );
    const items = parts.map((part) => part["items"]).filter(isSchema);
    const additionalSchemas = parts
      .map((part) => part["additionalProperties"])
      .filter(isSchema);
    // If one part allows any additional properties, so does the merged schema.
    const mergeAdditional = () =>
      additionalSchemas.some(isEmptySchema)
        ? {}
        : mergeSchemas(additionalSchemas, `${location}.*`);
    return {
      ...((properties.length > 0 || additionalSchemas.length > 0) && {
        properties: Object.fromEntries(properties),
      }),
      ...(items.length > 0 && { items: mergeSchemas(items, `${location}[]`) }),
      ...(additionalSchemas.length > 0 && {
        additionalProperties: mergeAdditional(),
      }),
    };
  }

  // Schemas that others refer to come first, so that no chain of them is too long to be followed.
  const usedShapes = reachableSchemas(Object.values(operations), shapes);
  const innerNamesOf = (name: string) => refNames(usedShapes.get(name) ?? {});
  for (const name of stronglyConnected(usedShapes.keys(), innerNamesOf).flat())
    mergeSchemas([{ $ref: `#/$defs/${name}` }], name);
  const mergedOperations = Object.entries(operations).map(
    ([request, schema]) => [request, mergeSchemas([schema], request)] as const,
  );
  const sharedSchemas = reachableSchemas(
    mergedOperations.map(([, schema]) => schema),
    mergedSchemas,
  );
  return {
    operations: Object.fromEntries(mergedOperations),
    $defs: Object.fromEntries(sharedSchemas),
  };
}

const COMBINING_KEYWORDS = ["$ref", "allOf", "anyOf", "oneOf"];

/**
 * Schemas that `schemas` combine, themselves included, each once: with its parts, which all hold,
 * and its choices, of which one holds.
 */
function collectCombined(schemas: readonly Schema[], shapes: ResponseShapes) {
  const combinedSchemas = new Map<
    Schema,
    { parts: Schema[]; choices: readonly Schema[] }
  >();
  const pendingSchemas = [...schemas];
  for (
    let schema = pendingSchemas.pop();
    schema;
    schema = pendingSchemas.pop()
  ) {
    if (combinedSchemas.has(schema)) continue;
    const name = refName(schema);
    const referencedShapes = name === null ? [] : [shapes.get(name) ?? {}];
    const parts = [...referencedShapes, ...branchesOf(schema, "allOf")];
    const choices = branchesOf(schema, "anyOf", "oneOf");
    combinedSchemas.set(schema, { parts, choices });
    pendingSchemas.push(...[...parts, ...choices].reverse());
  }
  return combinedSchemas;
}

/** Schemas that do not constrain fields. One that leads back to itself alone is not among them. */
function findUnconstrained(
  combinedSchemas: ReturnType<typeof collectCombined>,
): ReadonlySet<Schema> {
  const unconstrainedSchemas = new Set<Schema>();
  const isUnconstrained = (schema: Schema) => unconstrainedSchemas.has(schema);
  const candidates = [...combinedSchemas]
    .filter(([schema]) => !FIELD_KEYWORDS.some((keyword) => keyword in schema))
    .reverse();
  for (let count = -1; count < unconstrainedSchemas.size;) {
    count = unconstrainedSchemas.size;
    for (const [schema, { choices, parts }] of candidates) {
      const hasUnconstrainedChoice =
        choices.length === 0 || choices.some(isUnconstrained);
      if (hasUnconstrainedChoice && parts.every(isUnconstrained))
        unconstrainedSchemas.add(schema);
    }
  }
  return unconstrainedSchemas;
}

const FIELD_KEYWORDS = ["properties", "items", "additionalProperties"];

/** Fields, statuses and page headers of the responses of components. */
export function planResponseFields(
  components: readonly PlannedComponent[],
  { schemas }: Api,
): ResponseFields {
  const operations = new Map<string, Schema>();
  const statuses = new Map<string, readonly string[]>();
  const headers = new Map<string, readonly string[]>();
  for (const { response, requestSpec } of components) {
    if (response.pageHeaders.length > 0)
      headers.set(requestSpec.request, response.pageHeaders);
    if (response.shape === null) continue;
    operations.set(requestSpec.request, response.shape);
    if (response.statuses.join() !== "200")
      statuses.set(requestSpec.request, response.statuses);
  }
  return {
    ...mergeResponseSchemas(
      Object.fromEntries([...operations].sort(compareKeys)),
      reachableSchemas([...operations.values()], schemas, toResponseShape),
    ),
    statuses: Object.fromEntries([...statuses].sort(compareKeys)),
    headers: Object.fromEntries([...headers].sort(compareKeys)),
  };
}
