import {
  inlineSchemas,
  truncateSchema,
  outlineSchema,
  toInputSchema,
  getOwn,
  type JsonSchema,
  type Schemas,
} from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import type { RequestSpec } from "../plan/request-spec.js";
import {
  jsonBytes,
  walkReachable,
  schemaBytes,
} from "../schema/reference-graph.js";
import { inlineRefs } from "../schema/inline-refs.js";
import { compareKeys } from "../shared/order.js";
import { memoizeWeak } from "../shared/memoize.js";
import { type SchemaLocation, locateSchemas } from "./schema-locations.js";
import { DEFAULT_TOOL_LIMIT } from "../config/tool-limits.js";

/** Input schema of a tool as a client sees it. */
export interface ListedSchema {
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** True if the tool's module has exactly this schema. */
  readonly isUnchanged: boolean;
  /** Pointers to the schemas whose details aren't shown. Null if everything is inlined. */
  readonly leftOut: readonly string[] | null;
}

/** Most bytes of a schema that is inlined. */
const MAX_INLINED = 24 * 1024;

/** Summaries of schemas without their details, memoized: many tools refer to the same schemas. */
const summariesOf = memoizeWeak(($defs: Schemas["$defs"] & object) =>
  memoizeWeak((schema: JsonSchema) => outlineSchema(schema, $defs)),
);

/** Most locations that are skipped because they are too large while later ones still fit. */
const MAX_SKIPPED = 4;

/**
 * Input schema as the runtime is going to list it: inlined while it is small, then with `$defs`, then truncated to fit.
 * @param toolLimit most bytes of the schema
 */
export function fitInputSchema(
  requestSpec: RequestSpec,
  schemas: Schemas,
  mode: ResolvedConfig["sharedSchemas"],
  toolLimit: number = DEFAULT_TOOL_LIMIT,
): ListedSchema {
  const inlineLimit = Math.min(MAX_INLINED, toolLimit);
  const fullSchema = toInputSchema(requestSpec, schemas);
  const measureSchema = (
    schema: JsonSchema,
    leftOut: ListedSchema["leftOut"],
  ) => {
    const text = JSON.stringify(schema);
    const isUnchanged = text === JSON.stringify(fullSchema);
    return { schema, bytes: Buffer.byteLength(text), isUnchanged, leftOut };
  };
  const inlinedSchema = inlineRefs(fullSchema, schemas, inlineLimit);
  const inlinedMeasure = inlinedSchema && measureSchema(inlinedSchema, null);
  if (inlinedMeasure && inlinedMeasure.bytes <= inlineLimit)
    return inlinedMeasure;
  const isRefs = mode === "refs";
  const maxBytes = isRefs ? toolLimit : inlineLimit;
  const { $defs } = schemas;
  const truncate = (leftOut: readonly string[]) => {
    const truncatedSchema = truncateSchema(
      fullSchema,
      $defs,
      leftOut,
      summariesOf($defs),
    );
    const findSchema = (name: string) =>
      getOwn(truncatedSchema.$defs, name) ?? getOwn($defs, name);
    const getSchemas = () => ({
      ...schemas,
      $defs: { ...$defs, ...truncatedSchema.$defs },
    });
    return {
      root: truncatedSchema.schema,
      sharedSchemas: walkReachable([truncatedSchema.schema], findSchema),
      getSchemas,
    };
  };
  const fits = (pointers: readonly string[]) => {
    const { root, sharedSchemas, getSchemas } = truncate(pointers);
    if (isRefs) return isWithinBytes(maxBytes, root, sharedSchemas);
    const inlinedRoot = inlineRefs(root, getSchemas(), maxBytes);
    return inlinedRoot !== undefined && jsonBytes(inlinedRoot) <= maxBytes;
  };
  const leftOut = fits([])
    ? []
    : selectTruncations(locateSchemas(fullSchema, $defs, 2 * maxBytes), fits);
  const { root, sharedSchemas, getSchemas } = truncate(leftOut);
  if (!isRefs)
    return measureSchema(inlineSchemas(root, getSchemas(), ""), leftOut);
  const sortedSchemas = [...sharedSchemas].sort(compareKeys);
  const ownDefs = sortedSchemas.length > 0 && {
    $defs: Object.fromEntries(sortedSchemas),
  };
  return measureSchema({ ...root, ...ownDefs }, leftOut);
}

/** True if a schema takes at most `maxBytes`, with the shared schemas as its `$defs`. */
function isWithinBytes(
  maxBytes: number,
  root: JsonSchema,
  sharedSchemas: ReturnType<typeof walkReachable>,
): boolean {
  let bytes = jsonBytes({ ...root, $defs: {} });
  for (const [name, schema] of sharedSchemas) {
    bytes += name.length + '"":,'.length + schemaBytes(schema);
    if (bytes > maxBytes) return false;
  }
  return bytes <= maxBytes;
}

/** Pointers to the schemas to truncate so that as many locations as fit are shown, in their order. */
function selectTruncations(
  locations: readonly SchemaLocation[],
  fits: (leftOut: readonly string[]) => boolean,
): readonly string[] {
  const skippedPointers = new Set<string>();
  const truncationsAfter = (count: number) => {
    const shownPointers = new Set([""]);
    return locations.flatMap(({ pointer, parent }, index) => {
      if (!shownPointers.has(parent)) return [];
      if (index >= count || skippedPointers.has(pointer)) return [pointer];
      shownPointers.add(pointer);
      return [];
    });
  };
  let fittingCount = 0;
  for (; skippedPointers.size <= MAX_SKIPPED; fittingCount += 1) {
    let maxCount = locations.length;
    while (fittingCount < maxCount) {
      const middle = Math.ceil((fittingCount + maxCount) / 2);
      if (fits(truncationsAfter(middle))) fittingCount = middle;
      else maxCount = middle - 1;
    }
    const wideLocation = locations[fittingCount];
    if (wideLocation === undefined) break;
    skippedPointers.add(wideLocation.pointer);
  }
  return truncationsAfter(fittingCount);
}
