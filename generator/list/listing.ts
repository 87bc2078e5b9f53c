import { inline } from "../../runtime/features/inline.js";
import { cut, outlined } from "../../runtime/features/leave-out.js";
import { inputSchema, own } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import type { Settings } from "../config/settle.js";
import type { Finding } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import type { Recipe } from "../request/recipe.js";
import { bytesOf, reachedFrom, weightOf } from "../schema/reach.js";
import {
  type Count,
  counter,
  schemaTokens,
  type ToolTokens,
} from "../schema/tokens.js";
import { writtenOut } from "../schema/written.js";
import { byKey, rememberingEach } from "../text.js";
import { type Place, placesOf } from "./schema-places.js";

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
  readonly findings: readonly Finding[];
}

type Listable = Pick<Plan, "components" | "shared">;

/** Bytes of one listing that leave room for the rest of an answer: clients close the connection at 10 MB. */
export const MAX_LIST = 8_000_000;

/** Bytes of what the runtime lists of each tool besides: `fields`, and names of keys. */
const BESIDE = 128;

/** Measures the list of all tools, and tells where clients don't read so much. */
export function planListing(
  plans: readonly Listable[],
  { schemas: mode, tools }: Pick<Settings, "schemas" | "tools">,
): PlannedListing {
  const count = counter();
  const tokens = new Map<PlannedComponent, ToolTokens>();
  let [bytes, isWritten] = [0, false];
  const leftOut = plans.map((plan): LeftOut => {
    const measure = measuring(plan, mode, count);
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
  const isTooLong = bytes > MAX_LIST && tools === "all";
  const findings = isTooLong ? [tooLong(bytes)] : [];
  return { leftOut, isWritten, tokens, bytes, findings };
}

/** Tells what a tool's schema takes; tools with the same one are measured once. */
function measuring(
  { shared }: Listable,
  mode: "refs" | "inline",
  count: Count,
) {
  const known = new Map<string, Omit<Listed, "schema"> & { tokens: number }>();
  return (recipe: Recipe) => {
    const { arguments: args, body, bodyRequired, fixed, names } = recipe;
    const key = JSON.stringify([args, body, bodyRequired, fixed, names]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const { schema, ...rest } = listed(recipe, shared, mode);
    const measured = { ...rest, tokens: schemaTokens(schema, count) };
    known.set(key, measured);
    return measured;
  };
}

function tooLong(bytes: number): Finding {
  return {
    severity: "warning",
    code: "list-too-long",
    message: `The list of tools takes ${(bytes / 1_000_000).toFixed(1)} MB, and many clients read 10 MB at most.`,
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

/** Bytes of a schema that is written out, and of one with `$defs`. */
const WRITTEN = 24 * 1024;
const SHARED = 48 * 1024;

/** What is shown of a place without its details: many tools lead to the same. */
const outlineOf = rememberingEach(($defs: Schemas["$defs"] & object) =>
  rememberingEach((schema: JsonSchema) => outlined(schema, $defs)),
);

/** Places that are passed over where they alone are too large, and those behind them have room. */
const PASSED = 4;

/** What the runtime is going to list: written out while it is small, then with `$defs`, then as far as it fits. */
export function listed(
  recipe: Recipe,
  schemas: Schemas,
  mode: Settings["schemas"],
): Listed {
  const flat = inputSchema(recipe, schemas);
  const measured = (schema: JsonSchema, leftOut: Listed["leftOut"]) => {
    const text = JSON.stringify(schema);
    const isPlain = text === JSON.stringify(flat);
    return { schema, bytes: Buffer.byteLength(text), isPlain, leftOut };
  };
  const written = writtenOut(flat, schemas, WRITTEN);
  const whole = written && measured(written, null);
  if (whole && whole.bytes <= WRITTEN) return whole;
  const isRefs = mode === "refs";
  const most = isRefs ? SHARED : WRITTEN;
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
