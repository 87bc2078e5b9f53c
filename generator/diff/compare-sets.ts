import { propertiesOf } from "../runtime.js";
import { groupBy } from "../shared/group-by.js";
import type { Schema } from "../model.js";
import { displayNameOf } from "./display-name.js";
import { isBranchWidening } from "./is-superset.js";
import { compareAnnotations, compareKeywords } from "./keyword-changes.js";
import { addChange, mapPair, type CompareContext } from "./schema-change.js";
import { typesOf } from "./typed-rules.js";
import {
  toRuleText,
  toSchema,
  type Branch,
  type ValueSet,
} from "./value-set.js";

/** Most pairs of alternatives that are tried to find which old one is accepted by which new one. */
const MAX_PAIRS = 10_000;

type Pair<Value> = readonly [oldValue: Value, newValue: Value];

/** Reports the differences of two sets of values. */
export function compareSets(
  [oldSet, newSet]: Pair<ValueSet>,
  context: CompareContext,
): void {
  compareAnnotations(oldSet.annotations, newSet.annotations, context);
  const [oldBranches, newBranches] = [oldSet.branches, newSet.branches];
  const wasNull = oldBranches.length === 0;
  const isNull = newBranches.length === 0;
  if (wasNull || isNull) compareWithNull([oldSet, newSet], context);
  else {
    compareNullness([oldSet, newSet], context);
    compareAlternatives([oldBranches, newBranches], context);
  }
}

/** Reports what became of a value that could only be null, or that can only be null now. */
function compareWithNull(
  [oldSet, newSet]: Pair<ValueSet>,
  context: CompareContext,
): void {
  const [oldBranches, newBranches] = [oldSet.branches, newSet.branches];
  if (oldBranches.length === 0 && newBranches.length === 0) return;
  const [oldNames, newNames] = mapPair(oldBranches, newBranches, (branches) =>
    branches.length === 0 ? "null" : namesOf(branches),
  );
  if (oldBranches.length === 0 && newSet.isNullable !== false)
    addChange(context, `a new alternative: ${newNames}`, "widened");
  else if (newBranches.length === 0 && oldSet.isNullable !== false)
    addChange(context, `no longer an alternative: ${oldNames}`, "narrowed");
  else addChange(context, `${oldNames} → ${newNames}`, "replaced");
}

/** Reports that a value may now be null, or no longer. A reference that stays and accepts null leaves it allowed. */
function compareNullness(
  [oldSet, newSet]: Pair<ValueSet>,
  context: CompareContext,
): void {
  const [wasNullable, isNullable] = [oldSet.isNullable, newSet.isNullable];
  if (wasNullable === undefined || isNullable === undefined) return;
  if (context.isNullSettled || wasNullable === isNullable) return;
  const [oldNullable, newNullable] = context.areRefsNullable([oldSet, newSet]);
  if (isNullable && !oldNullable)
    addChange(context, "may now also be null", "widened");
  if (wasNullable && !newNullable)
    addChange(context, "may no longer be null", "narrowed");
}

/** Reports alternatives that were added or removed, and the changes within those that stayed. */
function compareAlternatives(
  [oldBranches, newBranches]: Pair<readonly Branch[]>,
  context: CompareContext,
): void {
  const [oldBranch, newBranch] = [oldBranches[0], newBranches[0]];
  if (oldBranch && newBranch && oldBranches.length + newBranches.length === 2)
    return compareBranches([oldBranch, newBranch], context);
  const { addedBranches, pairs, removedBranches } = matchBranches(
    oldBranches,
    newBranches,
  );
  if (pairs.length === 0)
    return addChange(
      context,
      `${namesOf(oldBranches)} → ${namesOf(newBranches)}`,
      "replaced",
    );
  for (const branch of removedBranches)
    addChange(
      context,
      `no longer an alternative: ${nameOf(branch)}`,
      "narrowed",
    );
  for (const branch of addedBranches)
    addChange(context, `a new alternative: ${nameOf(branch)}`, "widened");
  for (const [oldAlternative, newAlternative] of pairs) {
    const { annotations } = newAlternative;
    compareAnnotations(oldAlternative.annotations, annotations, context);
    compareBranches([oldAlternative, newAlternative], context);
  }
}

