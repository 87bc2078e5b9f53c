import {
  isSchema,
  schemasIn,
  propertiesOf,
  requiredOf,
  getOwn,
} from "../../runtime/json-schema.js";
import type { Schema } from "../model.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import {
  compareAlternatives,
  compareAllOf,
  displayNameOf,
  alternativesOf,
} from "./compare-unions.js";
import type { FlattenedSchema } from "./flatten-all-of.js";
import {
  appendPath,
  mapPair,
  shortenText,
  addChange,
  type CompareContext,
  toTextPair,
} from "./schema-change.js";
import { toRuleText, typesOf, isWidening } from "./is-superset.js";

/** Keywords that have their own comparison. */
const SEPARATE_KEYWORDS = new Set([
  ...ANNOTATION_KEYWORDS,
  ..."$ref type enum properties required additionalProperties items prefixItems allOf anyOf oneOf".split(
    " ",
  ),
]);

/** Reports the differences of two schemas, keyword by keyword. */
export function compareKeywords(
  oldFlatSchema: FlattenedSchema,
  newFlatSchema: FlattenedSchema,
  context: CompareContext,
): void {
  const [oldSchema, newSchema] = [
    oldFlatSchema.ownSchema,
    newFlatSchema.ownSchema,
  ];
  const [oldType, newType] = mapPair(oldSchema, newSchema, formatType);
  const isWider = isWideningTypes(oldSchema, newSchema);
  const isNarrower = isWideningTypes(newSchema, oldSchema);
  const typeChange = `${oldType} → ${newType}`;
  // Types with nothing in common: the other keywords are not compared.
  if (oldType !== newType && !isWider && !isNarrower)
    return addChange(
      context,
      typeChange,
      !isWidening(oldSchema, newSchema),
      true,
    );
  compareAnnotations(oldSchema, newSchema, context);
  if (oldType !== newType)
    addChange(context, typeChange, !isWider, !isNarrower);
  compareEnums(oldSchema["enum"], newSchema["enum"], context);
  compareProperties(oldFlatSchema, newFlatSchema, context);
  const keywords = new Set([
    ...Object.keys(oldSchema),
    ...Object.keys(newSchema),
  ]);
  const otherKeywords = [...keywords].filter(
    (keyword) => !SEPARATE_KEYWORDS.has(keyword),
  );
  for (const keyword of [...otherKeywords, ...Object.keys(STEPS)])
    compareKeyword(keyword, oldSchema[keyword], newSchema[keyword], context);
  const [oldItems, newItems] = mapPair(oldSchema, newSchema, (schema) =>
    schemasIn(schema["prefixItems"]),
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
  compareAlternatives(mapPair(oldSchema, newSchema, alternativesOf), context);
  compareAllOf(
    mapPair(oldSchema, newSchema, ({ allOf }) => schemasIn(allOf)),
    context,
  );
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
  if (toRuleText(oldValue) === toRuleText(newValue)) return;
  const breaksInputs = !isWidening(
    { [keyword]: oldValue },
    { [keyword]: newValue },
  );
  addChange(
    context,
    `${keyword} ${formatKeyword(oldValue)} → ${formatKeyword(newValue)}`,
    breaksInputs,
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
  for (const keyword of ANNOTATION_KEYWORDS) {
    const [oldValue, newValue] = [oldSchema[keyword], newSchema[keyword]];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) continue;
    const valueChange = `${keyword} ${formatKeyword(oldValue)} → ${formatKeyword(newValue)}`;
    const change = QUOTED_ANNOTATIONS.includes(keyword)
      ? valueChange
      : `${keyword} changed`;
    const effects = { breaksInputs: false, breaksResponses: false };
    const texts = QUOTED_ANNOTATIONS.includes(keyword)
      ? {}
      : { texts: toTextPair(oldValue, newValue) };
    changes.push({
      path,
      text: change,
      ...texts,
      isDocsOnly: true,
      ...effects,
    });
  }
}

function formatType(schema: Schema): string {
  return typesOf(schema)?.join(" | ") ?? "any";
}

function isWideningTypes(oldSchema: Schema, newSchema: Schema): boolean {
  return isWidening(
    { type: oldSchema["type"] ?? [] },
    { type: newSchema["type"] },
  );
}

function compareEnums(
  oldEnum: unknown,
  newEnum: unknown,
  context: CompareContext,
): void {
  if (!Array.isArray(oldEnum) || !Array.isArray(newEnum)) {
    if (oldEnum === newEnum) return;
    const isAdded = newEnum !== undefined;
    return addChange(
      context,
      `enum ${formatKeyword(oldEnum)} → ${formatKeyword(newEnum)}`,
      isAdded,
      !isAdded,
    );
  }
  const [oldTexts, newTexts] = mapPair(
    oldEnum,
    newEnum,
    (values) => new Set(values.map((value: unknown) => JSON.stringify(value))),
  );
  const addedValues = [...newTexts]
    .filter((value) => !oldTexts.has(value))
    .join(", ");
  const removedValues = [...oldTexts]
    .filter((value) => !newTexts.has(value))
    .join(", ");
  if (addedValues !== "") addChange(context, `enum with ${addedValues}`, false);
  if (removedValues !== "")
    addChange(context, `enum without ${removedValues}`, true);
}

/** Compares properties. One that moved between a shared schema and the schema itself is compared as the same property. */
function compareProperties(
  oldFlatSchema: FlattenedSchema,
  newFlatSchema: FlattenedSchema,
  context: CompareContext,
): void {
  const fieldsOf = (schema: Schema) => new Map(propertiesOf(schema));
  const [oldOwnProperties, newOwnProperties] = mapPair(
    oldFlatSchema.ownSchema,
    newFlatSchema.ownSchema,
    fieldsOf,
  );
  const [oldSharedProperties, newSharedProperties] = mapPair(
    oldFlatSchema.sharedSchema,
    newFlatSchema.sharedSchema,
    fieldsOf,
  );
  const [oldOwnRequired, newOwnRequired] = mapPair(
    oldFlatSchema.ownSchema,
    newFlatSchema.ownSchema,
    requiredOf,
  );
  const oldRequired = new Set([
    ...oldOwnRequired,
    ...requiredOf(oldFlatSchema.sharedSchema),
  ]);
  const newRequired = new Set([
    ...newOwnRequired,
    ...requiredOf(newFlatSchema.sharedSchema),
  ]);
  // Properties of shared schemas are compared there; only whether they are required is compared here.
  const sharedRequired = [...oldOwnRequired, ...newOwnRequired].filter(
    (name) => oldSharedProperties.has(name) && newSharedProperties.has(name),
  );
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
    if (newProperty === undefined)
      addChange(propertyContext, "removed", true, true);
    else if (oldProperty === undefined)
      addChange(propertyContext, `added, ${requirement}`, isRequired);
    else {
      if (oldRequired.has(name) !== isRequired)
        addChange(
          propertyContext,
          `became ${requirement}`,
          isRequired,
          !isRequired,
        );
      if (oldOwnProperties.has(name) || newOwnProperties.has(name))
        context.compareNested(oldProperty, newProperty, step);
    }
  }
}

function formatKeyword(value: unknown): string {
  if (value === undefined) return "none";
  return isSchema(value)
    ? displayNameOf(value)
    : shortenText(JSON.stringify(value), 80);
}
