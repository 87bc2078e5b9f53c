import { schemasIn, propertiesOf, requiredOf, getOwn } from "../runtime.js";
import { toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { KEYWORDS } from "../schema/keywords.js";
import { isSchema } from "../schema/object-shape.js";
import { typesOf } from "./typed-rules.js";
import {
  KEEP_ALL,
  readValueSet,
  toRuleText,
  type Branch,
  type ValueSet,
} from "./value-set.js";

type Rule = (oldSchema: Schema, newSchema: Schema, keyword: string) => boolean;

/** Rules by keyword: true if the new keyword accepts all that the old one accepted. Other keywords may only stay as they are or be removed. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (oldSchema, newSchema) => {
    const newTypes = typesOf(newSchema) ?? [];
    const isAccepted = (type: string) =>
      newTypes.includes(type) ||
      (type === "integer" && newTypes.includes("number"));
    return typesOf(oldSchema)?.every(isAccepted) ?? false;
  },
  enum: (oldSchema, newSchema) => {
    const [oldValues, newValues] = [oldSchema["enum"], newSchema["enum"]];
    const newTexts = new Set(
      [newValues].flat().map((value) => JSON.stringify(value)),
    );
    const isKept = (value: unknown) => newTexts.has(JSON.stringify(value));
    return Array.isArray(oldValues) && oldValues.every(isKept);
  },
  required: (oldSchema, newSchema) => {
    const oldNames = requiredOf(oldSchema);
    return requiredOf(newSchema).every((name) => oldNames.includes(name));
  },
  properties: (oldSchema, newSchema) => {
    const newProperties = new Map(propertiesOf(newSchema));
    return propertiesOf(oldSchema).every(([name, property]) =>
      isWidening(property, newProperties.get(name) ?? {}),
    );
  },
  additionalProperties: (oldSchema, newSchema, keyword) => {
    const newProperties = new Map(propertiesOf(newSchema));
    const oldProperties =
      newSchema[keyword] === false ? propertiesOf(oldSchema) : [];
    return (
      oldProperties.every(([name]) => newProperties.has(name)) &&
      isWideningSubschema(oldSchema, newSchema, keyword)
    );
  },
  items: isWideningSubschema,
  propertyNames: isWideningSubschema,
  anyOf: isWideningChoice,
  allOf: (oldSchema, newSchema) => {
    const oldRules = new Set(schemasIn(oldSchema["allOf"]).map(toRuleText));
    return schemasIn(newSchema["allOf"]).every((part) =>
      oldRules.has(toRuleText(part)),
    );
  },
};

/**
 * True if every value that was valid for the old schema is surely valid for the new one. False may only
 * mean that this can't be decided.
 */
export function isWidening(oldSchema: Schema, newSchema: Schema): boolean {
  const [oldSet, newSet] = [oldSchema, newSchema].map((schema) =>
    readValueSet(schema, KEEP_ALL),
  ) as [ValueSet, ValueSet]; // of two
  const isAny = newSet.isNullable === undefined;
  return (
    (isAny || newSet.isNullable || oldSet.isNullable === false) &&
    oldSet.branches.every((oldBranch) =>
      newSet.branches.some((newBranch) =>
        isBranchWidening(oldBranch, newBranch),
      ),
    )
  );
}

/** True if every value of the old alternative is surely one of the new alternative. */
export function isBranchWidening(
  { keptNames: oldNames, rules: oldRules }: Branch,
  { keptNames: newNames, rules: newRules }: Branch,
): boolean {
  return (
    newNames.every((name) => oldNames.includes(name)) &&
    Object.keys(newRules).every((keyword) => {
      const kind = KEYWORDS.get(keyword);
      const isBound = kind === "number" || kind === "count";
      const rule =
        getOwn(RULES, keyword) ?? (isBound ? isWideningBound : isUnchanged);
      return rule(oldRules, newRules, keyword);
    })
  );
}

function isUnchanged(
  oldSchema: Schema,
  newSchema: Schema,
  keyword: string,
): boolean {
  const [oldText, newText] = [oldSchema, newSchema].map((schema) =>
    toRuleText({ [keyword]: schema[keyword] }),
  );
  return oldText === newText;
}

function isWideningBound(
  oldSchema: Schema,
  newSchema: Schema,
  keyword: string,
): boolean {
  const [oldBound, newBound] = [oldSchema[keyword], newSchema[keyword]].map(
    (bound) => Number(toWord(bound)),
  ) as [number, number]; // of two
  return /max/i.test(keyword) ? newBound >= oldBound : newBound <= oldBound;
}

/** True if a keyword that holds a schema or a boolean accepts all that it accepted before. */
function isWideningSubschema(
  oldSchema: Schema,
  newSchema: Schema,
  keyword: string,
): boolean {
  const [oldSubschema, newSubschema] = [oldSchema[keyword], newSchema[keyword]];
  if (oldSubschema === false || newSubschema === true) return true;
  return (
    isSchema(newSubschema) &&
    isWidening(isSchema(oldSubschema) ? oldSubschema : {}, newSubschema)
  );
}

/** `oneOf` is read as `anyOf`: the API itself rejects what several branches accept. */
function isWideningChoice({ anyOf, ...rules }: Schema, newSchema: Schema) {
  const oldSchema = anyOf === undefined ? rules : { anyOf };
  return isWidening(oldSchema, { anyOf: newSchema["anyOf"] });
}
