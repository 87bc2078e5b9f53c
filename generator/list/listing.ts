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

/** What a tool's schema takes in a list. */
interface Measured extends Omit<Listed, "schema"> {
  readonly tokens: number;
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
  const sized = plans.map((plan) => {
    const measure = measuring(plan, mode, count);
    return plan.components
      .filter(({ kind }) => kind === "tool")
      .map((tool) => ({ tool, listing: measure(tool) }));
  });
  const all = sized.flat();
  const tokens = all.map(
    ({ tool, listing }): [PlannedComponent, ToolTokens] => [
      tool,
      {
        name: count(tool.name),
        description: count(tool.shown.description),
        arguments: listing.tokens,
      },
    ],
  );
  const bytes = all
    .map(({ tool, listing }) => bytesWithoutSchema(tool) + listing.bytes)
    .reduce((total, each) => total + each, 0);
  return {
    leftOut: sized.map(leftOutOf),
    isWritten: all.some(({ listing }) => !listing.isPlain),
    tokens: new Map(tokens),
    bytes,
    findings: bytes > MAX_LIST && tools === "all" ? [tooLong(bytes)] : [],
  };
}

interface Sized {
  readonly tool: PlannedComponent;
  readonly listing: Measured;
}

function leftOutOf(tools: readonly Sized[]): LeftOut {
  const long = tools.flatMap(({ tool, listing: { leftOut } }) =>
    leftOut === null ? [] : [[tool.recipe.request, leftOut] as const],
  );
  return Object.fromEntries(long.sort(byKey));
}

/** Tells what a tool's schema takes; tools with the same one are measured once. */
function measuring(
  plan: Listable,
  mode: "refs" | "inline",
  count: Count,
): (tool: PlannedComponent) => Measured {
  const known = new Map<string, Measured>();
  return ({ recipe }) => {
    const { arguments: args, body, bodyRequired, fixed, names } = recipe;
    const key = JSON.stringify([args, body, bodyRequired, fixed, names]);
    const measured = known.get(key) ?? measure(recipe);
    known.set(key, measured);
    return measured;
  };

  function measure(recipe: Recipe): Measured {
    const { schema, ...rest } = listed(recipe, plan.shared, mode);
    return { ...rest, tokens: schemaTokens(schema, count) };
  }
}

function tooLong(bytes: number): Finding {
  return {
    severity: "warning",
    code: "list-too-long",
    message: `The list of tools takes ${(bytes / 1_000_000).toFixed(1)} MB, and many clients read 10 MB at most.`,
    hint: "Let a model search for them: --tools search. Or leave routes out with --route-map, or split the server by paths or tags.",
  };
}

function bytesWithoutSchema(tool: PlannedComponent): number {
  const { name, shown, title } = tool;
  return bytesOf({ name, title, ...shown }) + BESIDE;
}
