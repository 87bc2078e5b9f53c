import {
  isSchema,
  getOwn,
  collectAllOf,
  propertiesOf,
} from "../../runtime/json-schema.js";
import { omit } from "../shared/json.js";
import { compareCodeUnits } from "../shared/order.js";
import type { Schema } from "../model.js";
import { collectRefNames } from "../schema/object-shape.js";
import { toAlternatives, compareAlternatives } from "./compare-unions.js";
import { compareKeywords, compareAnnotations } from "./keyword-changes.js";
import { flattenAllOf } from "./flatten-all-of.js";
import { appendPath, mapPair, type SchemaChange } from "./schema-change.js";

type Defs = Readonly<Record<string, Schema>>;

/** Comparison in progress: shared schemas of both versions, paths of those that were reached, changes found so far. */
interface Comparison {
  readonly oldDefs: Defs;
  readonly newDefs: Defs;
  readonly changes: SchemaChange[];
  /** Path by which each shared schema was reached first, by its name. */
  readonly sharedPaths: Map<string, string>;
  /** Keys of compared pairs that contain references. Ends recursion between schemas of different names. */
  readonly comparedPairs: Set<string>;
}

/** Creates a function that compares two schemas and the shared schemas that they reach. Each shared schema is compared once, whoever refers to it. */
export function createComparer(oldDefs: Defs, newDefs: Defs) {
  const compare = (
    oldSchema: Schema,
    newSchema: Schema,
    name?: string,
  ): Comparison => {
    const [changes, sharedPaths, comparedPairs] = [
      [],
      new Map(),
      new Set<string>(),
    ];
    const comparison = {
      oldDefs,
      newDefs,
      changes,
      sharedPaths,
      comparedPairs,
    };
    compareSchemas(oldSchema, newSchema, comparison, name);
    return comparison;
  };
  const comparisons = new Map<string, Comparison>();
  return (oldSchema: Schema, newSchema: Schema): SchemaChange[] => {
    const { changes, sharedPaths } = compare(oldSchema, newSchema);
    // The map grows while it is iterated.
    for (const [name, callerPath] of sharedPaths) {
      const [oldShared = {}, newShared = {}] = [
        getOwn(oldDefs, name),
        getOwn(newDefs, name),
      ];
      const comparison =
        comparisons.get(name) ?? compare(oldShared, newShared, name);
      comparisons.set(name, comparison);
      const toCallerPath = (sharedPath: string) =>
        appendPath(callerPath, sharedPath.slice(name.length));
      for (const change of comparison.changes) {
        const argumentPath = toCallerPath(change.path);
        changes.push(
          argumentPath
            ? { ...change, label: `${argumentPath} (${name})` }
            : change,
        );
      }
      for (const [nestedName, nestedPath] of comparison.sharedPaths)
        addSharedPath(sharedPaths, nestedName, toCallerPath(nestedPath));
    }
    return changes;
  };
}

/** Adds all differences to a comparison, except those within shared schemas of the same name: of these it notes the path. */
function compareSchemas(
  oldSchema: Schema,
  newSchema: Schema,
  comparison: Comparison,
  path = "",
): void {
  const compareNested = (oldNested: Schema, newNested: Schema, step: string) =>
    compareSchemas(oldNested, newNested, comparison, appendPath(path, step));
  const [oldRef, newRef] = [oldSchema["$ref"], newSchema["$ref"]];
  if (typeof newRef === "string" && oldRef === newRef) {
    addSharedPath(comparison.sharedPaths, newRef.replace("#/$defs/", ""), path);
    // Keywords beside `$ref` are compared here.
    const [oldSiblings, newSiblings] = mapPair(oldSchema, newSchema, (schema) =>
      omit(schema, ["$ref"]),
    );
    return compareNested(oldSiblings, newSiblings, "");
  }
  if (
    oldSchema === newSchema ||
    JSON.stringify(oldSchema) === JSON.stringify(newSchema)
  ) {
    const { items } = newSchema;
    for (const [name, property] of propertiesOf(newSchema))
      compareNested(property, property, `.${name}`);
    if (isSchema(items)) compareNested(items, items, "[]");
    for (const name of collectRefNames(newSchema))
      addSharedPath(comparison.sharedPaths, name, path);
    return;
  }
  const [oldNames, newNames] = [new Set<string>(), new Set<string>()];
  collectAllOf(oldSchema, comparison.oldDefs, oldNames);
  collectAllOf(newSchema, comparison.newDefs, newNames);
  if (oldNames.size > 0 && newNames.size > 0) {
    const pairKey = JSON.stringify([
      [...oldNames].sort(compareCodeUnits),
      serialiseOwnKeywords(oldSchema),
      [...newNames].sort(compareCodeUnits),
      serialiseOwnKeywords(newSchema),
    ]);
    if (comparison.comparedPairs.has(pairKey)) return;
    comparison.comparedPairs.add(pairKey);
  }
  const flatteners = mapPair(
    comparison.oldDefs,
    comparison.newDefs,
    (defs) => (schema: Schema) =>
      flattenAllOf(schema, defs, new Set()).ownSchema,
  );
  const context = {
    path,
    changes: comparison.changes,
    compareNested,
    flatteners,
  };
  const directAlternatives = toAlternatives(oldSchema, newSchema);
  const sharedNames = new Set(
    directAlternatives === null
      ? [...oldNames].filter((name) => newNames.has(name))
      : [],
  );
  for (const name of sharedNames)
    addSharedPath(comparison.sharedPaths, name, path);
  const oldFlatSchema = flattenAllOf(
    oldSchema,
    comparison.oldDefs,
    sharedNames,
  );
  const newFlatSchema = flattenAllOf(
    newSchema,
    comparison.newDefs,
    sharedNames,
  );
  const alternatives =
    directAlternatives ??
    (sharedNames.size === 0
      ? toAlternatives(oldFlatSchema.ownSchema, newFlatSchema.ownSchema)
      : null);
  if (alternatives === null)
    return compareKeywords(oldFlatSchema, newFlatSchema, context);
  compareAnnotations(oldFlatSchema.ownSchema, newFlatSchema.ownSchema, context);
  compareAlternatives(alternatives, context);
}

function addSharedPath(
  sharedPaths: Map<string, string>,
  name: string,
  path: string,
): void {
  if (!sharedPaths.has(name)) sharedPaths.set(name, path);
}

/** Keywords of a schema and its `allOf` other than references, as sorted JSON texts without duplicates. A recursive schema adds nothing each time it comes round. */
function serialiseOwnKeywords(schema: Schema): string[] {
  const parts = collectAllOf(schema, {}, new Set());
  const texts = parts.map((part) =>
    JSON.stringify(omit(part, ["$ref", "allOf"])),
  );
  return [...new Set(texts)].sort(compareCodeUnits);
}
