import type { Schemas } from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import type { Finding } from "../errors.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import type { RequestSpec } from "../plan/request-spec.js";
import { jsonBytes } from "../schema/reference-graph.js";
import {
  type TokenCounter,
  createCounter,
  countSchemaTokens,
  type ToolTokens,
} from "../schema/token-count.js";
import { compareKeys } from "../shared/order.js";
import { MAX_LIST_BYTES, MAX_PAGE_BYTES } from "./list-limits.js";
import {
  limitOutputSchemas,
  type ListedOutputs,
} from "./output-schema-budget.js";
import { DEFAULT_TOOL_LIMIT, TOOL_LIMITS } from "../config/tool-limits.js";
import { fitInputSchema, type ListedSchema } from "./fit-input-schema.js";

/** Pointers to the schemas that tools show without details because all of their arguments would be too long, by request. */
export type Truncations = NonNullable<Schemas["leftOut"]>;

/** Tool list of all APIs of a server. */
export interface PlannedListing {
  /** Truncations of each API, in their order. */
  readonly leftOut: readonly Truncations[];
  /** True if the listed schema of some tool differs from the one in its module. */
  readonly isRewritten: boolean;
  /** Tokens that each tool costs a model, in the order of the tools. */
  readonly tokens: ReadonlyMap<PlannedComponent, ToolTokens>;
  /** Bytes of the list, without output schemas. */
  readonly bytes: number;
  readonly outputs: ListedOutputs;
  /** Most bytes of the arguments of one tool. */
  readonly toolLimit: number;
  /** True if the list is longer than clients read at once, so that it comes in pages. */
  readonly isPaged: boolean;
  readonly findings: readonly Finding[];
}

type ListablePlan = Pick<
  Plan,
  "components" | "outputSchemas" | "sharedSchemas"
>;

/** Bytes that the runtime adds to each tool in the list: `fields`, and names of keys. */
const TOOL_OVERHEAD = 128;

/**
 * Measures the list of all tools. If it is longer than clients read, tools show less of their arguments, limit by limit.
 * A limit once lowered is raised only when the list is well below: one more operation must not change all tools.
 * @param lastLimit the limit of a tool, in bytes, when the project was generated last
 */
export function planListing(
  plans: readonly ListablePlan[],
  settings: Pick<ResolvedConfig, "outputSchemas" | "sharedSchemas" | "tools">,
  lastLimit: number = DEFAULT_TOOL_LIMIT,
): PlannedListing {
  const { findings, list } = limitList(plans, settings, lastLimit);
  const fullOutputs = plans.map(({ outputSchemas }) => outputSchemas);
  return {
    ...list,
    isPaged: isLong(list),
    outputs: limitOutputSchemas(fullOutputs, list.bytes, settings),
    findings,
  };
}

/** List at the highest limit of a tool's arguments that fits. */
function limitList(
  plans: readonly ListablePlan[],
  settings: Pick<ResolvedConfig, "sharedSchemas" | "tools">,
  lastLimit: number,
): { readonly list: MeasuredList; readonly findings: readonly Finding[] } {
  const count = createCounter();
  const measure = (toolLimit: number) =>
    measureList(plans, { mode: settings.sharedSchemas, toolLimit, count });
  const fullList = measure(DEFAULT_TOOL_LIMIT);
  // Who starts a server of search mode with `--tools all` lists everything.
  if (settings.tools !== "all") return { list: fullList, findings: [] };
  const fits = ({ bytes, toolLimit }: MeasuredList) =>
    bytes <= (toolLimit > lastLimit ? MAX_LIST_BYTES : MAX_PAGE_BYTES);
  let list = fullList;
  for (const toolLimit of TOOL_LIMITS) {
    if (fits(list)) break;
    if (toolLimit < list.toolLimit) list = measure(toolLimit);
  }
  const findings =
    fullList.bytes > MAX_LIST_BYTES
      ? [reportLongList(list, fullList.bytes, isLong(list))]
      : [];
  return { list, findings };
}

type MeasuredList = Omit<PlannedListing, "findings" | "isPaged" | "outputs">;

