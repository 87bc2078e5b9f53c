import { resolveRef } from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { omitEmpty, omit } from "../shared/json.js";
import type { Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import type { ResponseSchemas } from "../plan/response-fields.js";
import {
  jsonBytes,
  reachableSchemas,
  bytesReachable,
} from "../schema/reference-graph.js";
import { MAX_LIST_BYTES } from "./list-limits.js";

/** Size of the output schemas in the tool list. A part of `plan --json`. */
export interface OutputSchemaUsage {
  /** Number of tools with an output schema. `bytes` are those of the output schemas, `rest` those of the other parts of the list. */
  readonly tools: number;
  readonly bytes: number;
  readonly rest: number;
  /** Reason why output schemas are truncated or left out. Null if they are complete. */
  readonly cut: "shortened" | "large" | "off" | null;
}

/** Output schemas in the tool list. */
export interface ListedOutputs {
  /** Output schemas of each API, in their order; null if the list has none of it. */
  readonly schemas: readonly (ResponseSchemas | null)[];
  readonly usage: OutputSchemaUsage;
}

/** Most bytes of a list with output schemas by default. The SDK's clients compile each schema when they connect, which takes a second for this size. */
const MAX_DEFAULT_LIST = 200_000;

/** Bytes that output schemas may take if the config asks for them, however short the rest of the list is. */
const MIN_SCHEMA_BUDGET = 2_000_000;

/** Limits for the output schema of one tool, in bytes, the largest first. With `Infinity` only descriptions are dropped. */
const TOOL_SCHEMA_LIMITS = [
  Infinity,
  ...Array.from({ length: 17 }, (_, at) => Math.round(65_536 * 0.75 ** at)),
];
/** Most levels of nesting that are inlined if not all fit. */
const MAX_LEVELS = 8;

/**
 * Limits output schemas to 2 MB, or twice the bytes of the rest of the list, which are `otherBytes`. Descriptions, which
 * list the values of enums, are dropped first, then details of the largest schemas. If the config doesn't set
 * `outputSchemas`, they are listed while the whole list stays small, and with `tools: "search"`, which shows them on demand.
 */
export function limitOutputSchemas(
  fullOutputs: readonly (ResponseSchemas | null)[],
  otherBytes: number,
  { outputSchemas, tools }: Pick<ResolvedConfig, "outputSchemas" | "tools">,
): ListedOutputs {
  const fullUsage = { rest: otherBytes, ...measureOutputs(fullOutputs) };
  const withoutSchemas = (reason: "large" | "off") => ({
    schemas: fullOutputs.map(() => null),
    usage: { ...fullUsage, cut: reason },
  });
  const completeOutputs = {
    schemas: fullOutputs,
    usage: { ...fullUsage, cut: null },
  };
  if (outputSchemas === "off") return withoutSchemas("off");
  if (outputSchemas === null && tools === "search") return completeOutputs;
  if (outputSchemas === null && otherBytes + fullUsage.bytes > MAX_DEFAULT_LIST)
    return withoutSchemas("large");
  const maxBytes = Math.min(
    Math.max(2 * otherBytes, MIN_SCHEMA_BUDGET),
    MAX_LIST_BYTES - otherBytes,
  );
  if (fullUsage.bytes <= maxBytes) return completeOutputs;
  const bareOutputs = fullOutputs.map(
    (outputs) => outputs && dropDescriptions(outputs),
  );
  const sizes = bareOutputs.flatMap(sizesOf);
  const limit =
    TOOL_SCHEMA_LIMITS.find(
      (toolLimit) => sumCapped(sizes, toolLimit) <= maxBytes,
    ) ?? 0;
  const schemas = bareOutputs.map(
    (outputs) => outputs && truncateOutputs(outputs, limit),
  );
  return {
    schemas,
    usage: { rest: otherBytes, ...measureOutputs(schemas), cut: "shortened" },
  };
}

/** Number of tools with output schemas, and bytes of these. */
function measureOutputs(outputs: readonly (ResponseSchemas | null)[]) {
  const sizes = outputs.flatMap(sizesOf);
  return { tools: sizes.length, bytes: sumCapped(sizes) };
}

/** Bytes of the output schema of each tool that has one. */
function sizesOf(outputs: ResponseSchemas | null): number[] {
  return outputs
    ? Object.values(outputs.operations).map(createSizeOf(outputs))
    : [];
}

/** Creates the function that estimates the bytes of an output schema in the list. */
function createSizeOf({
  $defs,
}: ResponseSchemas): (outputSchema: Schema) => number {
  const bytesBehind = bytesReachable($defs);
  return (outputSchema) =>
    jsonBytes({ outputSchema }) + bytesBehind(outputSchema);
}

/** Sum of sizes, each capped at `maxBytes`. */
function sumCapped(sizes: readonly number[], maxBytes = Infinity): number {
  return sizes.reduce((sum, size) => sum + Math.min(size, maxBytes), 0);
}

/** Output schemas without descriptions, which list the values of enums. */
function dropDescriptions({
  $defs,
  operations,
}: ResponseSchemas): ResponseSchemas {
  const stripSchema = (schema: Schema): Schema =>
    mapSchemas(omit(schema, ["description"]), stripSchema);
  const stripAll = (schemas: ResponseSchemas["$defs"]) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        stripSchema(schema),
      ]),
    );
  return { $defs: stripAll($defs), operations: stripAll(operations) };
}

/** Output schemas of at most `limit` bytes each, inlined as deep as fits. One of which nothing fits is left out. */
function truncateOutputs(
  outputs: ResponseSchemas,
  limit: number,
): ResponseSchemas {
  const { $defs } = outputs;
  const sizeOf = createSizeOf(outputs);
  const keptOutputs = Object.entries(outputs.operations).flatMap(
    ([request, schema]) => {
      const isSmall = sizeOf(schema) <= limit;
      const fittingSchema = isSmall
        ? schema
        : truncateToFit(schema, $defs, limit);
      return fittingSchema ? [[request, fittingSchema] as const] : [];
    },
  );
  const outputSchemas = keptOutputs.map(([, schema]) => schema);
  const sharedSchemas = reachableSchemas(
    outputSchemas,
    new Map(Object.entries($defs)),
  );
  return {
    operations: Object.fromEntries(keptOutputs),
    $defs: Object.fromEntries(sharedSchemas),
  };
}

/** Schema with as many levels as fit into `limit` bytes. Undefined if not even one fits. */
function truncateToFit(
  schema: Schema,
  $defs: ResponseSchemas["$defs"],
  limit: number,
): Schema | undefined {
  let fittingSchema: Schema | undefined;
  for (let levels = 1; levels <= MAX_LEVELS; levels += 1) {
    const expandedSchema = expandLevels(schema, $defs, levels);
    if (jsonBytes({ outputSchema: expandedSchema }) > limit) break;
    fittingSchema = expandedSchema;
  }
  return fittingSchema;
}

/** Schema with references resolved `levels` deep. Below that, only types are left. */
function expandLevels(
  schema: Schema,
  $defs: ResponseSchemas["$defs"],
  levels: number,
): Schema {
  const mergedSchema = {
    ...resolveRef(schema, $defs)?.schema,
    ...omit(schema, ["$ref"]),
  };
  return levels === 0
    ? omitEmpty({ type: mergedSchema["type"] })
    : mapSchemas(mergedSchema, (subschema) =>
        expandLevels(subschema, $defs, levels - 1),
      );
}
