import { isSchema, resolveRef, schemasIn } from "../runtime.js";
import { omit, toArray, toStrings } from "../shared/json.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import { mapSchemas } from "../schema/walk.js";
import { compareCodeUnits, compareKeys } from "../shared/order.js";
import type { Schema } from "../model.js";
import { intersectRules } from "./intersect-rules.js";
import { readNullness, toTypedRules, typeOfValue } from "./typed-rules.js";

/** Shared schemas by name. */
export type Definitions = Readonly<Record<string, Schema>>;

/**
 * Set of values that a schema accepts, in one form, however the schema spells it: `nullable`, `anyOf` with null and a
 * list of types are the same, as are a schema and the one member of its `allOf`.
 */
export interface ValueSet {
  /** Annotations of the schema as a whole. */
  readonly annotations: Schema;
  /** Null is one of the values, apart from what kept references accept. Undefined: any value is. */
  readonly isNullable: boolean | undefined;
  /** Alternatives for all values but null, each of one type or of any; none: null is the only value. */
  readonly branches: readonly Branch[];
}

/** Alternative of a value set. */
export interface Branch {
  /** Names of kept references that hold beside the rules. */
  readonly keptNames: readonly string[];
  /** Rules of one type at most, without `$ref` and null. */
  readonly rules: Schema;
  readonly annotations: Schema;
  /** Name of the reference by which the alternative was reached; null: it was written in place. */
  readonly name: string | null;
}

export interface ReadOptions {
  readonly defs: Definitions;
  /** True for shared schemas that are not looked into. */
  readonly isKept: (name: string) => boolean;
}

/** Most alternatives of one value. Further ones stay references: unions of unions can double with each level. */
const MAX_BRANCHES = 2_000;

interface Reading extends ReadOptions {
  /** Number of alternatives that were read. */
  count: number;
}

export function readValueSet(schema: Schema, options: ReadOptions): ValueSet {
  return readSet(schema, { ...options, count: 0 }, new Set());
}

/** Schema of a branch, to be read again. */
export function toSchema({ annotations, keptNames, rules }: Branch): Schema {
  const references = keptNames.map((name) => ({ $ref: `#/$defs/${name}` }));
  const allOf = [...schemasIn(rules["allOf"]), ...references];
  return { ...annotations, ...rules, ...(allOf.length > 0 && { allOf }) };
}

/** Alternatives of a schema: its `anyOf`, then its `oneOf`. */
export function alternativesOf({ anyOf, oneOf }: Schema): Schema[] {
  return [...schemasIn(anyOf), ...schemasIn(oneOf)];
}

/** Names of the shared schemas that a schema refers to for the same value: in `$ref`, `allOf`, `anyOf` and `oneOf`, at any depth. */
export function collectInPlaceNames(
  schema: Schema,
  defs: Definitions,
): Set<string> {
  const names = new Set<string>();
  const queue = [schema];
  // The list grows while it is walked.
  for (const part of queue) {
    const reference = resolveRef(part, defs);
    if (reference !== undefined && !names.has(reference.name)) {
      names.add(reference.name);
      queue.push(reference.schema);
    }
    queue.push(...schemasIn(part["allOf"]), ...alternativesOf(part));
  }
  return names;
}

/** Rules of a schema as text, without annotations: equal texts for equal sets of values. References are not followed. */
export function toRuleText(schema: Schema): string {
  return JSON.stringify(toPlainSet(schema));
}

/** Options with which no reference is followed. */
export const KEEP_ALL: ReadOptions = { defs: {}, isKept: () => true };

function toPlainSet(schema: Schema): unknown {
  const { branches, isNullable } = readValueSet(schema, KEEP_ALL);
  const plainBranches = branches.map(({ keptNames, rules }) => {
    const { anyOf, ...keywords } = rules;
    const plainRules = mapSchemas(keywords, (part) => ({
      set: toPlainSet(part),
    }));
    const members = Object.entries(plainRules).map(
      ([keyword, value]) => [keyword, sortUnordered(keyword, value)] as const,
    );
    return [
      [...keptNames].sort(compareCodeUnits),
      anyOf === undefined ? null : toPlainSet({ anyOf }),
      ...members.sort(compareKeys),
    ];
  });
  return [isNullable ?? "any", ...sortByText(plainBranches)];
}

/** Value of a keyword whose order means nothing, sorted. */
function sortUnordered(keyword: string, value: unknown): unknown {
  if (isSchema(value)) return Object.entries(value).sort(compareKeys);
  const isSet = ["required", "enum", "allOf"].includes(keyword);
  return isSet && Array.isArray(value) ? sortByText(value) : value;
}

function sortByText(values: readonly unknown[]): unknown[] {
  return values
    .map((value) => [JSON.stringify(value), value] as const)
    .sort(compareKeys)
    .map(([, value]) => value);
}