/** True if a list is longer than one page. */
function isLong({ bytes }: MeasuredList): boolean {
  return bytes > MAX_PAGE_BYTES;
}

const isListedTool = (component: PlannedComponent) =>
  component.kind === "tool" && isListed(component);

/** Measures the list of all tools, each with at most `toolLimit` bytes of arguments. */
function measureList(
  plans: readonly ListablePlan[],
  {
    mode,
    toolLimit,
    count,
  }: {
    readonly mode: ResolvedConfig["sharedSchemas"];
    readonly toolLimit: number;
    readonly count: TokenCounter;
  },
): MeasuredList {
  const tokens = new Map<PlannedComponent, ToolTokens>();
  let [bytes, isRewritten] = [0, false];
  const leftOut = plans.map((plan): Truncations => {
    const measure = createMeasure(plan, { mode, toolLimit, count });
    const truncations: [request: string, pointers: readonly string[]][] = [];
    for (const tool of plan.components.filter(isListedTool)) {
      const { name, requestSpec, clientView, title } = tool;
      const listedSchema = measure(requestSpec);
      tokens.set(tool, {
        name: count(name),
        description: count(clientView.description),
        arguments:
          listedSchema.tokens +
          (clientView.examples === undefined ? 0 : count(clientView.examples)),
      });
      bytes +=
        jsonBytes({ name, title, ...clientView }) +
        TOOL_OVERHEAD +
        listedSchema.bytes;
      isRewritten ||= !listedSchema.isUnchanged;
      if (listedSchema.leftOut)
        truncations.push([requestSpec.request, listedSchema.leftOut]);
    }
    return Object.fromEntries(truncations.sort(compareKeys));
  });
  return { leftOut, isRewritten, tokens, bytes, toolLimit };
}

/** Creates the function that measures a tool's input schema. Tools with equal schemas are measured once. */
function createMeasure(
  { sharedSchemas }: ListablePlan,
  { mode, toolLimit, count }: Parameters<typeof measureList>[1],
) {
  const measuredSchemas = new Map<
    string,
    Omit<ListedSchema, "schema"> & { tokens: number }
  >();
  return (requestSpec: RequestSpec) => {
    const { arguments: args, body, bodyRequired, names } = requestSpec;
    const { fixed, fromClient } = requestSpec;
    const key = JSON.stringify([
      ...[args, body, bodyRequired],
      ...[names, fixed, fromClient],
    ]);
    const cachedMeasure = measuredSchemas.get(key);
    if (cachedMeasure !== undefined) return cachedMeasure;
    const { schema, ...sizes } = fitInputSchema(
      requestSpec,
      sharedSchemas,
      mode,
      toolLimit,
    );
    const measure = { ...sizes, tokens: countSchemaTokens(schema, count) };
    measuredSchemas.set(key, measure);
    return measure;
  };
}

/**
 * Warning that the tool list is too long.
 * @param wholeBytes bytes of the list with the default limit of a tool
 */
function reportLongList(
  { bytes, toolLimit }: MeasuredList,
  wholeBytes: number,
  isPaged: boolean,
): Finding {
  const inMegabytes = (byteCount: number) => (byteCount / 1_000_000).toFixed(1);
  const lengthNote = `The list of tools takes ${inMegabytes(bytes)} MB, and many clients accept at most 10 MB`;
  const truncationNote = `${lengthNote}; it would take ${inMegabytes(wholeBytes)} MB with more than ${toolLimit / 1024} KB of arguments per tool`;
  const pagingNote = `The list of tools takes ${inMegabytes(bytes)} MB even with only ${toolLimit / 1024} KB of arguments per tool, so it is split into pages. Many clients read only the first one`;
  const isFitted = toolLimit < DEFAULT_TOOL_LIMIT;
  return {
    severity: "warning",
    code: "list-too-long",
    message: `${isPaged ? pagingNote : isFitted ? truncationNote : lengthNote}.`,
    hint: "Use --tools search, leave routes out with --route-map, or split the server by paths or tags.",
  };
}
