import { collectAllOf, getOwn, isSchema, propertiesOf } from "../runtime.js";
import { omit } from "../shared/json.js";
import { compareCodeUnits } from "../shared/order.js";
import type { Schema } from "../model.js";
import { collectRefNames } from "../schema/object-shape.js";
import { compareSets } from "./compare-sets.js";
import { appendPath, type SchemaChange } from "./schema-change.js";
import { typesOf } from "./typed-rules.js";
import {
  collectInPlaceNames,
  readValueSet,
  type Definitions,
  type ValueSet,
} from "./value-set.js";

/** Comparison in progress: shared schemas of both versions, paths of those that were reached, changes found so far. */
interface Comparison {
  readonly oldDefs: Definitions;
  readonly newDefs: Definitions;
  readonly changes: SchemaChange[];
  /** Path by which each shared schema was reached first, by its name. */
  readonly sharedPaths: Map<string, string>;
  /** Keys of compared pairs that contain references. Ends recursion between schemas of different names. */
  readonly comparedPairs: Set<string>;
}

/** Creates a function that compares two schemas and the shared schemas that they reach. Each shared schema is compared once, whoever refers to it. */
export function createComparer(oldDefs: Definitions, newDefs: Definitions) {
  const compare = (
    oldSchema: Schema,
    newSchema: Schema,
    name = "",
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
    compareSchemas(oldSchema, newSchema, comparison, { path: name });
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
    const changesByText = changes.map((change) => {
      const { label = change.path, path, text, texts } = change;
      return [JSON.stringify([path, label, text, texts]), change] as const;
    });
    return [...new Map(changesByText).values()];
  };
}

/** Place of two schemas, and what is settled about their values. */
interface Position {
  readonly path: string;
  /** Null was compared already, by the schemas around these alternatives. */
  readonly isNullSettled?: boolean;
  /** Names of the shared schemas that are not followed; default: those that both versions refer to. */
  readonly keptNames?: readonly string[];
}

/** Adds all differences to a comparison, except those within shared schemas of the same name: of these it notes the path. */
function compareSchemas(
  oldSchema: Schema,
  newSchema: Schema,
  comparison: Comparison,
  position: Position,
): void {
  const { path, isNullSettled = false } = position;
  const compareNested = (oldNested: Schema, newNested: Schema, step: string) =>
    compareSchemas(oldNested, newNested, comparison, {
      path: appendPath(path, step),
      isNullSettled: step === "" && isNullSettled,
    });
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
  const [oldNames, newNames] = [
    collectInPlaceNames(oldSchema, comparison.oldDefs),
    collectInPlaceNames(newSchema, comparison.newDefs),
  ];
  if (
    position.keptNames === undefined &&
    oldNames.size > 0 &&
    newNames.size > 0
  ) {
    const pairKey = JSON.stringify([
      [...oldNames].sort(compareCodeUnits),
      serialiseOwnKeywords(oldSchema),
      [...newNames].sort(compareCodeUnits),
      serialiseOwnKeywords(newSchema),
    ]);
    if (comparison.comparedPairs.has(pairKey)) return;
    comparison.comparedPairs.add(pairKey);
  }
  const isSameRef = oldSchema["$ref"] === newSchema["$ref"];
  const {
    keptNames = [...oldNames].filter(
      (name) =>
        newNames.has(name) &&
        ((isSameRef && newSchema["$ref"] === `#/$defs/${name}`) ||
          isSteady(name, comparison)),
    ),
  } = position;
  const isKept = (name: string) => keptNames.includes(name);
  const sets = [
    readValueSet(oldSchema, { defs: comparison.oldDefs, isKept }),
    readValueSet(newSchema, { defs: comparison.newDefs, isKept }),
  ] as const;
  compareSets(sets, {
    path,
    changes: comparison.changes,
    isNullSettled,
    compareNested,
    compareExpanded: (oldPart, newPart, names) =>
      compareSchemas(oldPart, newPart, comparison, {
        path,
        isNullSettled: true,
        keptNames: names,
      }),
    noteShared: (names) => {
      for (const name of names)
        addSharedPath(comparison.sharedPaths, name, path);
    },
    readShared: (names) => [
      rulesOf(readShared(names, comparison.oldDefs)),
      rulesOf(readShared(names, comparison.newDefs)),
    ],
    areRefsNullable: ([oldSet, newSet]) => [
      hasNullableRef(oldSet, comparison.oldDefs),
      hasNullableRef(newSet, comparison.newDefs),
    ],
  });
}

/** True if a shared schema has one type in both versions, and accepts null in both or in none: alternatives that refer to it can be paired by its name. */
function isSteady(name: string, { newDefs, oldDefs }: Comparison): boolean {
  const [oldNature, newNature] = [oldDefs, newDefs].map((defs) => {
    const set = readShared([name], defs);
    const types = set.branches.map(({ rules }) => typesOf(rules));
    return types.length === 1 ? JSON.stringify([set.isNullable, types]) : null;
  });
  return (
    (oldNature !== null && oldNature === newNature) ||
    JSON.stringify(getOwn(oldDefs, name)) ===
      JSON.stringify(getOwn(newDefs, name))
  );
}

const FOLLOW_ALL = () => false;

/** Values that shared schemas accept together. */
function readShared(names: readonly string[], defs: Definitions): ValueSet {
  const references = names.map((name) => ({ $ref: `#/$defs/${name}` }));
  return readValueSet({ allOf: references }, { defs, isKept: FOLLOW_ALL });
}

/** Rules of a set; none if it leaves a choice. */
function rulesOf({ branches }: ValueSet): Schema {
  const [branch, ...otherBranches] = branches;
  return branch && otherBranches.length === 0 ? branch.rules : {};
}

function hasNullableRef({ branches }: ValueSet, defs: Definitions): boolean {
  const names = branches.flatMap(({ keptNames }) => keptNames);
  return names.some((name) => readShared([name], defs).isNullable !== false);
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