/** Schemas that hold together for one value. */
interface Parts {
  /** Schemas without references, nearest first. */
  readonly plain: Schema[];
  readonly choices: Choice[];
  readonly keptNames: Set<string>;
}

/** Alternatives of one keyword: as they are written, and the set of all their values. */
interface Choice {
  readonly alternatives: readonly Schema[];
  readonly set: ValueSet;
}

function readSet(
  schema: Schema,
  reading: Reading,
  openNames: ReadonlySet<string>,
): ValueSet {
  const parts: Parts = { plain: [], choices: [], keptNames: new Set() };
  collectParts(schema, reading, parts, new Set(openNames));
  const constraints = parts.plain.map(omitAnnotations);
  const sets = parts.choices.map(({ set }) => set);
  const nullness = [
    ...constraints.map(readNullness),
    ...sets.map(({ isNullable }) => isNullable),
    ...(parts.keptNames.size > 0 ? [false] : []),
  ].filter((isAllowed) => isAllowed !== undefined);
  const isNullable =
    nullness.length === 0 ? undefined : nullness.every(Boolean);
  // Beside null, such a choice leaves one alternative, whose rules hold as those of `allOf` do.
  const onlyBranches = sets
    .filter(({ branches }) => branches.length === 1)
    .flatMap(({ branches }) => branches);
  const annotations = mergeAnnotations([
    ...parts.plain.map(pickAnnotations),
    ...onlyBranches.map((branch) => branch.annotations),
  ]);
  const isNullOnly = sets.some(({ branches }) => branches.length === 0);
  if (isNullOnly) return { annotations, isNullable, branches: [] };
  const keptNames = [
    ...parts.keptNames,
    ...onlyBranches.flatMap((branch) => branch.keptNames),
  ];
  const rules = [
    ...constraints,
    ...onlyBranches.map((branch) => branch.rules),
  ].reduce(intersectRules, {});
  const name = onlyBranches[0]?.name ?? null;
  const branch = { rules, keptNames: [...new Set(keptNames)], name };
  const choices = parts.choices.filter(({ set }) => set.branches.length > 1);
  return { annotations, isNullable, branches: toBranches(branch, choices) };
}

/** Collects the schemas that references, `allOf` and alternatives without a choice combine for one value. */
function collectParts(
  schema: Schema,
  reading: Reading,
  parts: Parts,
  openNames: Set<string>,
): void {
  const keywords = omit(schema, ["$ref", "allOf", "anyOf", "oneOf"]);
  parts.plain.push(keywords);
  const reference = resolveRef(schema, reading.defs);
  if (reference !== undefined && !openNames.has(reference.name)) {
    if (reading.isKept(reference.name)) parts.keptNames.add(reference.name);
    else {
      openNames.add(reference.name);
      collectParts(reference.schema, reading, parts, openNames);
    }
  }
  for (const part of schemasIn(schema["allOf"]))
    collectParts(part, reading, parts, openNames);
  for (const union of [
    schemasIn(schema["anyOf"]),
    schemasIn(schema["oneOf"]),
  ]) {
    const [onlySchema, ...furtherSchemas] = union;
    if (onlySchema === undefined) continue;
    if (furtherSchemas.length === 0)
      collectParts(onlySchema, reading, parts, openNames);
    else {
      const set = readUnion(union, reading, openNames);
      parts.choices.push({ alternatives: union, set });
    }
  }
}

/** Joins the sets of alternatives. An alternative that leads back to the union adds nothing. */
function readUnion(
  union: readonly Schema[],
  reading: Reading,
  openNames: ReadonlySet<string>,
): ValueSet {
  const sets = union.flatMap((alternative) => {
    const reference = resolveRef(alternative, reading.defs);
    if (reference !== undefined && openNames.has(reference.name)) return [];
    reading.count += 1;
    const isFull = reading.count > MAX_BRANCHES;
    const set = readSet(
      alternative,
      isFull ? { ...reading, isKept: () => true } : reading,
      openNames,
    );
    return [{ set, name: reference?.name ?? null }];
  });
  const branches = sets.flatMap(({ name, set }) =>
    set.branches.map((branch) => ({
      ...branch,
      name: branch.name ?? name,
      annotations: mergeAnnotations([set.annotations, branch.annotations]),
    })),
  );
  const nullness = sets.map(({ set }) => set.isNullable);
  return {
    annotations: {},
    isNullable: nullness.includes(true)
      ? true
      : nullness.includes(undefined)
        ? undefined
        : false,
    branches: joinBranches(branches),
  };
}

