import { SAMPLE_FILE_URL, propertiesOf, requiredOf } from "../runtime.js";
import { toArray, getMember } from "../shared/json.js";
import type { Schema } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { branchesOf, isSchema } from "../schema/object-shape.js";
import { sampleText } from "./sample-text.js";
import {
  isContradictory,
  constToEnum,
  mergeAllOf,
  typesOf,
} from "./merge-all-of.js";

/** Options for sampling values. */
export interface SampleOptions {
  /** Shared schemas, by the name in `#/$defs/…`. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** True to sample optional properties as well, as far as the value stays small. */
  readonly includeOptional: boolean;
  /** Keyword of the properties that are left out: `readOnly` in requests, `writeOnly` in responses. */
  readonly excludedKeyword: "readOnly" | "writeOnly";
}

interface SampleContext extends SampleOptions {
  /** Name of the property that the value belongs to. */
  readonly name: string;
  readonly depth: number;
  /** Index in the array, so that items differ. */
  readonly itemIndex: number;
  readonly budget: { remainingValues: number; remainingSteps: number };
}

/**
 * Most optional properties of an object, by depth. Deeper objects have required properties only: documents nest schemas
 * in themselves. The number doesn't depend on siblings, so that a schema that grows changes no other value.
 */
const MAX_OPTIONAL = [100, 24, 6, 2];
const OPTIONAL_DEPTH = MAX_OPTIONAL.length;
const MAX_DEPTH = 17;
/** Most values of one sample. Optional properties stop while `MAX_REQUIRED` of these are left. */
const MAX_VALUES = 4_000;
const MAX_REQUIRED = 2_000;
/** Most schemas that are visited for one sample: parts of `allOf` may multiply with each level. */
const MAX_STEPS = 100_000;

/** Samples a value that a schema accepts, as far as we follow its keywords. Always the same one. `argument`: name of the argument that it is for. */
export function sample(
  schema: Schema,
  options: SampleOptions,
  argument?: string,
): unknown {
  const [name, depth] = argument === undefined ? ["text", 0] : [argument, 1];
  const budget = {
    remainingValues: MAX_VALUES,
    remainingSteps: MAX_STEPS,
  };
  return sampleValue(schema, { ...options, name, depth, itemIndex: 0, budget });
}

function sampleValue(rawSchema: unknown, context: SampleContext): unknown {
  if (context.depth > MAX_DEPTH) return null;
  context.budget.remainingValues -= 1;
  if (context.budget.remainingValues < 0) return null;
  const schema = flattenForSample(rawSchema, context);
  const enumValues = toArray(schema["enum"]);
  if (enumValues.length > 0)
    return enumValues[context.itemIndex % enumValues.length];
  switch (typeOf(schema)) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "object":
      return sampleObject(schema, context);
    case "array":
      return sampleArray(schema, context);
    case "integer":
    case "number":
      return sampleNumber(schema, context);
    default:
      // A file argument is text or an object; both contain base64, or its path if the server has a folder for files.
      if (isFileByPath(rawSchema)) return SAMPLE_FILE_URL;
      return isBase64File(rawSchema)
        ? "dGV4dA=="
        : sampleText(schema, sampleWord(context));
  }
}

/** Text for a string without restrictions: the property's name, numbered in arrays. */
function sampleWord({ itemIndex, name }: SampleContext): string {
  return itemIndex === 0 ? name : `${name}${itemIndex + 1}`;
}

/**
 * Schema with its references resolved, its `allOf` merged, and of its alternatives the first that contradicts neither
 * it nor the schema around it.
 */
function flattenForSample(
  rawSchema: unknown,
  context: SampleContext,
  {
    outerSchema = {},
    level = 0,
  }: { outerSchema?: Schema; level?: number } = {},
): Schema {
  if (!isSchema(rawSchema) || level > MAX_DEPTH) return {};
  const parts = flattenSchema(rawSchema, context.schemas, {
    order: "bases-first",
  });
  context.budget.remainingSteps -= parts.length;
  if (context.budget.remainingSteps < 0) return {};
  let mergedSchema = parts.reduce<Schema>(
    (schema, part) => mergeAllOf(schema, constToEnum(part)),
    {},
  );
  // Alternatives come last, so that all other keywords are known to choose by.
  for (const part of parts)
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const knownSchema = mergeAllOf(outerSchema, mergedSchema);
      const alternatives = branchesOf(part, keyword).map((branch) =>
        flattenForSample(branch, context, {
          outerSchema: knownSchema,
          level: level + 1,
        }),
      );
      const branch = chooseBranch(alternatives, knownSchema, context);
      mergedSchema = mergeAllOf(mergedSchema, branch ?? {});
    }
  return mergedSchema;
}