/** Compares two alternatives. Shared schemas that only one of them refers to are followed. */
function compareBranches(
  [oldBranch, newBranch]: Pair<Branch>,
  context: CompareContext,
): void {
  const commonNames = oldBranch.keptNames.filter((name) =>
    newBranch.keptNames.includes(name),
  );
  const isCommon = [oldBranch, newBranch].every(
    ({ keptNames }) => keptNames.length === commonNames.length,
  );
  if (!isCommon) {
    const [oldSchema, newSchema] = mapPair(oldBranch, newBranch, toBareSchema);
    return context.compareExpanded(oldSchema, newSchema, commonNames);
  }
  const rules = [oldBranch.rules, newBranch.rules] as const;
  const sharedRules = context.readShared(commonNames);
  if (hasMovedProperty(rules, sharedRules)) {
    const [oldSchema, newSchema] = mapPair(oldBranch, newBranch, toBareSchema);
    return context.compareExpanded(oldSchema, newSchema, []);
  }
  context.noteShared(commonNames);
  compareKeywords(rules, sharedRules, context);
}

function toBareSchema(branch: Branch): Schema {
  return toSchema({ ...branch, annotations: {} });
}

/** True if a property went from shared schemas, which lack it now, into the rules beside them, or the other way. */
function hasMovedProperty(
  [oldRules, newRules]: Pair<Schema>,
  [oldShared, newShared]: Pair<Schema>,
): boolean {
  const hasProperty = (rules: Schema, name: string) =>
    propertiesOf(rules).some(([propertyName]) => propertyName === name);
  const isMoved = (from: Schema, to: Schema, remaining: Schema) =>
    propertiesOf(to).some(
      ([name]) => hasProperty(from, name) && !hasProperty(remaining, name),
    );
  return (
    isMoved(oldShared, newRules, newShared) ||
    isMoved(newShared, oldRules, oldShared)
  );
}

/** Pairs old alternatives with new ones: by reference, by equal rules, by a new one that accepts all of the old one, by type if each side has only one of it, by name, and by properties in common. */
function matchBranches(
  oldBranches: readonly Branch[],
  newBranches: readonly Branch[],
) {
  const [oldCandidates, newCandidates] = [
    new Set(oldBranches),
    new Set(newBranches),
  ];
  const pairs: Pair<Branch>[] = [];
  const addPair = (oldBranch: Branch, newBranch: Branch) => {
    oldCandidates.delete(oldBranch);
    newCandidates.delete(newBranch);
    pairs.push([oldBranch, newBranch]);
  };
  const matchByKey = (keyOf: (branch: Branch) => string, isOnly = false) => {
    const [oldByKey, newByKey] = mapPair(
      oldCandidates,
      newCandidates,
      (candidates) =>
        groupBy([...candidates].map((branch) => [keyOf(branch), branch])),
    );
    for (const [key, [oldBranch, ...otherOldBranches]] of oldByKey) {
      const [newBranch, ...otherNewBranches] =
        key === "" ? [] : (newByKey.get(key) ?? []);
      const isUnambiguous =
        !isOnly || otherOldBranches.length + otherNewBranches.length === 0;
      if (oldBranch && newBranch && isUnambiguous)
        addPair(oldBranch, newBranch);
    }
  };
  matchByKey(({ keptNames }) => keptNames.join(" "));
  matchByKey((branch) => toRuleText(toSchema(branch)));
  if (oldCandidates.size * newCandidates.size <= MAX_PAIRS)
    for (const oldBranch of [...oldCandidates]) {
      const newBranch = [...newCandidates].find((candidate) =>
        isBranchWidening(oldBranch, candidate),
      );
      if (newBranch) addPair(oldBranch, newBranch);
    }
  matchByKey(({ rules }) => typesOf(rules)?.join() ?? "", true);
  matchByKey(({ name }) => name ?? "", true);
  if (oldCandidates.size * newCandidates.size <= MAX_PAIRS)
    for (const oldBranch of [...oldCandidates]) {
      const newBranch = findMostAlike(oldBranch, newCandidates);
      if (newBranch) addPair(oldBranch, newBranch);
    }
  return {
    addedBranches: [...newCandidates],
    removedBranches: [...oldCandidates],
    pairs,
  };
}

/** Object that has more than half of an object's properties, and the most of all candidates. */
function findMostAlike(
  branch: Branch,
  candidates: Iterable<Branch>,
): Branch | undefined {
  const names = propertiesOf(branch.rules).map(([name]) => name);
  const countCommon = ({ rules }: Branch) => {
    const candidateNames = new Set(propertiesOf(rules).map(([name]) => name));
    return names.filter((name) => candidateNames.has(name)).length;
  };
  return [...candidates]
    .map((candidate) => ({ candidate, count: countCommon(candidate) }))
    .filter(({ count }) => count * 2 > names.length)
    .sort((a, b) => b.count - a.count)[0]?.candidate;
}

/** Short name of an alternative for messages: of its reference, its title, its values or its type. */
function nameOf({ annotations, keptNames, name, rules }: Branch): string {
  const [refName = name] = keptNames;
  return refName ?? displayNameOf({ ...annotations, ...rules });
}

function namesOf(branches: readonly Branch[]): string {
  return branches.map(nameOf).join(" or ");
}
