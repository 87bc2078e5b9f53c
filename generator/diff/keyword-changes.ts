import {
  getOwn,
  isSchema,
  propertiesOf,
  requiredOf,
  schemasIn,
} from "../runtime.js";
import type { Schema } from "../model.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import { compareAllOf } from "./compare-all-of.js";
import { displayNameOf, listValues } from "./display-name.js";
import { isWidening } from "./is-superset.js";
import { pairRenamed } from "./pair-renamed.js";
import {
  addChange,
  appendPath,
  mapPair,
  shortenText,
  toTextPair,
  type CompareContext,
  type Effect,
} from "./schema-change.js";
import { typesOf } from "./typed-rules.js";
import { toRuleText } from "./value-set.js";

type RulesPair = readonly [oldRules: Schema, newRules: Schema];

/** Keywords that have their own comparison. */
const SEPARATE_KEYWORDS = new Set(
  "type enum properties required items additionalProperties prefixItems allOf anyOf".split(
    " ",
  ),
);

/** Reports the differences of two alternatives of one type each, keyword by keyword; a list of values has no other keywords. The shared rules are those of references that hold beside them. */
export function compareKeywords(
  rules: RulesPair,
  sharedRules: RulesPair,
  context: CompareContext,
): void {
  const [oldRules, newRules] = rules;
  if (!compareTypes(rules, sharedRules, context)) return;
  const [oldEnum, newEnum] = [oldRules["enum"], newRules["enum"]];
  if (oldEnum !== undefined || newEnum !== undefined)
    return compareEnums(oldEnum, newEnum, context);
  compareProperties(rules, sharedRules, context);
  const keywords = new Set([
    ...Object.keys(oldRules),
    ...Object.keys(newRules),
  ]);
  const otherKeywords = [...keywords].filter(
    (keyword) => !SEPARATE_KEYWORDS.has(keyword),
  );
  for (const keyword of [...otherKeywords, ...Object.keys(STEPS)])
    compareKeyword(keyword, oldRules[keyword], newRules[keyword], context);
  const [oldItems, newItems] = mapPair(oldRules, newRules, ({ prefixItems }) =>
    schemasIn(prefixItems),
  );
  for (
    let index = 0;
    index < Math.max(oldItems.length, newItems.length);
    index += 1
  )
    context.compareNested(
      oldItems[index] ?? {},
      newItems[index] ?? {},
      `[${index}]`,
    );
  compareChoices(rules, context);
  compareAllOf(
    mapPair(oldRules, newRules, ({ allOf }) => schemasIn(allOf)),
    context,
  );
}

/** Reports a changed type. False if the other keywords can't be compared: the types have nothing in common, or one side takes any value. */
function compareTypes(
  [oldRules, newRules]: RulesPair,
  [oldShared, newShared]: RulesPair,
  context: CompareContext,
): boolean {
  const [oldTypes, newTypes] = [
    typesOf(oldRules) ?? typesOf(oldShared),
    typesOf(newRules) ?? typesOf(newShared),
  ];
  const isInherited = [oldRules, newRules].every(
    (rules) => typesOf(rules) === null,
  );
  if (isInherited || oldTypes?.join() === newTypes?.join()) return true;
  const [oldName, newName] = mapPair(oldRules, newRules, nameRules);
  const text = `${oldName} → ${newName}`;
  if (oldTypes === null || newTypes === null) {
    addChange(context, text, oldTypes === null ? "narrowed" : "widened");
    return [oldRules, newRules].every((rules) => Object.keys(rules).length > 0);
  }
  const isWider = isWidening({ type: oldTypes }, { type: newTypes });
  const isNarrower = isWidening({ type: newTypes }, { type: oldTypes });
  const isValueList = [oldRules, newRules].some((rules) => "enum" in rules);
  if (!isWider && !isNarrower) addChange(context, text, "replaced");
  // The values themselves say more than their types.
  else if (!isValueList)
    addChange(context, text, isWider ? "widened" : "narrowed");
  return isWider || isNarrower;
}

function nameRules(rules: Schema): string {
  return displayNameOf({ enum: rules["enum"], type: rules["type"] });
}

/** Compares alternatives that stand beside other rules. */
function compareChoices(
  [oldRules, newRules]: RulesPair,
  context: CompareContext,
) {
  const [oldChoice, newChoice] = mapPair(oldRules, newRules, ({ anyOf }) =>
    anyOf === undefined ? null : { anyOf },
  );
  if (oldChoice && newChoice) context.compareNested(oldChoice, newChoice, "");
  else if (newChoice)
    addChange(context, `has to be ${displayNameOf(newChoice)}`, "narrowed");
  else if (oldChoice)
    addChange(context, `need no longer be ${displayNameOf(oldChoice)}`, "none");
}

/** Keywords that hold one schema, which is compared in turn, with the step that they add to a path. */
const STEPS: Readonly<Record<string, string>> = {
  items: "[]",
  additionalProperties: ".*",
};

function compareKeyword(
  keyword: string,
  oldValue: unknown,
  newValue: unknown,
  context: CompareContext,
) {
  const step = getOwn(STEPS, keyword);
  if (step !== undefined && isSchema(oldValue) && isSchema(newValue))
    return context.compareNested(oldValue, newValue, step);
  const [oldRule, newRule] = mapPair(oldValue, newValue, (value) =>
    value === undefined ? {} : { [keyword]: value },
  );
  if (toRuleText(oldRule) === toRuleText(newRule)) return;
  const [oldText, newText] = mapPair(oldValue, newValue, formatKeyword);
  addChange(
    context,
    `${keyword} ${oldText} → ${newText}`,
    isWidening(oldRule, newRule) ? "none" : "narrowed",
  );
}

