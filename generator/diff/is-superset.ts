import {
  schemasIn,
  propertiesOf,
  requiredOf,
  getOwn,
} from "../../runtime/json-schema.js";
import { omit, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { ANNOTATION_KEYWORDS, KEYWORDS } from "../schema/keywords.js";
import { branchesOf, isSchema } from "../schema/object-shape.js";
import { compareKeys } from "../shared/order.js";

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
  anyOf: isWideningUnion,
  oneOf: isWideningUnion,
  allOf: (oldSchema, newSchema) => {
    const oldRules = new Set(schemasIn(oldSchema["allOf"]).map(toRuleText));
    return schemasIn(newSchema["allOf"]).every((part) =>
      oldRules.has(toRuleText(part)),
    );
  },
  discriminator: () => true,
};

/**
 * True if every value that was valid for the old schema is surely valid for the new one. False may only
 * mean that this can't be decided.
 */
export function isWidening(oldSchema: Schema, newSchema: Schema): boolean {
  if (toRuleText(oldSchema) === toRuleText(newSchema)) return true;
  return Object.keys(omitAnnotations(newSchema)).every((keyword) => {
    const kind = KEYWORDS.get(keyword);
    const isBound = kind === "number" || kind === "count";
    const rule =
      getOwn(RULES, keyword) ?? (isBound ? isWideningBound : isUnchanged);
    return (
      newSchema[keyword] === undefined || rule(oldSchema, newSchema, keyword)
    );
  });
}

function isUnchanged(
  oldSchema: Schema,
  newSchema: Schema,
  keyword: string,
): boolean {
  return toRuleText(oldSchema[keyword]) === toRuleText(newSchema[keyword]);
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

/** True if each old branch is accepted by some new branch. `oneOf` is read as `anyOf`: the API itself rejects what several branches accept. */
function isWideningUnion(oldSchema: Schema, newSchema: Schema): boolean {
  const toBranches = (schema: Schema) => branchesOf(schema, "anyOf", "oneOf");
  const [newBranches, oldBranches] = [
    toBranches(newSchema),
    toBranches(oldSchema),
  ];
  return (oldBranches.length > 0 ? oldBranches : [oldSchema]).every(
    (oldBranch) =>
      newBranches.some((newBranch) => isWidening(oldBranch, newBranch)),
  );
}

export function omitAnnotations(schema: Schema): Schema {
  return omit(schema, ANNOTATION_KEYWORDS);
}

/** Schema without annotations, as JSON with sorted keys, so that equal rules give equal texts. */
export function toRuleText(schema: unknown): string {
  return JSON.stringify(schema, (key: string, value: unknown) => {
    if (!isSchema(value)) return value;
    // Inside `properties` every key is a name, not a keyword.
    const isMap = key === "properties" || key === "patternProperties";
    const keywords = Object.entries(isMap ? value : omitAnnotations(value));
    return Object.fromEntries(keywords.sort(compareKeys));
  });
}

export function typesOf({ type }: Schema): string[] | null {
  return type === undefined ? null : [type].flat().map(toWord);
}
