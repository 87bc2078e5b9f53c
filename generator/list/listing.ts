import type { Schemas } from "../../runtime/types.js";
import type { Settings } from "../config/settle.js";
import type { Finding } from "../errors.js";
import { byKey } from "../text.js";
import type { PlannedComponent } from "../plan/component.js";
import { bytesOf } from "../schema/reach.js";
import { listed, type Listed } from "./listed.js";
import type { Recipe } from "../request/recipe.js";
import type { Plan } from "../plan/plan.js";
import {
  type Count,
  counter,
  schemaTokens,
  type ToolTokens,
} from "../schema/tokens.js";

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