/** Annotations whose values are short enough to be quoted in a message. */
const QUOTED_ANNOTATIONS = ["default", "deprecated", "readOnly", "writeOnly"];

/** Reports annotations that differ. */
export function compareAnnotations(
  oldSchema: Schema,
  newSchema: Schema,
  { changes, path }: CompareContext,
): void {
  for (const keyword of [...ANNOTATION_KEYWORDS, "discriminator"]) {
    const [oldValue, newValue] = [oldSchema[keyword], newSchema[keyword]];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) continue;
    const isQuoted = QUOTED_ANNOTATIONS.includes(keyword);
    const [oldText, newText] = mapPair(oldValue, newValue, formatKeyword);
    changes.push({
      path,
      text: isQuoted
        ? `${keyword} ${oldText} → ${newText}`
        : `${keyword} changed`,
      ...(!isQuoted && { texts: toTextPair(oldValue, newValue) }),
      isDocsOnly: true,
      effect: "none",
    });
  }
}

function compareEnums(
  oldEnum: unknown,
  newEnum: unknown,
  context: CompareContext,
): void {
  if (!Array.isArray(oldEnum) || !Array.isArray(newEnum)) {
    if (oldEnum === newEnum) return;
    const effect = newEnum === undefined ? "widened" : "narrowed";
    const [oldText, newText] = mapPair(oldEnum, newEnum, formatEnum);
    return addChange(context, `enum ${oldText} → ${newText}`, effect);
  }
  const [oldTexts, newTexts] = mapPair(
    oldEnum,
    newEnum,
    (values) => new Set(values.map((value: unknown) => JSON.stringify(value))),
  );
  const findMissing = (texts: Set<string>, otherTexts: Set<string>) =>
    [...texts]
      .filter((text) => !otherTexts.has(text))
      .map((text) => JSON.parse(text) as unknown);
  const addedValues = findMissing(newTexts, oldTexts);
  const lostValues = findMissing(oldTexts, newTexts);
  if (addedValues.length > 0)
    addChange(context, `enum gained ${listValues(addedValues)}`, "none");
  if (lostValues.length > 0)
    addChange(context, `enum lost ${listValues(lostValues)}`, "narrowed");
}

function formatEnum(values: unknown): string {
  return Array.isArray(values) ? `[${listValues(values)}]` : "none";
}

/** Compares properties. One that moved between a shared schema and the schema itself is compared as the same property. */
function compareProperties(
  rules: RulesPair,
  sharedRules: RulesPair,
  context: CompareContext,
): void {
  const [oldOwnProperties, newOwnProperties] = mapPair(...rules, toPropertyMap);
  const [oldSharedProperties, newSharedProperties] = mapPair(
    ...sharedRules,
    toPropertyMap,
  );
  const [oldOwnRequired, newOwnRequired] = mapPair(...rules, requiredOf);
  const [oldSharedRequired, newSharedRequired] = mapPair(
    ...sharedRules,
    requiredOf,
  );
  const oldRequired = new Set([...oldOwnRequired, ...oldSharedRequired]);
  const newRequired = new Set([...newOwnRequired, ...newSharedRequired]);
  // Properties of shared schemas are compared there; only whether they are required is compared here.
  const sharedRequired = [...oldOwnRequired, ...newOwnRequired].filter(
    (name) => oldSharedProperties.has(name) && newSharedProperties.has(name),
  );
  const newNames = pairRenamed(rules, sharedRules);
  const oldNames = new Set(newNames.values());
  for (const name of new Set([
    ...oldOwnProperties.keys(),
    ...newOwnProperties.keys(),
    ...sharedRequired,
  ])) {
    const step = `.${name}`;
    const propertyContext = {
      ...context,
      path: appendPath(context.path, step),
    };
    const oldProperty =
      oldOwnProperties.get(name) ?? oldSharedProperties.get(name);
    const newProperty =
      newOwnProperties.get(name) ?? newSharedProperties.get(name);
    const isRequired = newRequired.has(name);
    const requirement = isRequired ? "required" : "optional";
    const effect: Effect = isRequired ? "required" : "none";
    const newName = newNames.get(name);
    if (newName !== undefined) {
      const isNewRequired = newRequired.has(newName);
      addChange(
        propertyContext,
        `renamed to ${newName}`,
        isNewRequired ? "renamed-required" : "removed",
      );
      context.compareNested(
        oldOwnProperties.get(name) ?? {},
        newOwnProperties.get(newName) ?? {},
        `.${newName}`,
      );
    } else if (newProperty === undefined)
      addChange(propertyContext, "removed", "removed");
    else if (oldNames.has(name)) continue;
    else if (oldProperty === undefined)
      addChange(propertyContext, `added, ${requirement}`, effect);
    else {
      if (oldRequired.has(name) !== isRequired)
        addChange(
          propertyContext,
          `became ${requirement}`,
          isRequired ? "required" : "widened",
        );
      if (oldOwnProperties.has(name) || newOwnProperties.has(name))
        context.compareNested(oldProperty, newProperty, step);
    }
  }
}

function toPropertyMap(schema: Schema): ReadonlyMap<string, Schema> {
  return new Map(propertiesOf(schema));
}

function formatKeyword(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value)
    ? displayNameOf(value)
    : shortenText(JSON.stringify(value), 80);
}
