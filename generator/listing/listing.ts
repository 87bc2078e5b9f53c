import { inline } from "../../runtime/features/inline.js";
import { cut, outlined } from "../../runtime/features/leave-out.js";
import { inputSchema, own } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import type { Settings } from "../config/resolve-config.js";
import type { Finding } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import type { Recipe } from "../plan/request-spec.js";
import { bytesOf, reachedFrom, weightOf } from "../schema/reference-graph.js";
import {
  type Count,
  counter,
  schemaTokens,
  type ToolTokens,
} from "../schema/token-count.js";
import { writtenOut } from "../schema/inline-refs.js";
import { byKey } from "../shared/order.js";
import { rememberingEach } from "../shared/memoize.js";
import { type Place, placesOf } from "./schema-locations.js";
import { DEFAULT_TOOL_LIMIT, TOOL_LIMITS } from "../config/tool-limits.js";

/** Places that tools show without their details, by request, where all of their arguments would be too long. */
export type LeftOut = NonNullable<Schemas["leftOut"]>;

/** What all APIs of a server list together. */
export interface PlannedListing {
  /** Of each API, in their order. */
  readonly leftOut: readonly LeftOut[];
  /** Some tool is listed otherwise than its module says. */
  readonly isWritten: boolean;
  /** What each tool costs a model, in their order. */
  readonly tokens: ReadonlyMap<PlannedComponent, ToolTokens>;
  /** Bytes of the list, without types of answers. */
  readonly bytes: number;
  /** Bytes of the arguments of one tool at most. */
  readonly toolLimit: number;
  /** It is more than clients read at once. */
  readonly isPaged: boolean;
  readonly findings: readonly Finding[];
}

type Listable = Pick<Plan, "components" | "shared">;

/** Bytes of a list from which on searching it is better: clients close the connection at 10 MB. */
export const MAX_LIST = 8_000_000;

/** Bytes of a list in one page: what is above is fitted, and in pages where it can't be. */
const MAX_PAGE = 9_500_000;

/** Bytes of what the runtime lists of each tool besides: `fields`, and names of keys. */
const BESIDE = 128;

/**
 * Measures the list of all tools. Where it is longer than clients read, tools show less of their arguments, step by step.
 * A step that was taken stays until the list is well below: one more operation must not change all tools.
 * @param lastLimit the limit of a tool when it was generated last
 */
export function planListing(
  plans: readonly Listable[],
  settings: Pick<Settings, "schemas" | "tools">,
  lastLimit: number = DEFAULT_TOOL_LIMIT,
): PlannedListing {
  const count = counter();
  const measure = (toolLimit: number) =>
    measureList(plans, { mode: settings.schemas, toolLimit, count });
  const whole = measure(DEFAULT_TOOL_LIMIT);
  if (settings.tools !== "all")
    return { ...whole, isPaged: false, findings: [] };
  const fits = ({ bytes, toolLimit }: MeasuredList) =>
    bytes <= (toolLimit > lastLimit ? MAX_LIST : MAX_PAGE);
  let list = whole;
  for (const toolLimit of TOOL_LIMITS) {
    if (fits(list)) break;
    if (toolLimit < list.toolLimit) list = measure(toolLimit);
  }
  const isPaged = list.bytes > MAX_PAGE;
  const findings =
    whole.bytes > MAX_LIST ? [tooLong(list, whole.bytes, isPaged)] : [];
  return { ...list, isPaged, findings };
}

type MeasuredList = Omit<PlannedListing, "findings" | "isPaged">;

/** Measures the list of all tools, each with so many bytes of arguments at most. */
function measureList(
  plans: readonly Listable[],
  {
    mode,
    toolLimit,
    count,
  }: {
    readonly mode: Settings["schemas"];
    readonly toolLimit: number;
    readonly count: Count;
  },
): MeasuredList {
  const tokens = new Map<PlannedComponent, ToolTokens>();
  let [bytes, isWritten] = [0, false];
  const leftOut = plans.map((plan): LeftOut => {
    const measure = measuring(plan, { mode, toolLimit, count });
    const long: [request: string, places: readonly string[]][] = [];
    for (const tool of plan.components.filter(({ kind }) => kind === "tool")) {
      const { name, recipe, shown, title } = tool;
      const listing = measure(recipe);
      tokens.set(tool, {
        name: count(name),
        description: count(shown.description),
        arguments: listing.tokens,
      });
      bytes += bytesOf({ name, title, ...shown }) + BESIDE + listing.bytes;
      isWritten ||= !listing.isPlain;
      if (listing.leftOut) long.push([recipe.request, listing.leftOut]);
    }
    return Object.fromEntries(long.sort(byKey));
  });
  return { leftOut, isWritten, tokens, bytes, toolLimit };
}