/** Splits rules into one branch a type. A choice without rules beside it is the branches; other choices stay `anyOf`. */
function toBranches(
  { keptNames, name, rules }: Omit<Branch, "annotations">,
  [choice, ...furtherChoices]: readonly Choice[],
): Branch[] {
  const isBare =
    keptNames.length === 0 &&
    Object.keys(rules).every((keyword) => keyword === "type");
  if (choice !== undefined && furtherChoices.length === 0 && isBare)
    return choice.set.branches.flatMap((branch) =>
      restrictTypes(branch, rules["type"]),
    );
  const furtherParts = furtherChoices.map(({ alternatives }) => ({
    anyOf: alternatives,
  }));
  const allOf = [...schemasIn(rules["allOf"]), ...furtherParts];
  const allRules = {
    ...(choice && keptNames.length === 0 && inferTypes(choice.set)),
    ...(choice && { anyOf: choice.alternatives }),
    ...rules,
    ...(allOf.length > 0 && { allOf }),
  };
  const branches = toTypedRules(allRules).map((typedRules) => ({
    keptNames,
    rules: typedRules,
    annotations: {},
    name,
  }));
  return joinBranches(branches);
}

/** Types that all branches of a choice have together; nothing if one of them may have any type. */
function inferTypes({ branches }: ValueSet): Schema {
  const types = branches.map(({ keptNames, rules }) =>
    keptNames.length > 0 || rules["enum"] !== undefined
      ? undefined
      : rules["type"],
  );
  return types.includes(undefined) ? {} : { type: [...new Set(types)] };
}

/** Branch with the types that stand beside the choice; nothing if it has none of them. */
function restrictTypes(branch: Branch, type: unknown): Branch[] {
  const isKept =
    branch.keptNames.length > 0 && branch.rules["type"] === undefined;
  if (type === undefined || isKept) return [branch];
  const types = toStrings([type].flat());
  const isPossible =
    branch.rules["type"] === undefined ||
    types.some((name) => areCompatible(name, String(branch.rules["type"])));
  if (!isPossible) return [];
  const restrictedRules = intersectRules(branch.rules, { type });
  return toTypedRules(restrictedRules).map((rules) => ({ ...branch, rules }));
}

function areCompatible(type: string, otherType: string): boolean {
  const names = [type, otherType];
  return (
    type === otherType ||
    (names.includes("integer") && names.includes("number"))
  );
}

/** Branches without those that another one accepts: values in one `enum`, nothing twice, no narrower form of a bare type. */
function joinBranches(branches: readonly Branch[]): Branch[] {
  if (branches.length < 2) return [...branches];
  const bareTypes = new Set(
    branches
      .filter(isBareType)
      .map(({ rules }) => rules["type"])
      .filter((type) => SCALAR_TYPES.includes(String(type))),
  );
  const hasType = (type: unknown) =>
    bareTypes.has(type) || (type === "integer" && bareTypes.has("number"));
  const isCovered = (branch: Branch) =>
    branch.keptNames.length === 0 &&
    (isBareType(branch)
      ? branch.rules["type"] === "integer" && bareTypes.has("number")
      : hasType(branch.rules["type"]));
  const joined = new Map<string, Branch>();
  const values: unknown[] = [];
  for (const branch of branches) {
    if (isValueList(branch)) values.push(...toArray(branch.rules["enum"]));
    const key = isValueList(branch)
      ? "enum"
      : JSON.stringify([
          branch.keptNames,
          Object.entries(branch.rules).sort(compareKeys),
        ]);
    if (!isCovered(branch) && !joined.has(key)) joined.set(key, branch);
  }
  const valueBranch = joined.get("enum");
  if (valueBranch === undefined) return [...joined.values()];
  const texts = new Set(
    values
      .filter((value) => !hasType(typeOfValue(value)))
      .map((value) => JSON.stringify(value)),
  );
  const joinedValues = [...texts].map((text) => JSON.parse(text) as unknown);
  if (joinedValues.length === 0) joined.delete("enum");
  else
    joined.set("enum", {
      ...valueBranch,
      rules: { enum: joinedValues },
    });
  return [...joined.values()];
}

const SCALAR_TYPES = ["string", "number", "integer", "boolean"];

function isBareType({ keptNames, rules }: Branch): boolean {
  return (
    keptNames.length === 0 &&
    Object.keys(rules).length === 1 &&
    rules["type"] !== undefined
  );
}

function isValueList({ keptNames, rules }: Branch): boolean {
  return (
    keptNames.length === 0 &&
    Object.keys(rules).length === 1 &&
    rules["enum"] !== undefined
  );
}

/** Keywords that say something about values and forbid none. A discriminator picks among alternatives that are there anyway. */
const HINT_KEYWORDS = [...ANNOTATION_KEYWORDS, "discriminator"];

export function omitAnnotations(schema: Schema): Schema {
  return omit(schema, HINT_KEYWORDS);
}

function pickAnnotations(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) =>
      HINT_KEYWORDS.includes(keyword),
    ),
  );
}

/** Annotations of several schemas for one value, the nearest first. */
function mergeAnnotations(annotations: readonly Schema[]): Schema {
  return Object.assign({}, ...[...annotations].reverse()) as Schema; // of schemas
}