/** Chooses the first alternative without a contradiction. Deep down it is null, which ends endless nesting. */
function chooseBranch(
  alternatives: readonly Schema[],
  mergedSchema: Schema,
  { depth }: SampleContext,
) {
  const isNull = (schema: Schema) => typeOf(schema) === "null";
  const fittingBranches = alternatives.filter(
    (schema) => !isContradictory(mergedSchema, schema),
  );
  const endingBranch =
    depth > OPTIONAL_DEPTH ? alternatives.find(isNull) : undefined;
  return (
    endingBranch ??
    fittingBranches.find((schema) => !isNull(schema)) ??
    fittingBranches[0] ??
    alternatives[0]
  );
}

/** True for a file that is asked for in base64. */
function isBase64File(schema: unknown): boolean {
  const alternatives = toArray(getMember(schema, "anyOf"));
  const hasFileObject = alternatives.some((alternative) => {
    const properties = getMember(alternative, "properties");
    return (
      isSchema(properties) && "data" in properties && "filename" in properties
    );
  });
  return (
    hasFileObject &&
    alternatives.some(
      (alternative) => getMember(alternative, "contentEncoding") === "base64",
    )
  );
}

function isFileByPath(schema: unknown): boolean {
  return toArray(getMember(schema, "anyOf")).some(
    (alternative) => getMember(alternative, "pattern") === "^file:.",
  );
}

function typeOf(schema: Schema): string {
  const types = typesOf(schema["type"]);
  const firstType = types.find((type) => type !== "null") ?? types[0];
  if (firstType !== undefined) return firstType;
  if ("properties" in schema || "required" in schema) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : "string";
}

function sampleObject(schema: Schema, context: SampleContext): object {
  const required = requiredOf(schema);
  const properties = new Map<string, unknown>(propertiesOf(schema));
  const { additionalProperties: additionalSchema } = schema;
  for (const name of required)
    if (!properties.has(name)) properties.set(name, additionalSchema);
  let optionalLeft = context.includeOptional
    ? (MAX_OPTIONAL[context.depth] ?? 0)
    : 0;
  const memberContext = { ...context, depth: context.depth + 1, itemIndex: 0 };
  const sampledMembers = [...properties].flatMap(([name, property]) => {
    const isNeeded = required.includes(name);
    if (
      !isNeeded &&
      (optionalLeft < 1 || context.budget.remainingValues < MAX_REQUIRED)
    )
      return [];
    if (!isNeeded) optionalLeft -= 1;
    const flatSchema = flattenForSample(property, context);
    const isExcluded = flatSchema[context.excludedKeyword] === true;
    // A required writeOnly property is sampled in responses too, since validators require it in both directions.
    if (isExcluded && !(isNeeded && context.excludedKeyword === "writeOnly"))
      return [];
    return [[name, sampleValue(property, { ...memberContext, name })] as const];
  });
  const minCount = Number(schema["minProperties"] ?? 0);
  const extraNames = Array.from(
    { length: Math.min(minCount, 20) },
    (_, index) => `more${index}`,
  );
  return Object.fromEntries([
    ...sampledMembers,
    ...extraNames
      .slice(sampledMembers.length)
      .map(
        (name) =>
          [
            name,
            sampleValue(additionalSchema, { ...memberContext, name }),
          ] as const,
      ),
  ]);
}

function sampleArray(schema: Schema, context: SampleContext): unknown[] {
  const { items, maxItems = Infinity, minItems = 0, uniqueItems } = schema;
  const prefixSchemas = toArray(schema["prefixItems"]);
  // Two items at the top level of a request, since only several show how a list is written.
  const isFullRequest =
    context.excludedKeyword === "readOnly" && context.includeOptional;
  const isShown = isFullRequest && context.depth === 1 && uniqueItems !== true;
  const wantedLength = context.depth > OPTIONAL_DEPTH ? 0 : isShown ? 2 : 1;
  const usualLength = Math.min(wantedLength, Number(maxItems));
  const length = Math.min(
    Math.max(Number(minItems), usualLength, prefixSchemas.length),
    100,
  );
  const itemContext = { ...context, depth: context.depth + 1 };
  return Array.from({ length }, (_, itemIndex) =>
    sampleValue(prefixSchemas[itemIndex] ?? items, {
      ...itemContext,
      itemIndex,
    }),
  );
}

function sampleNumber(schema: Schema, { itemIndex }: SampleContext): number {
  const limit = (keyword: string, fallback: number) =>
    Number(schema[keyword] ?? fallback);
  const isInteger = typeOf(schema) === "integer";
  const step = limit("multipleOf", isInteger ? 1 : 0);
  const margin = step === 0 ? 0.5 : step;
  const minimum = Math.max(
    limit("minimum", -Infinity),
    limit("exclusiveMinimum", -Infinity) + margin,
  );
  const maximum = Math.min(
    limit("maximum", Infinity),
    limit("exclusiveMaximum", Infinity) - margin,
  );
  const wantedNumber = Math.min(Math.max(1 + itemIndex, minimum), maximum);
  if (step === 0) return wantedNumber;
  const nextMultiple = Math.ceil(wantedNumber / step) * step;
  return nextMultiple <= maximum
    ? nextMultiple
    : Math.floor(wantedNumber / step) * step;
}