/** Tells what a tool's schema takes; tools with the same one are measured once. */
function measuring(
  { shared }: Listable,
  { mode, toolLimit, count }: Parameters<typeof measureList>[1],
) {
  const known = new Map<string, Omit<Listed, "schema"> & { tokens: number }>();
  return (recipe: Recipe) => {
    const { arguments: args, body, bodyRequired, fixed, names } = recipe;
    const key = JSON.stringify([args, body, bodyRequired, fixed, names]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const { schema, ...rest } = listed(recipe, shared, mode, toolLimit);
    const measured = { ...rest, tokens: schemaTokens(schema, count) };
    known.set(key, measured);
    return measured;
  };
}

/** @param wholeBytes what the list takes with all that a tool may show */
function tooLong(
  { bytes, toolLimit }: MeasuredList,
  wholeBytes: number,
  isPaged: boolean,
): Finding {
  const inMegabytes = (some: number) => (some / 1_000_000).toFixed(1);
  const read = `The list of tools takes ${inMegabytes(bytes)} MB, and many clients read 10 MB at most`;
  const shown = `${read}; it would take ${inMegabytes(wholeBytes)} MB if a tool showed more than ${toolLimit / 1024} KB of its arguments`;
  const paged = `The list of tools takes ${inMegabytes(bytes)} MB even where a tool shows ${toolLimit / 1024} KB of its arguments at most, so it is told in pages, of which many clients see the first one only`;
  const isFitted = toolLimit < DEFAULT_TOOL_LIMIT;
  return {
    severity: "warning",
    code: "list-too-long",
    message: `${isPaged ? paged : isFitted ? shown : read}.`,
    hint: "Let a model search for them: --tools search. Or leave routes out with --route-map, or split the server by paths or tags.",
  };
}

/** The arguments of a tool as a client sees them. */
export interface Listed {
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** They stand in the module just so. */
  readonly isPlain: boolean;
  /** Places whose details are not shown; null: all is written out. */
  readonly leftOut: readonly string[] | null;
}

/** Bytes of a schema that is written out at most. */
const WRITTEN = 24 * 1024;

/** What is shown of a place without its details: many tools lead to the same. */
const outlineOf = rememberingEach(($defs: Schemas["$defs"] & object) =>
  rememberingEach((schema: JsonSchema) => outlined(schema, $defs)),
);

/** Places that are passed over where they alone are too large, and those behind them have room. */
const PASSED = 4;

/**
 * What the runtime is going to list: written out while it is small, then with `$defs`, then as far as it fits.
 * @param toolLimit bytes of all of it
 */
export function listed(
  recipe: Recipe,
  schemas: Schemas,
  mode: Settings["schemas"],
  toolLimit: number = DEFAULT_TOOL_LIMIT,
): Listed {
  const writtenLimit = Math.min(WRITTEN, toolLimit);
  const flat = inputSchema(recipe, schemas);
  const measured = (schema: JsonSchema, leftOut: Listed["leftOut"]) => {
    const text = JSON.stringify(schema);
    const isPlain = text === JSON.stringify(flat);
    return { schema, bytes: Buffer.byteLength(text), isPlain, leftOut };
  };
  const written = writtenOut(flat, schemas, writtenLimit);
  const whole = written && measured(written, null);
  if (whole && whole.bytes <= writtenLimit) return whole;
  const isRefs = mode === "refs";
  const most = isRefs ? toolLimit : writtenLimit;
  const { $defs } = schemas;
  const without = (leftOut: readonly string[]) => {
    const left = cut(flat, $defs, leftOut, outlineOf($defs));
    const find = (name: string) => own(left.$defs, name) ?? own($defs, name);
    const all = () => ({ ...schemas, $defs: { ...$defs, ...left.$defs } });
    return { root: left.schema, shared: reachedFrom([left.schema], find), all };
  };
  const fits = (some: readonly string[]) => {
    const { root, shared, all } = without(some);
    if (isRefs) return isWithin(most, root, shared);
    const shown = writtenOut(root, all(), most);
    return shown !== undefined && bytesOf(shown) <= most;
  };
  const leftOut = fits([])
    ? []
    : asFarAs(placesOf(flat, $defs, 2 * most), fits);
  const { root, shared, all } = without(leftOut);
  if (!isRefs) return measured(inline(root, all(), ""), leftOut);
  const reached = [...shared].sort(byKey);
  const $own = reached.length > 0 && { $defs: Object.fromEntries(reached) };
  return measured({ ...root, ...$own }, leftOut);
}

/** Whether a schema takes so many bytes at most, with shared ones as its `$defs`. */
function isWithin(
  most: number,
  root: JsonSchema,
  shared: ReturnType<typeof reachedFrom>,
): boolean {
  let bytes = bytesOf({ ...root, $defs: {} });
  for (const [name, schema] of shared) {
    bytes += name.length + '"":,'.length + weightOf(schema);
    if (bytes > most) return false;
  }
  return bytes <= most;
}

/** What is left out so that as many places as fit are shown, the first of them first. */
function asFarAs(
  places: readonly Place[],
  fits: (leftOut: readonly string[]) => boolean,
): readonly string[] {
  const passed = new Set<string>();
  const beyond = (count: number) => {
    const shown = new Set([""]);
    return places.flatMap(({ at, parent }, index) => {
      if (!shown.has(parent)) return [];
      if (index >= count || passed.has(at)) return [at];
      shown.add(at);
      return [];
    });
  };
  let least = 0;
  for (; passed.size <= PASSED; least += 1) {
    let end = places.length;
    while (least < end) {
      const middle = Math.ceil((least + end) / 2);
      if (fits(beyond(middle))) least = middle;
      else end = middle - 1;
    }
    const wide = places[least];
    if (wide === undefined) break;
    passed.add(wide.at);
  }
  return beyond(least);
}
